// From options to places of a drawing: which places are lit, and which options a click leaves.

import type { Option } from "../generated/tilth/v1/decision_pb";

/** Where an option lies on a drawing. A drawing that has no place for a move returns undefined: it is listed only. */
export type Places =
  | { readonly one: string }
  | { readonly path: readonly string[] }
  | { readonly set: readonly string[] };

/** An option with its places, and its number in the list, from 1. */
export interface Placed {
  readonly option: Option;
  readonly number: number;
  readonly places: Places | undefined;
}

/** What the places that were touched so far mean. */
export interface Narrowed {
  /** The places that can be touched next. */
  readonly lit: ReadonlySet<string>;
  /** The options that are still meant. */
  readonly meant: readonly Placed[];
  /** The option that the touched places are, exactly. */
  readonly exact: Placed | undefined;
}

/** Narrow the options by the places that were touched, in their order. */
export function narrowed(options: readonly Placed[], touched: readonly string[]): Narrowed {
  const meant = options.filter(({ places }) => places !== undefined && holds(places, touched));
  const lit = new Set<string>();
  for (const { places } of meant) for (const place of nextOf(places, touched)) lit.add(place);
  const exact = meant.filter(({ places }) => places !== undefined && namesOf(places).length === touched.length);
  return { lit, meant, exact: exact.length === 1 ? exact[0] : undefined };
}

/** The options that have their whole place here: a click on it is one of them. */
export function optionsAt(options: readonly Placed[], place: string): readonly Placed[] {
  return options.filter(({ places }) => places !== undefined && "one" in places && places.one === place);
}

function holds(places: Places, touched: readonly string[]): boolean {
  if ("one" in places) return touched.every((place) => place === places.one);
  if ("path" in places) return touched.every((place, index) => places.path[index] === place);
  return touched.every((place) => places.set.includes(place));
}

function nextOf(places: Places | undefined, touched: readonly string[]): readonly string[] {
  if (places === undefined) return [];
  if ("one" in places) return [places.one];
  if ("path" in places) return places.path.slice(touched.length, touched.length + 1);
  return places.set;
}

/** The names of an option's places. */
export function namesOf(places: Places): readonly string[] {
  if ("one" in places) return [places.one];
  return "path" in places ? places.path : places.set;
}
