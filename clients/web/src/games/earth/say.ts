// The places of Earth in words: for labels that are read aloud, and for the inspector's title.

import type { Player, Spot, View } from "../../generated/tilth/games/earth/v1/earth_pb";
import type { Look } from "../drawing";
import { faceOf, factsOf, nameOf, textOf } from "./faces";
import { CLIMATE, cardAt, ISLAND, offersAt, ownSeat, parsePlace, SHARED } from "./places";
import { words } from "./words";

/** The name of a player; alone, the seat after the last one is Gaia. */
export function playerName(view: View, seat: number, look: Look): string {
  if (seat >= view.players.length) return words("gaia");
  return look.names[seat] || String(seat + 1);
}

/** A card with all that is printed on it. */
export function sayCard(view: View, card: number, look: Look): string {
  const parts = [nameOf(view, card, look), factsOf(view, card, look), textOf(view, card, look)];
  return parts.filter((part) => part !== "").join(". ");
}

function sayPieces(view: View, spot: Spot): readonly string[] {
  const face = faceOf(view, spot.card);
  if (face === undefined) return [];
  return [
    ...(face.sproutSpaces > 0 ? [words("sprouts-of", { count: spot.sprouts, limit: face.sproutSpaces })] : []),
    ...(face.growthLimit > 0 ? [words("growth-of", { count: spot.growth, limit: face.growthLimit })] : []),
  ];
}

/** A place of a player's area: where it is, the card on it, and its pieces. */
export function saySpot(view: View, player: Player, place: number, look: Look): string {
  const title = place === ISLAND ? words("island") : place === CLIMATE ? words("climate") : look.label("place", place);
  const card = cardAt(player, place);
  if (card === undefined) return `${title}: ${words("free")}`;
  const spot = player.field.find((one) => one.place === place);
  const pieces = spot === undefined ? [] : sayPieces(view, spot);
  return [`${title}: ${nameOf(view, card, look)}`, ...pieces].join(", ");
}

export function sayGoal(view: View, goal: number, look: Look): string {
  const card = view.fauna[goal];
  const seats = leavesAt(view, goal).map((seat) => words("leaf-of", { name: playerName(view, seat, look) }));
  const text = card === undefined ? "" : `${nameOf(view, card, look)}. ${textOf(view, card, look)}`;
  return [text, ...seats].join(". ");
}

/** The seats whose leaf lies at a fauna card; alone, 1 is Gaia. */
export function leavesAt(view: View, goal: number): readonly number[] {
  const seats = view.players.filter(({ leaves }) => leaves.includes(goal)).map(({ seat }) => seat);
  return view.gaia?.leaves.includes(goal) ? [...seats, view.players.length] : seats;
}

export function say(place: string, view: View, look: Look): string {
  const { what, first, second } = parsePlace(place);
  const own = view.players[ownSeat(look.seat)];
  switch (what) {
    case "spot":
      if (first === SHARED) return words("shared");
      return own === undefined ? place : saySpot(view, own, first, look);
    case "other": {
      const player = view.players[first];
      if (player === undefined) return place;
      return `${words("island-of", { name: playerName(view, first, look) })}. ${saySpot(view, player, second, look)}`;
    }
    case "side":
    case "hand":
    case "looked":
    case "shared":
    case "card":
      return sayCard(view, first, look);
    case "action":
      return look.label("action", first, "title");
    case "good":
      return look.label("good", first);
    case "half":
      return `${words("half-of", { name: playerName(view, first, look) })}: ${look.label("good", second)}`;
    case "area":
      return words("half-of", { name: playerName(view, first, look) });
    case "fauna":
      return sayGoal(view, first, look);
    case "exchange":
      return offersAt(look.decision, place)[0]?.option.text ?? place;
    default:
      return place;
  }
}

/** The goods of a player in a few words. */
export function sayGoods(player: Player): string {
  const goods = [
    `${words("soil")} ${player.soil}`,
    `${words("sprouts")} ${player.sprouts}`,
    `${words("growth")} ${player.growth}`,
    `${words("cards")} ${player.handSize}`,
    `${words("compost")} ${player.compost}`,
  ];
  return goods.join(" · ");
}

export const scoreOf = (score: readonly number[]): number => score.reduce((sum, line) => sum + line, 0);
