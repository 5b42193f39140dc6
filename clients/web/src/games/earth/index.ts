// The drawing of Earth.

import { fromBinary } from "@bufbuild/protobuf";

import {
  type Event,
  EventSchema,
  type Move,
  MoveSchema,
  type View,
  ViewSchema,
} from "../../generated/tilth/games/earth/v1/earth_pb";
import type { Drawing, Look, Panel } from "../drawing";
import { film } from "./film";
import Inspect from "./Inspect.svelte";
import { dropsOf, ownSeat, placesOf } from "./places";
import { say, sayGoods, scoreOf } from "./say";
import Table from "./Table.svelte";
import { words } from "./words";

function panels(view: View, look: Look): readonly Panel[] {
  const own = view.players[ownSeat(look.seat)];
  return [
    { name: "island", title: words("island") },
    ...(own !== undefined && own.hand.length > 0 ? [{ name: "hand", title: words("hand"), count: own.hand.length }] : []),
    ...(view.players.length > 1 ? [{ name: "others", title: words("others") }] : []),
    ...(view.gaia === undefined ? [] : [{ name: "others", title: words("gaia") }]),
    { name: "goals", title: words("goals") },
  ];
}

export const drawing: Drawing<View, Event, Move> = {
  decodeView: (bytes) => fromBinary(ViewSchema, bytes),
  decodeEvent: (bytes) => fromBinary(EventSchema, bytes),
  decodeMove: (bytes) => fromBinary(MoveSchema, bytes),
  draw: Table,
  placesOf,
  dropsOf,
  film,
  say,
  listed: [],
  seatFacts: (view, seat) => {
    const player = view.players[seat];
    return player === undefined ? {} : { points: scoreOf(player.score), line: sayGoods(player) };
  },
  panels,
  inspect: Inspect,
};
