// What a reader looks for among the matches: an order and filters, as an address holds them.

import type { MessageInitShape } from "@bufbuild/protobuf";

import { type ListMatchesRequestSchema, MatchOrder, MatchState } from "../generated/tilth/v1/lobby_pb";
import { ForfeitCause } from "../generated/tilth/v1/record_pb";

/** The orders, by their names in addresses. A new one needs a line here and its word, `order-<name>`. */
export const ORDERS = {
  created: MatchOrder.UNSPECIFIED,
  ended: MatchOrder.ENDED,
  margin: MatchOrder.MARGIN,
  records: MatchOrder.RECORDS,
  duration: MatchOrder.DURATION,
  surprise: MatchOrder.RATING_SURPRISE,
  forfeit: MatchOrder.FORFEIT_CAUSE,
  activity: MatchOrder.LAST_RECORD,
} as const;

/** The ranges, by their names in addresses: the field of the request, and what one of the reader's units is in it. */
export const RANGES = {
  margin: { field: "margin", unit: 1 },
  records: { field: "records", unit: 1 },
  took: { field: "durationMs", unit: 60_000 },
  surprise: { field: "ratingSurprise", unit: 1 },
} as const;

export type Order = keyof typeof ORDERS;
export type RangeName = keyof typeof RANGES;

/** Both bounds are included; an undefined one is none. */
export interface Range {
  readonly min: number | undefined;
  readonly max: number | undefined;
}

export interface Query {
  readonly order: Order;
  readonly game: string;
  readonly title: string;
  readonly isMine: boolean;
  /** The cause for which a seat resigned; UNSPECIFIED: any match. */
  readonly forfeit: ForfeitCause;
  readonly ranges: Readonly<Partial<Record<RangeName, Range>>>;
}

export const isOrder = (name: string): name is Order => Object.hasOwn(ORDERS, name);
/** Whether only running matches are in an order. All others are of matches that have ended. */
export const isOfRunning = (order: Order): boolean => order === "activity";
/** The causes that a reader can choose. */
export const forfeitCauses: readonly ForfeitCause[] = Object.values(ForfeitCause).filter((cause) => typeof cause === "number" && cause !== ForfeitCause.UNSPECIFIED) as ForfeitCause[];
const nameOf = (cause: ForfeitCause): string => ForfeitCause[cause].toLowerCase();
export const rangeNames = Object.keys(RANGES) as readonly RangeName[];
export const orderNames = Object.keys(ORDERS) as readonly Order[];

/** Returns what an address asks for; what it says wrongly is left out. */
export function queryIn(text: string): Query {
  const found = new URLSearchParams(text);
  const order = found.get("order") ?? "";
  const ranges: Partial<Record<RangeName, Range>> = {};
  for (const name of rangeNames) {
    const bounds = /^(\d{0,9})\.\.(\d{0,9})$/.exec(found.get(name) ?? "");
    if (bounds !== null) ranges[name] = { min: numberIn(bounds[1]), max: numberIn(bounds[2]) };
  }
  return {
    order: isOrder(order) ? order : "created",
    game: found.get("game") ?? "",
    title: found.get("title") ?? "",
    isMine: found.get("mine") === "1",
    forfeit: forfeitCauses.find((cause) => nameOf(cause) === found.get("forfeit")) ?? ForfeitCause.UNSPECIFIED,
    ranges,
  };
}

export function addressOf({ order, game, title, isMine, forfeit, ranges }: Query): string {
  const address = new URLSearchParams();
  if (order !== "created") address.set("order", order);
  if (game !== "") address.set("game", game);
  if (title !== "") address.set("title", title);
  if (isMine) address.set("mine", "1");
  if (forfeit !== ForfeitCause.UNSPECIFIED) address.set("forfeit", nameOf(forfeit));
  for (const name of rangeNames) {
    const { min, max } = ranges[name] ?? { min: undefined, max: undefined };
    if (min !== undefined || max !== undefined) address.set(name, `${min ?? ""}..${max ?? ""}`);
  }
  const text = address.toString();
  return text === "" ? "#/matches" : `#/matches?${text}`;
}

/** Returns the filter of the call. `playerId` is the reader's. */
export function filterOf({ order, game, title, isMine, forfeit, ranges }: Query, playerId: string): MessageInitShape<typeof ListMatchesRequestSchema> {
  const bounds = rangeNames.flatMap((name) => {
    const range = ranges[name];
    if (range === undefined) return [];
    const { field, unit } = RANGES[name];
    const bound = (number: number | undefined): bigint | undefined => (number === undefined ? undefined : BigInt(number * unit));
    const [min, max] = [bound(range.min), bound(range.max)];
    return [[field, { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) }]];
  });
  return {
    state: isOfRunning(order) ? MatchState.RUNNING : MatchState.FINISHED,
    order: ORDERS[order],
    game,
    title,
    playerId: isMine ? playerId : "",
    forfeitCause: forfeit,
    ...(Object.fromEntries(bounds) as Record<(typeof RANGES)[RangeName]["field"], { min?: bigint; max?: bigint }>),
  };
}

const numberIn = (text: string | undefined): number | undefined => (text === undefined || text === "" ? undefined : Number(text));
