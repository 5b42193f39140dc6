// The figures of the operator's page as text, and the line of one figure over time.

import type { Duration, Timestamp } from "@bufbuild/protobuf/wkt";

import { language } from "../words";

export const HISTORY = 120;
/** Matches that nobody has moved in for so long are marked. */
export const IDLE_SECONDS = 600;

const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 });
const tenths = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });

export function count(value: number | bigint): string {
  return whole.format(value);
}

/** Returns a rate: small ones with a decimal, so that one answer in five seconds is not nothing. */
export function rate(value: number): string {
  return (value < 10 ? tenths : whole).format(value);
}

export function seconds(span: Duration | undefined): number {
  return span === undefined ? 0 : Number(span.seconds) + span.nanos / 1e9;
}

export function millis(at: Timestamp | undefined): number {
  return at === undefined ? 0 : Number(at.seconds) * 1000 + at.nanos / 1e6;
}

const UNITS = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
  ["second", 1],
] as const;

/** Returns a span of time in its two largest units: "3 days, 4 hr"; below a minute in seconds. */
export function span(total: number): string {
  const rounded = Math.max(0, Math.floor(total));
  const first = UNITS.findIndex(([, size]) => rounded >= size);
  if (first === -1) return unit(0, "second");
  const [name, size] = UNITS[first] ?? ["second", 1];
  const next = UNITS[first + 1];
  const rest = next === undefined || name === "minute" ? 0 : Math.floor((rounded % size) / next[1]);
  const head = unit(Math.floor(rounded / size), name);
  return next === undefined || rest === 0 ? head : `${head} ${unit(rest, next[0])}`;
}

/** Returns a time of some milliseconds: "0.9 ms", "340 ms", "9 s". */
export function latency(ms: number): string {
  if (ms >= 1000) return span(ms / 1000);
  return unit(ms, "millisecond", ms < 10 ? 1 : 0);
}

export function bytes(value: number): string {
  if (value >= 1e9) return unit(value / 1e9, "gigabyte", 1);
  if (value >= 1e6) return unit(value / 1e6, "megabyte");
  return unit(value / 1e3, "kilobyte");
}

export function percent(value: number): string {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(value / 100);
}

function unit(value: number, name: string, digits = 0): string {
  return new Intl.NumberFormat(language, { style: "unit", unit: name, unitDisplay: "short", maximumFractionDigits: digits }).format(value);
}

/** Returns the path of a line through the values, from the left of a box to its right; the least value lies lowest. */
export function linePath(values: readonly number[], width: number, height: number): string {
  if (values.length < 2) return "";
  const low = Math.min(...values);
  const range = Math.max(...values) - low;
  const step = width / (HISTORY - 1);
  const left = width - step * (values.length - 1);
  return values
    .map((value, at) => {
      const share = range === 0 ? 0.5 : (value - low) / range;
      return `${at === 0 ? "M" : "L"}${(left + at * step).toFixed(1)} ${(height - 3 - share * (height - 6)).toFixed(1)}`;
    })
    .join("");
}

const calendar = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" });

/** Returns a time of the server as the reader's calendar writes it; "" if there is none. */
export function dateTime(at: Timestamp | undefined): string {
  return at === undefined ? "" : calendar.format(millis(at));
}

/** Returns an address as people write it, and as a ban takes it: calls name it "ipv4:192.0.2.7". */
export function addressText(address: string): string {
  return address.replace(/^ipv[46]:/, "");
}
