// The order of matches in lists: what is most urgent first, and nothing moves while somebody is about to click.

/** A row that can be told apart from others by its id. */
export interface Row {
  readonly id: string;
}

/** A row as it is shown: `isGone` where it has left the list since. */
export type Shown<R extends Row> = R & { readonly isGone: boolean };

/**
 * Returns the rows to show after a list has changed. While the list is held (the pointer or the focus is in it), every row
 * keeps its place: new ones stand at the end, and those that have left stay until the list is let go.
 */
export function settled<R extends Row>(shown: readonly Shown<R>[], next: readonly R[], isHeld: boolean): Shown<R>[] {
  if (!isHeld) return next.map((row) => ({ ...row, isGone: false }));
  const byId = new Map(next.map((row) => [row.id, row]));
  const kept = shown.map((row): Shown<R> => {
    const now = byId.get(row.id);
    byId.delete(row.id);
    return now === undefined ? { ...row, isGone: true } : { ...now, isGone: false };
  });
  return [...kept, ...[...byId.values()].map((row) => ({ ...row, isGone: false }))];
}

export interface Urgent extends Row {
  /** Time left for the reader's answer, in milliseconds; undefined without a clock. */
  readonly leftMs: number | undefined;
}

/** Returns the matches with the least time left first; those without a clock follow in the order given. */
export function byUrgency<R extends Urgent>(rows: readonly R[]): R[] {
  return [...rows].sort((a, b) => (a.leftMs ?? Infinity) - (b.leftMs ?? Infinity) || 0);
}
