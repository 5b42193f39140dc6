// A tournament that keeps itself up to date: the tournament, its standings and the pairings that are played now.

import { create } from "@bufbuild/protobuf";

import { OpenTournamentSchema } from "../generated/tilth/v1/play_pb";
import {
  type GetStandingsResponse,
  type Pairing,
  PairingState,
  type Tournament,
} from "../generated/tilth/v1/tournaments_pb";
import { tournaments } from "./tournament_calls";
import { stream } from "./stream";

export interface TournamentNow {
  readonly tournament: Tournament;
  readonly standings: GetStandingsResponse;
  readonly live: readonly Pairing[];
}

/** Pause between two fetches while records come quickly. */
const PAUSE_MS = 500;

/** Follow a tournament until the returned function is called. `onChange` gets all of it, at once and after its records. */
export function followTournament(
  tournamentId: string,
  onChange: (now: TournamentNow) => void,
  onFailure: (error: unknown) => void,
): () => void {
  let isOver = false;
  let isStale = true;
  let isFetching = false;

  async function fetchAll(): Promise<void> {
    if (isFetching) return;
    isFetching = true;
    while (isStale && !isOver) {
      isStale = false;
      try {
        const now = await fetchTournament(tournamentId);
        if (now !== undefined && !isOver) onChange(now);
      } catch (error) {
        if (!isOver) onFailure(error);
      }
      await new Promise((done) => setTimeout(done, PAUSE_MS));
    }
    isFetching = false;
  }

  // The records only say that something has changed: the server folds them, and the page shows what it says.
  const opening = create(OpenTournamentSchema, { tournamentId });
  const channel = stream.subscribe({ case: "openTournament", value: opening }, ({ payload }) => {
    if (payload.case !== "tournament" && payload.case !== "opened" && payload.case !== "caughtUp") return;
    isStale = true;
    void fetchAll();
  });
  void fetchAll();
  return () => {
    isOver = true;
    channel.close();
  };
}

async function fetchTournament(tournamentId: string): Promise<TournamentNow | undefined> {
  const [{ tournament }, standings, live] = await Promise.all([
    tournaments.getTournament({ tournamentId }),
    tournaments.getStandings({ tournamentId }),
    tournaments.listPairings({ tournamentId, state: PairingState.RUNNING, pageSize: 100 }),
  ]);
  return tournament === undefined ? undefined : { tournament, standings, live: live.pairings };
}
