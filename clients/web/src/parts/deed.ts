// Something that is asked about before it is done, in a dialog.

/** What the dialog was filled in with. */
export interface Filled {
  readonly reason: string;
  /** The length of a ban in milliseconds; 0 until it is lifted. */
  readonly banMs: number;
  readonly resign: boolean;
}

/** What a deed has led to: a sentence, and a secret that is shown once. */
export interface Outcome {
  readonly text: string;
  readonly secret?: string;
}

export interface Deed {
  /** A question. */
  readonly title: string;
  readonly what: string;
  /** The label of the field for the reason; undefined where the call takes none. */
  readonly why?: string;
  readonly verb: string;
  readonly keep: string;
  readonly isHarm: boolean;
  readonly isBan?: boolean;
  readonly run: (filled: Filled) => Promise<Outcome>;
}
