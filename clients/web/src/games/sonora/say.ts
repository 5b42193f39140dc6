// Places of Sonora in words, for labels that are read aloud and for the inspector.

import type { Decision } from "../../generated/tilth/v1/decision_pb";
import { fromBinary } from "@bufbuild/protobuf";
import {
  Bonus,
  type Disc,
  MoveSchema,
  Place,
  type Player,
  type Printed,
  Reward,
  Section,
  type View,
} from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { counted, language } from "../../words";
import type { Look } from "../drawing";
import { wayOf } from "./aim";
import { squaresOf } from "./canyon";
import { discName, isSolo, squareName } from "./names";
import { ANIMALS, MUD_DISCS, placeParts } from "./places";
import { say } from "./words";

/** The disc that a decision is about; undefined if it is about none. */
export function discAbout(decision: Decision | undefined): number | undefined {
  if (decision === undefined || decision.about.length === 0) return undefined;
  const { move } = fromBinary(MoveSchema, decision.about);
  return move.case === "takeDisc" ? move.value.disc : undefined;
}

export const times = (count: number): string =>
  `${count} ${counted(count, language === "ru" ? ["раз", "раза", "раз"] : ["time", "times"])}`;

const WHERE = {
  [Place.UNSPECIFIED]: "disc-in-hand",
  [Place.IN_HAND]: "disc-in-hand",
  [Place.ON_BOARD]: "disc-on-board",
  [Place.IN_HOLE]: "disc-in-hole",
  [Place.OFF_BOARD]: "disc-off-board",
  [Place.OUT]: "disc-out",
  [Place.MARKED]: "disc-marked",
} as const;

/** Whose a colour is, in words: a player's, or in a match alone yours, the bot's, or nobody's yet. */
export function ownerOf(colour: number, view: View, look: Look): string {
  if (!isSolo(view)) return look.names[colour] ?? "";
  if (colour === view.ownColour) return look.names[0] ?? "";
  return colour === view.botColour ? say("bots") : say("colour", { colour: "ABCD"[colour] ?? "" });
}

export function sayDisc(disc: Disc, view: View, look: Look): string {
  const parts = [say(WHERE[disc.where], { disc: discName(disc), name: ownerOf(disc.colour, view, look) })];
  if (disc.section !== Section.UNSPECIFIED)
    parts.push(say("disc-counts", { section: look.label("section", disc.section) }));
  if (disc.doubled) parts.push(say("disc-twice"));
  if (disc.left > 0) parts.push(say("disc-left", { times: times(disc.left) }));
  if (disc.flicks > 0) parts.push(say("disc-flicked", { times: times(disc.flicks) }));
  return parts.join(", ");
}

export function sayBuilding(building: number, view: View, player: Player, look: Look): string {
  const printed = view.printed;
  if (printed === undefined) return "";
  const parts = [
    say("building", {
      building: look.label("building", building),
      crossed: player.crossed[building] ?? 0,
      cells: printed.buildingCells[building] ?? 0,
    }),
  ];
  const reward = player.rewards[building];
  if (reward === Reward.TOP) parts.push(say("building-gained-top"));
  else if (reward === Reward.BOTTOM) parts.push(say("building-gained-bottom"));
  else if (view.struck[building]) parts.push(say("building-struck"));
  if (!view.struck[building] || reward === Reward.TOP)
    parts.push(
      say("building-top", {
        points: printed.buildingTops[building] ?? 0,
        bonus: look.label("bonus", printed.buildingBonuses[building] ?? 0),
      }),
    );
  parts.push(say("building-bottom", { points: printed.buildingBottoms[building] ?? 0 }));
  return parts.join(", ");
}

export function saySquare(square: number, view: View, player: Player, look: Look): string {
  const printed = view.printed;
  const parts = [say("square", { square: squareName(square) })];
  const found = squaresOf(printed?.canyonRows ?? []).find((one) => one.square === square);
  if (found?.isStart) parts.push(say("start"));
  if (found !== undefined && found.cactus > 0) parts.push(say("cactus", { kind: look.label("cactus", found.cactus) }));
  if (found !== undefined && found.bonus !== Bonus.UNSPECIFIED) parts.push(look.label("bonus", found.bonus));
  if (isSolo(view) && printed?.canyonBotSquares.includes(square)) parts.push(say("bot-square"));
  const shape = player.shapes.find(({ squares }) => squares.includes(square));
  if (shape !== undefined) parts.push(say("drawn-shape", { number: shape.number }));
  if (player.botShapes.some(({ squares }) => squares.includes(square))) parts.push(say("bots-shape"));
  return parts.join(", ");
}

export function sayCell(cell: number, view: View, player: Player, look: Look): string {
  const printed = view.printed;
  const parts = [say("river-cell", { cell })];
  const bonus = printed?.riverBonuses[cell] ?? Bonus.UNSPECIFIED;
  const points = printed?.riverPoints[cell] ?? 0;
  if (cell === 0) parts.push(say("river-start"));
  if (bonus !== Bonus.UNSPECIFIED) parts.push(look.label("bonus", bonus));
  else if (points > 0) parts.push(say("points", { count: points }));
  if (player.riverCircled.includes(cell)) parts.push(say("circled"));
  else if (player.riverCrossed.includes(cell)) parts.push(say("crossed"));
  if (player.botRiver.includes(cell)) parts.push(say("painted"));
  else if (isSolo(view) && printed?.riverBotSquares.includes(cell)) parts.push(say("bot-square"));
  return parts.join(", ");
}

/** What crossing a node costs now: its printed number, and one for each small cell of the bot's. */
export const costOf = (printed: Printed, player: Player, node: number): number =>
  (printed.nodeCosts[node] ?? 0) + (player.botSmall[node] ?? 0);

export function sayNode(node: number, view: View, player: Player): string {
  const printed = view.printed;
  if (printed === undefined) return "";
  const isStart = node === printed.startNode;
  const parts = [isStart ? say("node-start", { node }) : say("node", { node, cost: costOf(printed, player, node) })];
  if (player.nodes.includes(node)) parts.push(say("crossed"));
  if (isSolo(view) && printed.rimNodes.includes(node))
    parts.push(say("small-cells", { painted: player.botSmall[node] ?? 0, cells: printed.smallCells }));
  return parts.join(", ");
}

export function sayColumn(column: number, view: View, player: Player, look: Look): string {
  return say("column", {
    column: look.label("column", column),
    crossed: player.columns[column] ?? 0,
    cells: view.printed?.columnCells[column] ?? 0,
    bonus: look.label("bonus", view.printed?.columnBonuses[column] ?? 0),
  });
}

export function sayAnimal(bonus: Bonus, view: View, player: Player, look: Look): string {
  const at = ANIMALS.findIndex((animal) => animal === bonus);
  return say("animal", {
    bonus: look.label("bonus", bonus),
    kept: player.kept[at] ?? 0,
    circled: player.circled[at] ?? 0,
    all: view.printed?.discoveries[at] ?? 0,
  });
}

/** The discs of a side of the table that are still to be marked in a section. */
export function discsIn(view: View, colours: readonly number[], section: Section): readonly Disc[] {
  return view.discs.filter((disc) => disc.section === section && disc.left > 0 && colours.includes(disc.colour));
}

export function sayMudDiscs(view: View, colour: number): string {
  const value = discsIn(view, [colour], Section.MUD).reduce((sum, disc) => sum + disc.value, 0);
  return say("mud-discs", { value });
}

export function sayColour(colour: number, view: View): string {
  const discs = view.discs.filter((disc) => disc.colour === colour && disc.where === Place.ON_BOARD).map(discName);
  return say("colour-place", { colour: "ABCD"[colour] ?? "", discs: discs.join(", ") });
}

/** Any place in words. Places of a sheet are those of the reader, or of the first seat for a spectator. */
export function sayPlace(place: string, view: View, look: Look): string {
  const [kind, number] = placeParts(place);
  const player = view.players[look.seat ?? 0];
  if (player === undefined) return place;
  if (place === MUD_DISCS) return sayMudDiscs(view, view.ownColour ?? player.seat);
  switch (kind) {
    case "disc": {
      const disc = view.discs.find((one) => one.disc === number);
      return disc === undefined ? place : sayDisc(disc, view, look);
    }
    case "zone":
      return say("zone", { section: look.label("section", number) });
    case "colour":
      return sayColour(number, view);
    case "building":
      return sayBuilding(number, view, player, look);
    case "canyon":
      return saySquare(number, view, player, look);
    case "river":
      return sayCell(number, view, player, look);
    case "node":
      return sayNode(number, view, player);
    case "column":
      return sayColumn(number, view, player, look);
    case "ready":
      return say("ready", {
        bonus: look.label("bonus", number),
        count: player.ready[ANIMALS.findIndex((animal) => animal === number)] ?? 0,
      });
    case "animal":
      return sayAnimal(number, view, player, look);
    default:
      return place;
  }
}

/** The angle of an aim with its unit: "7.5 degrees". A broken number takes another form in Russian. */
function degreesOf(aim: number): string {
  const number = Math.abs(aim) / 100;
  const isRussian = language === "ru";
  if (!Number.isInteger(number)) return `${number} ${isRussian ? "градуса" : "degrees"}`;
  return `${number} ${counted(number, isRussian ? ["градус", "градуса", "градусов"] : ["degree", "degrees"])}`;
}

const degrees = (aim: number): string => String(Math.abs(aim) / 100);

/** The direction of a flick in short: "7.5° left". */
export function sayAim(aim: number): string {
  if (aim === 0) return say("straight");
  return say(aim < 0 ? "left" : "right", { degrees: degrees(aim) });
}

/** A number of a flick in words, as a slider says it; undefined if it is none of a flick's. */
export function sayNumber(name: string, number: number, view: View): string | undefined {
  switch (name) {
    case "side":
    case "back":
      return say(`value-${name}`, { number: (number / 1000).toFixed(3) });
    case "aim":
      if (number === 0) return say("value-aim-straight");
      return say(number < 0 ? "value-aim-left" : "value-aim-right", { degrees: degreesOf(number) });
    case "power":
      if (view.printed === undefined) return undefined;
      return say("value-power", { way: Math.round(wayOf(view.printed, number) / 100) });
    default:
      return undefined;
  }
}
