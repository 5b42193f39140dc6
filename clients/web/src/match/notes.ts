// The reader's own notes on matches. They are kept in this browser, and the server never sees them.

const KEPT = "tilth.notes";
/** More notes than this are not kept: the ones that were not changed for the longest time go first. */
export const MOST_NOTES = 200;
export const MOST_LETTERS = 10_000;

type Kept = Pick<Storage, "getItem" | "setItem">;

/** Returns the note on a match; empty if there is none. */
export function noteOn(matchId: string, kept: Kept = localStorage): string {
  return new Map(notesIn(kept.getItem(KEPT))).get(matchId) ?? "";
}

/** Keep a note on a match; an empty one is forgotten. Returns false where the browser keeps nothing. */
export function keepNote(matchId: string, text: string, kept: Kept = localStorage): boolean {
  const others = notesIn(kept.getItem(KEPT)).filter(([id]) => id !== matchId);
  const notes = text === "" ? others : [...others, [matchId, text.slice(0, MOST_LETTERS)] as const];
  try {
    kept.setItem(KEPT, JSON.stringify(notes.slice(-MOST_NOTES)));
    return true;
  } catch {
    return false;
  }
}

/** The notes in a kept text, the one that was changed last at the end; what is not one is left out. */
function notesIn(text: string | null): readonly (readonly [string, string])[] {
  let found: unknown;
  try {
    found = JSON.parse(text ?? "[]");
  } catch {
    return [];
  }
  if (!Array.isArray(found)) return [];
  return found.filter((one): one is [string, string] => Array.isArray(one) && typeof one[0] === "string" && typeof one[1] === "string");
}
