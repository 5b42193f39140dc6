// A tournament that has ended, verified with all its matches.

import type { MatchFindings } from "../generated/tilth/v1/archive_pb";
import type { VerifyTournamentResponse } from "../generated/tilth/v1/tournament_archive_pb";
import { archive } from "../server/archive_calls";
import { tournamentArchive } from "../server/tournament_archive_calls";
import { say } from "../words/tournamentfile";

export interface Verdict {
  readonly tournament: VerifyTournamentResponse;
  readonly matches: number;
  readonly failed: readonly MatchFindings[];
  readonly rulesNotRun: number;
}

/** Have the server verify the tournament, and then its matches. Throws where it stops before the end. */
export async function verify(tournamentId: string, onProgress: (done: number, all: number) => void, signal: AbortSignal): Promise<Verdict> {
  const tournament = await tournamentArchive.verifyTournament({ tournamentId }, { signal });
  const failed: MatchFindings[] = [];
  for await (const reply of archive.verifyMatches({ selection: { filter: { tournamentId } } }, { signal })) {
    failed.push(...reply.failed);
    onProgress(Number(reply.matchesDone), Number(reply.matchCount));
    if (reply.finished) return { tournament, failed, matches: Number(reply.matchesDone), rulesNotRun: Number(reply.rulesNotRun) };
  }
  throw new Error(say("unfinished"));
}

/** Returns everything that does not fit, a sentence each; none for a tournament that holds. */
export function findingsOf({ tournament, failed }: Verdict): string[] {
  return [
    ...tournament.findings.map(({ pairing, message }) => (pairing === 0 ? say("finding", { message }) : say("finding-pairing", { pairing, message }))),
    ...failed.flatMap(({ matchId, findings }) => findings.map(({ record, message }) => say("finding-match", { match: matchId, record: Number(record), message }))),
  ];
}
