// The drawing of Agricola.

import { fromBinary } from "@bufbuild/protobuf";

import {
  type Event,
  EventSchema,
  Good,
  type Move,
  MoveSchema,
  type View,
  ViewSchema,
} from "../../generated/tilth/games/agricola/v1/agricola_pb";
import type { Drawing, Look, Panel, SeatFacts } from "../drawing";
import { film } from "./film";
import { amountOf, peopleOf, pointsOf } from "./goods";
import Inspect from "./Inspect.svelte";
import { dropsOf, LISTED, placesOf } from "./places";
import { sayPlace } from "./say";
import Table from "./Table.svelte";
import { say } from "./words";

function seatFacts(view: View, seat: number): SeatFacts {
  const player = view.players[seat];
  if (player === undefined) return {};
  const has = amountOf(player.goods, Good.FOOD);
  return { points: pointsOf(player), line: say("seat-line", { ...peopleOf(player), needs: player.appetite, has }) };
}

function panels(view: View, look: Look): readonly Panel[] {
  const own = view.players.find(({ seat }) => seat === look.seat);
  const cards = { name: "hand", title: say("tab-cards") };
  const count = (own?.hand.length ?? 0) + (own?.pack.length ?? 0);
  const others = { name: "others", title: say("tab-others") };
  return [
    { name: "spaces", title: say("tab-spaces") },
    { name: "farm", title: say("tab-farm") },
    count > 0 ? { ...cards, count } : cards,
    ...(view.players.length > 1 ? [others] : []),
  ];
}

export const drawing: Drawing<View, Event, Move> = {
  decodeView: (bytes) => fromBinary(ViewSchema, bytes),
  decodeEvent: (bytes) => fromBinary(EventSchema, bytes),
  decodeMove: (bytes) => fromBinary(MoveSchema, bytes),
  draw: Table,
  placesOf,
  dropsOf,
  listed: LISTED,
  film,
  say: sayPlace,
  seatFacts,
  panels,
  inspect: Inspect,
};
