// Places of Agricola in words, for labels that are read aloud and for the inspector.

import {
  type Herd,
  PersonKind,
  type Player,
  type Plot,
  PlotKind,
  type Price,
  type SpaceView,
  type View,
} from "../../generated/tilth/games/agricola/v1/agricola_pb";
import type { Look } from "../drawing";
import { cellName, sizeOf } from "./farm";
import type { Goods } from "./goods";
import { partsOf } from "./places";
import { say } from "./words";

export const nameOf = (seat: number, look: Look): string => look.names[seat] || String(seat + 1);

export function sayGoods(amounts: readonly Goods[], look: Look): string {
  return amounts.map(({ good, amount }) => say("crops", { count: amount, good: look.label("good", good) })).join(", ");
}

export function sayPrice(price: Price, look: Look): string {
  const parts = [sayGoods(price.goods, look) || (price.returns.length > 0 ? "" : say("free"))];
  if (price.returns.length > 0) {
    parts.push(say("gives-up", { cards: price.returns.map((card) => look.label("card", card)).join(", ") }));
  }
  if (price.improvements > 0) parts.push(say("improvements-given", { count: price.improvements }));
  if (price.saving) parts.push(say("with-saving"));
  return parts.filter((part) => part !== "").join(", ");
}

export function sayAnimals(herd: Herd, look: Look): string {
  const found = [
    { good: 8, amount: herd.sheep },
    { good: 9, amount: herd.boar },
    { good: 10, amount: herd.cattle },
  ].filter(({ amount }) => amount > 0);
  return found.map(({ good, amount }) => say("crops", { count: amount, good: look.label("good", good) })).join(", ");
}

/** The animals of a herd, and how many there is room for. */
export function sayHerd(herd: Herd, look: Look): string {
  const animals = sayAnimals(herd, look);
  const count = sizeOf(herd);
  if (herd.room === 0 && count > 0) return say("no-room", { animals });
  const rooms = say("herd", { count, room: roomFor(herd) });
  return animals === "" ? rooms : `${rooms} (${animals})`;
}

/** The room of a herd as it is written: from 1000 on there is room for any number. */
export const roomFor = (herd: Herd): string => (herd.room >= 1000 ? "∞" : String(herd.room));

function sayPlot(plot: Plot, player: Player, look: Look): string {
  const parts: string[] = [];
  const pasture = player.herds.find(({ cells }) => cells.includes(plot.plot));
  if (plot.amount > 0) parts.push(say("crops", { count: plot.amount, good: look.label("good", plot.good) }));
  else if (plot.kind === PlotKind.FIELD || plot.kind === PlotKind.CARD) parts.push(say("field"));
  else if (plot.kind === PlotKind.ROOM) parts.push(`${say("room")} (${look.label("house", player.house)})`);
  if (plot.stable) parts.push(say("stable"));
  if (pasture !== undefined) {
    if (pasture.cells.length > 1 || !plot.stable) parts.push(say("pasture"));
    parts.push(sayHerd(pasture, look));
  }
  return parts.length > 0 ? parts.join(", ") : say("empty");
}

export function sayCell(player: Player, plot: Plot, look: Look): string {
  const name = plot.card === undefined ? cellName(plot.plot) : look.label("card", plot.card);
  return `${name}: ${sayPlot(plot, player, look)}`;
}

export function sayPerson(player: Player, person: number, look: Look): string {
  const one = player.people[person];
  const parts = [say("person", { person: look.label("person", person), name: nameOf(player.seat, look) })];
  if (one?.kind === PersonKind.GUEST) parts.push(say("guest"));
  if (one?.kind === PersonKind.LODGER) parts.push(say("lodger"));
  if (one?.newborn) parts.push(say("newborn"));
  if (one?.idle) parts.push(say("idle"));
  const space = one?.space;
  parts.push(space === undefined ? say("at-home") : say("on-space", { space: look.label("space", space) }));
  return parts.join(", ");
}

/** The names of everybody on a space: people who were placed there, and newborns. */
export function visitorsOf(space: number, view: View): readonly { seat: number; person: number; newborn: boolean }[] {
  return view.players.flatMap(({ seat, people }) =>
    people.flatMap((one, person) => (one.space === space ? [{ seat, person, newborn: one.newborn }] : [])),
  );
}

export function saySpace(space: number, found: SpaceView | undefined, view: View, look: Look): string {
  const parts = [look.label("space", space)];
  if (found !== undefined && found.goods.length > 0) parts.push(say("lies", { goods: sayGoods(found.goods, look) }));
  if (found?.card !== undefined && found.owner !== undefined) {
    parts.push(say("of-card", { card: look.label("card", found.card), name: nameOf(found.owner, look) }));
  }
  const there = visitorsOf(space, view).map(({ seat }) => nameOf(seat, look));
  if (there.length > 0) parts.push(say("people", { names: there.join(", ") }));
  return parts.join("; ");
}

export function sayRound(round: number, view: View, look: Look): string {
  const parts = [say("round", { round })];
  const card = view.roundCards[round - 1] ?? view.coming[round - 1 - view.roundCards.length];
  if (card !== undefined) parts.push(look.label("space", card));
  for (const one of view.laid) {
    if (one.round !== round) continue;
    const words = { name: nameOf(one.seat, look), count: one.amount, good: look.label("good", one.good) };
    const laid = say(one.good === 0 ? "laid-mark" : "laid", { ...words, card: look.label("card", one.card) });
    parts.push(one.price > 0 ? `${laid} ${say("laid-price", { food: one.price })}` : laid);
  }
  return parts.join("; ");
}

export function sayCard(card: number, view: View, look: Look): string {
  const parts = [look.label("card", card), look.label("card", card, "facts")];
  for (const { seat, cards, shown } of view.players) {
    const mine = cards.find((one) => one.card === card);
    if (mine !== undefined) {
      parts.push(say("owner", { name: nameOf(seat, look) }), say("since", { round: mine.since }));
      if (mine.numbers.length > 0) parts.push(say("notes", { numbers: mine.numbers.join(", ") }));
    }
    if (shown.includes(card)) parts.push(say("hand-of", { name: nameOf(seat, look) }));
  }
  return parts.join(", ");
}

/** A place of the table in words. */
export function sayPlace(place: string, view: View, look: Look): string {
  const [kind, first, second] = partsOf(place);
  const player = view.players[first];
  switch (kind) {
    case "space":
      return saySpace(first, view.spaces.find(({ space }) => space === first), view, look);
    case "round":
      return sayRound(first, view, look);
    case "card":
      return sayCard(first, view, look);
    case "house":
      return look.label("house", first);
    case "seat":
      return nameOf(first, look);
    case "cell": {
      const plot = player?.plots.find((one) => one.plot === second);
      return player === undefined || plot === undefined ? place : `${nameOf(first, look)}, ${sayCell(player, plot, look)}`;
    }
    case "herd": {
      const herd = player?.herds[second];
      return herd === undefined ? place : `${nameOf(first, look)}: ${sayHerd(herd, look)}`;
    }
    case "person":
      return player === undefined ? place : sayPerson(player, second, look);
    case "good": {
      const count = player?.goods.find(({ good }) => good === second)?.amount ?? 0;
      return `${nameOf(first, look)}, ${say("good", { good: look.label("good", second), count })}`;
    }
    case "enclose":
      return say("enclose-short");
    default:
      return place;
  }
}
