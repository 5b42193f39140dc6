// The conduct of entrants in words and figures, and warnings about results that may not be comparable.

import { ForfeitCause } from "../generated/tilth/v1/record_pb";
import type { GetStandingsResponse, PlayedUnder, Standing } from "../generated/tilth/v1/tournaments_pb";
import { say } from "../words/conduct";

/** Returns a time in seconds, with as many digits as it needs: 0.004, 1.25, 61. */
export function seconds(ms: number): string {
  const value = ms / 1000;
  return value >= 60 ? value.toFixed(0) : value >= 1 ? String(Number(value.toPrecision(3))) : value.toFixed(3);
}

/** Returns the forfeits of an entrant by cause: "crashed 3, time 1". */
export function forfeits(line: Standing): string {
  return line.forfeitCauses.map(({ cause, games }) => `${say(`cause-${cause in ForfeitCause ? cause : 0}`)} ${games}`).join(", ");
}

/** Returns whether anything is known of how the entrants played. */
export const hasConduct = ({ standings }: GetStandingsResponse): boolean =>
  standings.some((line) => line.version !== "" || line.forfeitCauses.length > 0 || (line.thinking?.answers ?? 0) > 0);

/** Returns a line about matches that were played under the same builds and rules. */
export function underText({ builds, game, rulesVersion, games }: PlayedUnder): string {
  const build = builds.map((each) => each || say("unknown")).join(" → ") || say("unknown");
  return say("under", { games, game, rules: rulesVersion || say("unknown"), build });
}

/** Returns a warning for each thing that differs between matches: the build, the rules of a game, an entrant's version. */
export function warnings({ playedUnder, standings }: GetStandingsResponse): string[] {
  const rules = new Map<string, Set<number>>();
  for (const { game, rulesVersion } of playedUnder) rules.set(game, (rules.get(game) ?? new Set()).add(rulesVersion));
  return [
    ...(new Set(playedUnder.map(({ builds }) => builds.join("\n"))).size > 1 ? [say("builds-differ")] : []),
    ...[...rules].filter(([, versions]) => versions.size > 1).map(([game]) => say("rules-differ", { game })),
    ...standings
      .filter((line) => line.earlierVersions.length > 0)
      .map((line) => say("versions-differ", { player: line.playerName, versions: [...line.earlierVersions, line.version].join(", ") })),
  ];
}
