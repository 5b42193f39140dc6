// Tournaments in a few words and figures.

import { type Pairing, PairingState, type Tournament } from "../generated/tilth/v1/tournaments_pb";
import { optionName, optionsOf } from "../start/written";
import { say } from "../words/tournament";

export function titleOfTournament(tournament: Tournament): string {
  return tournament.settings?.title || say("untitled");
}

/** Returns what is played and how: "Petrichor, long form · round robin · 2 seats at a table". */
export function aboutTournament(tournament: Tournament, gameTitle: (name: string) => string = optionName): string {
  const settings = tournament.settings;
  if (settings === undefined) return "";
  const games = settings.gameSetups.map(({ game, settings: options }) => [gameTitle(game), optionsOf(options)].filter(Boolean).join(", "));
  const format = settings.format.case === undefined ? [] : [say(`format-${settings.format.case}`)];
  return [
    ...games,
    ...format,
    say("table-seats", { seats: settings.tableSeats }),
    ...(settings.duplicate ? [say("duplicate")] : []),
    say("entrants", { count: tournament.entrantCount }),
  ].join(" · ");
}

/** Returns how far the tournament is: "78 of 90 games · 4 live · round 3 of 5". */
export function progressOf(tournament: Tournament): string {
  const { finishedPairings: done, pairingCount: all, runningPairings: live, round, roundCount } = tournament;
  const games = all > 0 ? say("pairings-of", { done, all }) : say("pairings-done", { done });
  const rounds = roundCount > 1 ? [say("round-of", { round, count: roundCount })] : round > 1 ? [say("round", { round })] : [];
  return [games, ...(live > 0 ? [say("live-count", { count: live })] : []), ...rounds].join(" · ");
}

/** Returns points as arbiters write them: 1½, ½, 0.333 as 0.33. */
export function points(value: number): string {
  const whole = Math.floor(value);
  if (Math.abs(value - whole - 0.5) < 1e-9) return whole === 0 ? "½" : `${whole}½`;
  return String(Math.round(value * 100) / 100);
}

/** Returns the half-width of an interval of scores: "±1.3". */
export const margin = (value: number): string => `±${Number.isFinite(value) ? value.toFixed(1) : "∞"}`;

export const isLive = (pairing: Pairing): boolean => pairing.state === PairingState.RUNNING && pairing.matchId !== "";

/** Returns the entrants who play each other now, as "row column" of the numbers of entrants. */
export function meetings(pairings: readonly Pairing[]): ReadonlySet<string> {
  const found = new Set<string>();
  for (const { seats } of pairings.filter(isLive)) {
    for (const row of seats) for (const column of seats) if (row !== column) found.add(`${row} ${column}`);
  }
  return found;
}
