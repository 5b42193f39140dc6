// Matches in a few words, for lists: title, options, players, result, time left.

import { type Game, type Match, MatchState } from "../generated/tilth/v1/lobby_pb";

const LONGEST_NAME = 40;

/** Returns a name or title that fits a line: at most 40 characters, and an ellipsis for the rest. */
export function cut(text: string, longest = LONGEST_NAME): string {
  const letters = [...text];
  return letters.length <= longest ? text : `${letters.slice(0, longest - 1).join("")}…`;
}

/** Returns an option's name as a reader writes it: "long_form" is "Long form". */
export function optionName(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** Returns the options that differ from the usual ones: "long form, 7 rounds"; the values of texts are left out. */
export function optionsOf(settings: Readonly<Record<string, string>>): string {
  const parts = Object.entries(settings).map(([name, value]) => {
    const words = name.replaceAll("_", " ");
    if (value === "true") return words;
    if (value === "false") return `- ${words}`;
    return value.length > 0 && value.length <= 24 ? `${words}: ${value}` : words;
  });
  return parts.join(", ");
}

export function titleOfMatch(match: Match, games: readonly Game[]): string {
  return match.title || gameTitle(match.game, games);
}

export function gameTitle(name: string, games: readonly Game[]): string {
  return games.find((game) => game.name === name)?.title ?? optionName(name);
}

export const isTaken = (match: Match, seat: number): boolean => match.seats[seat]?.playerId !== "";

export const freeSeats = (match: Match): number => match.seats.filter(({ playerId }) => playerId === "").length;

/** Returns the seats that share the first place of a finished match. */
export function winners(match: Match): number[] {
  if (match.state !== MatchState.FINISHED || match.result === undefined) return [];
  return match.result.places.flatMap((place, seat) => (place === 1 ? [seat] : []));
}

/** Returns a time in the form of the clocks: "4:40", "2:05 h", "1 d 4 h". */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const pad = (value: number): string => String(value).padStart(2, "0");
  if (seconds >= 86_400) return `${Math.floor(seconds / 86_400)} d ${Math.floor((seconds % 86_400) / 3600)} h`;
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${pad(Math.floor((seconds % 3600) / 60))} h`;
  return `${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;
}
