// The drawing of Sonora.

import { fromBinary } from "@bufbuild/protobuf";

import {
  Bonus,
  type Event,
  EventSchema,
  type Move,
  MoveSchema,
  Phase,
  Place,
  type View,
  ViewSchema,
} from "../../generated/tilth/games/sonora/v1/sonora_pb";
import type { Drawing, Look, Panel, SeatFacts } from "../drawing";
import { film } from "./film";
import Inspect from "./Inspect.svelte";
import { allPointsOf, coloursOf, isSolo } from "./names";
import { LISTED, placesOf } from "./places";
import { sayNumber, sayPlace } from "./say";
import Table from "./Table.svelte";
import { say } from "./words";

function seatFacts(view: View, seat: number, look: Look): SeatFacts {
  const player = view.players[seat];
  if (player === undefined) return {};
  const inHand = view.discs.filter(({ colour, where }) => where === Place.IN_HAND && coloursOf(view, seat).includes(colour));
  const parts = [
    say("seat-count", { bonus: look.label("bonus", Bonus.REFLICK), count: player.reflicks }),
    say("seat-count", { bonus: look.label("bonus", Bonus.SWAP), count: player.swaps }),
  ];
  const hand = isSolo(view) ? String(inHand.length) : inHand.map(({ value }) => value).join(" ");
  if (view.phase === Phase.FLICKING && inHand.length > 0) parts.unshift(hand);
  return { points: allPointsOf(player), line: parts.join(" · ") };
}

function panels(view: View, look: Look): readonly Panel[] {
  const seat = look.seat ?? 0;
  const left = view.discs.filter((disc) => disc.left > 0 && coloursOf(view, seat).includes(disc.colour)).length;
  return [
    { name: "board", title: say("tab-board") },
    { name: "sheet", title: say("sheet"), ...(left > 0 ? { count: left } : {}) },
    ...(isSolo(view) ? [] : [{ name: "others", title: say("others") }]),
  ];
}

export const drawing: Drawing<View, Event, Move> = {
  decodeView: (bytes) => fromBinary(ViewSchema, bytes),
  decodeEvent: (bytes) => fromBinary(EventSchema, bytes),
  decodeMove: (bytes) => fromBinary(MoveSchema, bytes),
  draw: Table,
  placesOf,
  listed: LISTED,
  film,
  say: sayPlace,
  sayNumber,
  seatFacts,
  panels,
  inspect: Inspect,
};
