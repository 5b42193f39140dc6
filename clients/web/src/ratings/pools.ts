// Pools and seasons of ratings: in words, and the pool that a link asks for.

import type { Timestamp } from "@bufbuild/protobuf/wkt";

import type { RatingPool, Season } from "../generated/tilth/v1/ratings_pb";
import { optionsOf } from "../start/written";
import { language } from "../words";
import { say } from "../words/ratings";

/** What an address asks for. Each part may be empty. */
export interface Wanted {
  readonly pool: string;
  readonly season: string;
  /** For links that know no pool: the pool of this game, with this number of seats if it is not 0. */
  readonly game: string;
  readonly seats: number;
}

/** Returns the pool that is asked for, or the one with the most games; undefined if there is none. */
export function poolFor(pools: readonly RatingPool[], { pool, game, seats }: Wanted): RatingPool | undefined {
  if (pool !== "") return pools.find(({ name }) => name === pool);
  const ofGame = pools.filter((one) => one.game === game);
  return ofGame.find((one) => one.seats === seats) ?? ofGame[0] ?? pools[0];
}

/** Returns what a pool holds, without its game: "2 seats, rules 3, long form (24 games)". */
export function poolText({ seats, rulesVersion, settings, games }: RatingPool): string {
  const parts = [say("seats", { seats }), say("rules", { version: rulesVersion }), optionsOf(settings)];
  return say("pool-text", { parts: parts.filter(Boolean).join(", "), games });
}

export const addressOf = ({ pool, season }: Pick<Wanted, "pool" | "season">): string =>
  `#/ratings?${new URLSearchParams({ ...(pool === "" ? {} : { pool }), ...(season === "" ? {} : { season }) }).toString()}`;

/** Returns the time of a season as the reader writes it. */
export const timeText = (time: Timestamp): string => new Date(msOf(time)).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });

/** Returns the times of a season: "from 1 March to 1 June". */
export function spanText({ start, end }: Season): string {
  if (start === undefined) return "";
  return end === undefined ? say("since", { start: timeText(start) }) : say("span", { start: timeText(start), end: timeText(end) });
}

export const isOpen = ({ end }: Season, now: number): boolean => end === undefined || msOf(end) > now;

export const msOf = ({ seconds }: Timestamp): number => Number(seconds) * 1000;

/** Returns a time in milliseconds as the field for one holds it, by this device's clock; empty for none. */
export function fieldText(ms: number | undefined): string {
  if (ms === undefined) return "";
  return new Date(ms - new Date(ms).getTimezoneOffset() * 60_000).toISOString().slice(0, 19);
}

/** Returns the time that such a field holds; undefined if it is empty. */
export function timeIn(text: string): { seconds: bigint } | undefined {
  const ms = new Date(text).getTime();
  return text === "" || Number.isNaN(ms) ? undefined : { seconds: BigInt(Math.floor(ms / 1000)) };
}

/** Returns the line of a course of ratings, for a drawing of this width and height. */
export function coursePath(values: readonly number[], width: number, height: number): string {
  const low = Math.min(...values);
  const range = Math.max(...values) - low || 1;
  const step = width / Math.max(1, values.length - 1);
  return values.map((value, at) => `${at === 0 ? "M" : "L"}${(at * step).toFixed(1)} ${(height - ((value - low) / range) * height).toFixed(1)}`).join("");
}
