// The drawing of Petrichor.

import { fromBinary } from "@bufbuild/protobuf";

import {
  type Event,
  EventSchema,
  type Move,
  MoveSchema,
  type View,
  ViewSchema,
} from "../../generated/tilth/games/petrichor/v1/petrichor_pb";
import type { Drawing } from "../drawing";
import Inspect from "./Inspect.svelte";
import { film } from "./film";
import { dropsOf, LISTED, placesOf } from "./places";
import { sayCloud, sayLine, sayTile } from "./say";
import Table from "./Table.svelte";
import { say } from "./words";

export const drawing: Drawing<View, Event, Move> = {
  decodeView: (bytes) => fromBinary(ViewSchema, bytes),
  decodeEvent: (bytes) => fromBinary(EventSchema, bytes),
  decodeMove: (bytes) => fromBinary(MoveSchema, bytes),
  draw: Table,
  placesOf,
  dropsOf,
  listed: LISTED,
  film,
  say: (place, view, look) => {
    const tile = tileAt(place, view);
    if (tile === undefined) return "";
    return place.startsWith("cloud") ? sayCloud(tile, look) : sayTile(tile, look);
  },
  seatFacts: (view, seat) => {
    const player = view.players.find((one) => one.seat === seat);
    return player === undefined ? {} : { points: player.points, line: sayLine(player) };
  },
  panels: (view, look) => {
    const own = view.players.find(({ seat }) => seat === look.seat);
    const cards = own === undefined ? 0 : own.pack.length || own.hand.length;
    const hand = own === undefined ? [] : [{ name: "hand", title: say("hand"), count: cards }];
    return [{ name: "table", title: say("table") }, ...hand, { name: "side", title: say("side") }];
  },
  inspect: Inspect,
};

/** The tile that a place of the table belongs to. */
export function tileAt(place: string, view: View) {
  const found = /^(?:tile|cloud|drop|cloud-drop)-(\d+)/.exec(place);
  return found === null ? undefined : view.tiles.find(({ tile }) => tile === Number(found[1]));
}
