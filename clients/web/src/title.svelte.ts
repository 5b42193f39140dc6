// The tab's title, its icon, and the browser's notifications: they say when it is the reader's turn.

import { settings } from "./settings.svelte";
import { ownMatches } from "./start/own_matches.svelte";
import { titleOfMatch } from "./start/written";
import { say } from "./words/shell";

const ICON = "./icon.svg";
const ICON_TURN = "./icon-turn.svg";

class Title {
  /** What this page shows: a match's title, "Tournaments". */
  page = $state("");
  /** The match that this page shows, which tells itself whether it is the reader's turn there. */
  match = $state.raw<{ readonly id: string; readonly title: string; readonly isMyTurn: boolean }>();
}

export const title = new Title();

/** Returns the tab's title: in how many matches it is the reader's turn, in which first, or what the page shows. */
export function titleOf(page: string, turns: readonly string[]): string {
  if (turns.length === 0) return page === "" ? "Tilth" : `${page} - Tilth`;
  return `${turns.length > 1 ? `(${turns.length}) ` : ""}${say("your-turn")}: ${turns[0] ?? ""} - Tilth`;
}

/** Keep title and icon true, and notify of new turns, until the component that calls this is gone. */
export function keepTitle(): void {
  let known = new Set<string>();
  $effect(() => {
    const turns = ownMatches.turns;
    const here = title.match;
    const others = turns.filter(({ id }) => id !== here?.id).map(({ match }) => titleOfMatch(match, []));
    document.title = titleOf(title.page, here?.isMyTurn ? [here.title, ...others] : others);
    document.querySelector("link[rel=icon]")?.setAttribute("href", turns.length > 0 ? ICON_TURN : ICON);
    const isNew = turns.filter(({ id }) => !known.has(id));
    known = new Set(turns.map(({ id }) => id));
    if (!settings.choices.notify || !document.hidden) return;
    for (const { id, match, question } of isNew) notify(id, titleOfMatch(match, []), question ?? "");
  });
}

/** Whether the browser lets the page notify; "default" means that it would ask. */
export function permission(): NotificationPermission | "unsupported" {
  return "Notification" in window ? Notification.permission : "unsupported";
}

/** Ask the reader's browser for notifications; it has to be the consequence of a click. */
export async function askToNotify(): Promise<void> {
  if (permission() === "default") await Notification.requestPermission();
  settings.choose({ notify: permission() === "granted" });
}

function notify(matchId: string, match: string, question: string): void {
  if (permission() !== "granted") return;
  const shown = new Notification(`${say("your-turn")}: ${match}`, { body: question, tag: matchId });
  shown.onclick = () => {
    window.focus();
    location.hash = `#/match/${matchId}`;
    shown.close();
  };
}
