// What the server would refuse: it is asked whenever something has changed, and its words are shown as they are.

import { lobby } from "../server/calls";
import type { Settings } from "./options";

/** Values that would be refused if they were set, by option and value; seat counts have the option "seat_count". */
export class Refusals {
  readonly #values: ReadonlyMap<string, string>;

  constructor(
    /** What is refused as it is set now: the option, and the reason. Undefined if a match can be made. */
    readonly present: { readonly option: string; readonly message: string } | undefined,
    values: readonly { readonly option: string; readonly value: string; readonly message: string }[],
  ) {
    this.#values = new Map(values.map(({ option, value, message }) => [`${option}=${value}`, message]));
  }

  /** Returns the reason why a value cannot be set; empty if it can. */
  of(option: string, value: string): string {
    return this.#values.get(`${option}=${value}`) ?? "";
  }

  /** Returns the reason why the option cannot stay as it is; empty if it can. */
  now(option: string): string {
    return this.present?.option === option ? this.present.message : "";
  }
}

export const NONE = new Refusals(undefined, []);

/** Ask the server what it would refuse with these settings and seats. */
export async function askRefusals(game: string, settings: Settings, seatCount: number): Promise<Refusals> {
  const { refusal, refusedValues } = await lobby.checkOptions({ game, settings, seatCount });
  return new Refusals(refusal, refusedValues);
}

/** Returns the option that a refused call names: its field is "settings.long_form" or "seat_count". */
export function optionOf(field: string): string {
  return field.replace(/^settings\./, "");
}
