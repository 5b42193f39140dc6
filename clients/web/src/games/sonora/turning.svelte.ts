// How the reader has turned the board: by quarter turns, or always with their own corner near. Kept in the browser.

const KEPT = "tilth.sonora.turn";

/** The quarter turns that the reader chose; undefined: the reader's own corner is brought near. */
function kept(): number | undefined {
  const text = localStorage.getItem(KEPT);
  return text === null || !/^[0-3]$/.test(text) ? undefined : Number(text);
}

export const turning = $state({ chosen: kept() });

export function turnBoard(quarters: number | undefined): void {
  turning.chosen = quarters === undefined ? undefined : ((quarters % 4) + 4) % 4;
  if (turning.chosen === undefined) localStorage.removeItem(KEPT);
  else localStorage.setItem(KEPT, String(turning.chosen));
}
