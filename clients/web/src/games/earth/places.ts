// Where the moves of Earth lie on its table, and how the places of the table are called.

import { fromBinary } from "@bufbuild/protobuf";

import {
  type Good,
  type Move,
  MoveSchema,
  type Player,
  Taking,
  type View,
} from "../../generated/tilth/games/earth/v1/earth_pb";
import type { Decision, Option } from "../../generated/tilth/v1/decision_pb";
import type { Places } from "../../match/places";
import type { Drop, Look } from "../drawing";

/** The island, the climate and the team's shared area have numbers after those of the field. */
export const ISLAND = 49;
export const CLIMATE = 50;
export const SHARED = 51;

const BEYOND: Readonly<Record<number, string>> = { [ISLAND]: "island", [CLIMATE]: "climate", [SHARED]: "shared" };

/** A place of the reader's own area. */
export const spotPlace = (place: number): string => BEYOND[place] ?? `spot-${place}`;
/** A place of somebody else's area. */
export const otherPlace = (seat: number, place: number): string => `other-${seat}-${place}`;
export const sidePlace = (card: number): string => `side-${card}`;
export const handPlace = (card: number): string => `hand-${card}`;
export const lookedPlace = (card: number): string => `looked-${card}`;
export const sharedCardPlace = (card: number): string => `shared-${card}`;
export const actionPlace = (action: number): string => `action-${action}`;
export const goodPlace = (good: number): string => `good-${good}`;
export const halfPlace = (seat: number, good: number): string => `half-${seat}-${good}`;
/** Somebody else's half of a shared area; the reader's own is a place of the own area. */
export const areaPlace = (seat: number): string => `area-${seat}`;
export const faunaPlace = (goal: number): string => `fauna-${goal}`;
/** A card that lies somewhere else: an ecosystem, a played event, a card of Gaia's. */
export const cardPlace = (card: number): string => `card-${card}`;
/** Where sprouts are exchanged for soil. */
export const EXCHANGE_PLACE = "exchange";

/** What the reader is asked for as goods, each shown as a large picture while it is asked. */
export const GOODS_KINDS: ReadonlySet<string> = new Set(["draw", "react", "amounts", "share-amounts", "pick-up"]);

export function placesOf({ move }: Move, kind: string): Places | undefined {
  switch (move.case) {
    case "chooseSide":
      return { one: sidePlace(move.value.card) };
    case "compostCard":
    case "plantCard":
    case "playEvent":
      return { one: handPlace(move.value.card) };
    case "chooseAction":
      return { one: actionPlace(move.value.action) };
    case "choosePlace":
    case "activate":
    case "copyAbility":
    case "placeSprout":
    case "placeGrowth":
    case "paySprout":
    case "payGrowth":
      return { one: spotPlace(move.value.place) };
    case "takeGood":
    case "takeAmount":
      return { one: goodPlace(move.value.good) };
    case "keepCard":
      return { one: kind === "pick-up-cards" ? sharedCardPlace(move.value.card) : lookedPlace(move.value.card) };
    case "putBack":
      return { one: lookedPlace(move.value.card) };
    case "exchangeSprouts":
      return { one: EXCHANGE_PLACE };
    case "pickUpGood":
      return { one: halfPlace(move.value.half, move.value.good) };
    case "chooseGoal":
      return { one: faunaPlace(move.value.goal) };
    default:
      return undefined;
  }
}

/** The reader's whole field, as a place to let a card go. */
export const FIELD = "field";

/**
 * Where a card of the hand can be dragged while one is planted: to every place of the field that is open to cards. If that
 * is a single one, anywhere on the field: the next question is left out.
 */
export function dropsOf(from: string, view: View, look: Look): ReadonlyMap<string, Drop> {
  const isHeld = look.decision?.kind === "plant" && (look.lit.has(from) || look.picked.has(from)) && from.startsWith("hand-");
  const own = view.players[look.seat ?? -1];
  if (!isHeld || own === undefined) return new Map();
  if (own.openPlaces.length === 1) return new Map([[FIELD, { touches: [from] }]]);
  const open = own.openPlaces.map(spotPlace);
  return new Map(open.map((place) => [place, { touches: [from], then: { kind: "place", place } }]));
}

/** The goods that a decision asks about, in its order, each once. */
export function goodsAsked(decision: Decision | undefined): readonly Good[] {
  if (decision === undefined || !GOODS_KINDS.has(decision.kind)) return [];
  const goods = new Set<Good>();
  for (const option of decision.options) {
    const { move } = fromBinary(MoveSchema, option.move);
    if (move.case === "takeGood" || move.case === "takeAmount") goods.add(move.value.good);
  }
  return [...goods];
}

/** An offer at a place: what may be done there at any time, and the way in which its gain is taken. */
export interface OfferHere {
  readonly option: Option;
  readonly taking: Taking;
}

/** The offers of a decision that lie at a place. */
export function offersAt(decision: Decision | undefined, place: string): readonly OfferHere[] {
  return (decision?.offers ?? []).flatMap((option) => {
    const move = fromBinary(MoveSchema, option.move);
    const places = placesOf(move, "offer");
    if (places === undefined || !("one" in places) || places.one !== place) return [];
    return [{ option, taking: move.move.case === "playEvent" ? move.move.value.taking : Taking.ALL }];
  });
}

/** A place, taken apart: what it is, and its numbers. */
export interface PlaceName {
  readonly what: string;
  readonly first: number;
  readonly second: number;
}

export function parsePlace(place: string): PlaceName {
  const beyond = Object.entries(BEYOND).find(([, name]) => name === place);
  if (beyond !== undefined) return { what: "spot", first: Number(beyond[0]), second: 0 };
  const [what = "", first = "0", second = "0"] = place.split("-");
  return { what, first: Number(first), second: Number(second) };
}

/** The player whose area a table shows large: the reader, for a spectator the first one. */
export const ownSeat = (seat: number | undefined): number => seat ?? 0;

/** The card on a place of a player's area; undefined if there is none. */
export function cardAt(player: Player, place: number): number | undefined {
  if (place === ISLAND) return player.island;
  if (place === CLIMATE) return player.climate;
  return player.field.find((spot) => spot.place === place)?.card;
}

/** The card that a place shows; undefined if it shows none. */
export function cardOf(view: View, place: string, seat: number | undefined): number | undefined {
  const { what, first, second } = parsePlace(place);
  const own = view.players[ownSeat(seat)];
  switch (what) {
    case "spot":
      return own === undefined ? undefined : cardAt(own, first);
    case "other": {
      const player = view.players[first];
      return player === undefined ? undefined : cardAt(player, second);
    }
    case "fauna":
      return view.fauna[first];
    case "side":
    case "hand":
    case "looked":
    case "shared":
    case "card":
      return first;
    default:
      return undefined;
  }
}
