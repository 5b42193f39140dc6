// Calls that are made again and again, less often while the tab is hidden or the server cannot be reached.

import { reader } from "../me.svelte";
import { CallRefused } from "./calls";
import { reach } from "./reach.svelte";

const LONGEST_PAUSE_MS = 10_000;
const HIDDEN_FACTOR = 5;

/** Do the work now, and again after each pause, until the returned function is called. */
export function repeat(pauseMs: number, work: () => Promise<void>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  let pause = pauseMs;

  const turn = async (): Promise<void> => {
    clearTimeout(timer);
    try {
      await work();
      pause = pauseMs;
      reach.found();
    } catch (error) {
      reader.note(error);
      const isAway = error instanceof CallRefused && error.isUnreachable;
      if (!isAway && !(error instanceof CallRefused)) console.error(error);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      if (isAway) reach.missed(pause, again);
    }
    if (!isOver) timer = setTimeout(again, document.hidden ? pause * HIDDEN_FACTOR : pause);
  };
  const again = (): void => {
    if (!isOver) void turn();
  };
  const look = (): void => {
    if (!document.hidden) again();
  };
  document.addEventListener("visibilitychange", look);
  addEventListener("online", again);
  again();
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", again);
  };
}
