// Something that is asked about before it is done, in a dialog.

import { type Timestamp, timestampFromMs } from "@bufbuild/protobuf/wkt";

interface AnyField {
  /** The name of the request's field, at which a refusal of it is shown; of a list, with a dot and the index. */
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
}

export interface TextField extends AnyField {
  readonly kind: "text";
  readonly initial?: string;
  readonly longest: number;
  readonly isRequired?: boolean;
}

export interface NumberField extends AnyField {
  readonly kind: "number";
  readonly initial: number;
  readonly min: number;
  readonly max: number;
}

export interface ChoiceField extends AnyField {
  readonly kind: "choice";
  readonly initial: string;
  readonly options: readonly { readonly value: string; readonly text: string }[];
}

export interface CheckField extends AnyField {
  readonly kind: "check";
}

/** A time to come: after one of some lengths, at a time of the calendar, or never. */
export interface TimeField extends AnyField {
  readonly kind: "time";
  /** Milliseconds from now. */
  readonly lengths: readonly number[];
  /** What no time at all means. */
  readonly never: string;
  /** One of the lengths; 0 for never. */
  readonly initial: number;
}

export type Field = TextField | NumberField | ChoiceField | CheckField | TimeField;

/** What the dialog was filled in with. */
export interface Filled {
  readonly reason: string;
  /** By the names of the fields: the text, the number or the option; "true" or ""; and for times what `timeIn` reads. */
  readonly values: Readonly<Record<string, string>>;
}

/** Returns the time of a filled field of times; undefined for never. A length counts from this call on. */
export function timeIn(value: string | undefined): Timestamp | undefined {
  if (!value) return undefined;
  return timestampFromMs(value.startsWith("+") ? Date.now() + Number(value) : Number(value));
}

/** What a deed has led to: a sentence, and a secret that is shown once. */
export interface Outcome {
  readonly text: string;
  readonly secret?: string;
  /** The dialog itself says the sentence, where the page has no place for it. */
  readonly stays?: boolean;
}

export interface Deed {
  /** A question. */
  readonly title: string;
  readonly what: string;
  readonly fields?: readonly Field[];
  /** The label of the field for the reason; undefined where the call takes none. */
  readonly why?: string;
  readonly verb: string;
  readonly keep: string;
  readonly isHarm: boolean;
  readonly run: (filled: Filled) => Promise<Outcome>;
}
