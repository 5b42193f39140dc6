// The reader's own running matches: in which of them it is their turn, what is asked there, and how long they have.

import { MatchState, type Match } from "../generated/tilth/v1/lobby_pb";
import { reader } from "../me.svelte";
import { play } from "../server/calls";
import { followMatches, type ListedMatch } from "../server/match_list";
import { language } from "../words";
import { byUrgency, type Urgent } from "./order";

export interface OwnMatch extends Urgent {
  readonly match: Match;
  readonly seat: number;
  /** The question in words; undefined while it is not the reader's turn. */
  readonly question: string | undefined;
  /** How many records there are since the reader's own last answer; undefined before the first one. */
  readonly happened: number | undefined;
  /** Names of the players who are waited for. */
  readonly waitedFor: readonly string[];
  /** The time, by performance.now(), at which `leftMs` was true. */
  readonly at: number;
}

const MOST = 50;

class OwnMatches {
  rows = $state.raw<readonly OwnMatch[]>([]);
  /** False until the first list has come. */
  isKnown = $state(false);
  readonly turns = $derived(byUrgency(this.rows.filter(({ question }) => question !== undefined)));
  readonly others = $derived(this.rows.filter(({ question }) => question === undefined));

  /** Rows by the entry of the list that they were made of: an entry that has not changed asks for nothing again. */
  #made = new WeakMap<ListedMatch, Promise<OwnMatch | undefined>>();

  /** Follow the matches of a player until the returned function is called. */
  follow(playerId: string): () => void {
    let isOver = false;
    let lists = 0;
    let shown = 0;
    const end = followMatches({ playerId, state: MatchState.RUNNING, pageSize: MOST }, (list) => {
      const number = ++lists;
      void Promise.all(list.matches.map((one) => this.#rowOf(one, playerId)))
        .then((rows) => {
          if (isOver || number < shown) return;
          shown = number;
          this.rows = rows.filter((row) => row !== undefined);
          this.isKnown = true;
        })
        .catch((error: unknown) => reader.note(error));
    });
    return () => {
      isOver = true;
      this.rows = [];
      this.isKnown = false;
      end();
    };
  }

  #rowOf(listed: ListedMatch, playerId: string): Promise<OwnMatch | undefined> {
    let row = this.#made.get(listed);
    if (row === undefined) {
      row = makeRow(listed, playerId);
      row.catch(() => this.#made.delete(listed));
      this.#made.set(listed, row);
    }
    return row;
  }
}

async function makeRow({ match, pendingSeats = [], clocks, clocksAt }: ListedMatch, playerId: string): Promise<OwnMatch | undefined> {
  const seats = match.seats.flatMap((seat, index) => (seat.playerId === playerId && !seat.resigned ? [index] : []));
  const asked = seats.find((seat) => pendingSeats.includes(seat));
  const seat = asked ?? seats[0];
  if (seat === undefined) return undefined;
  const left = clocks.find((one) => one.seat === asked)?.remainingMs;
  const open = asked === undefined ? undefined : await askedOf(match.id, asked);
  return {
    id: match.id,
    match,
    seat,
    question: open?.question,
    happened: open?.happened,
    waitedFor: pendingSeats.filter((one) => !seats.includes(one)).map((one) => match.seats[one]?.playerName ?? ""),
    leftMs: left === undefined ? undefined : Number(left),
    at: clocksAt,
  };
}

interface Asked {
  readonly question: string;
  readonly happened: number | undefined;
}

/** Returns the question that a seat has open, and what happened before; undefined if it has been answered since. */
async function askedOf(matchId: string, seat: number): Promise<Asked | undefined> {
  const { decision, nextRecord, ownRecord } = await play.getView({ matchId, seat, texts: true, language });
  if (decision === undefined) return undefined;
  return {
    question: decision.text || decision.kind,
    happened: ownRecord === undefined ? undefined : Number(nextRecord - ownRecord) - 1,
  };
}

export const ownMatches = new OwnMatches();
