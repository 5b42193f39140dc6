// What is done about a match that waits for somebody who has left.

import type { Match } from "../generated/tilth/v1/lobby_pb";
import type { Deed } from "../parts/deed";
import { operations } from "../server/operations_calls";
import { say as sayParts } from "../words/operatorparts";
import { say } from "../words/stuck";

const shortOf = ({ id }: Match): string => id.slice(0, 8);

/** A seat as a person reads it: its number, counted from 1, and its player. */
const seatText = ({ seats }: Match, seat: number): string => say("seat", { seat: seat + 1, name: seats[seat]?.playerName ?? "" });

/** `pending`: the seats that are asked, of which the first is proposed. */
export function resignSeat(match: Match, pending: readonly number[]): Deed {
  const held = match.seats.flatMap(({ playerId }, seat) => (playerId === "" ? [] : [seat]));
  return {
    title: say("ask-resign", { match: shortOf(match) }),
    what: say("resign-what"),
    fields: [
      {
        kind: "choice",
        name: "seat",
        label: say("which-seat"),
        options: held.map((seat) => ({ value: String(seat), text: seatText(match, seat) })),
        initial: String(pending[0] ?? held[0] ?? 0),
      },
    ],
    why: say("why-kept"),
    verb: say("do-resign"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason, values }) => {
      await operations.resignSeat({ matchId: match.id, seat: Number(values["seat"]), reason });
      return { text: say("did-resign", { match: shortOf(match) }) };
    },
  };
}

export function adjudicate(match: Match): Deed {
  const count = match.seats.length;
  return {
    title: say("ask-adjudicate", { match: shortOf(match) }),
    what: say("adjudicate-what"),
    fields: match.seats.map((_, seat) => ({
      kind: "number",
      name: `places.${seat}`,
      label: say("place-of", { seat: seatText(match, seat) }),
      initial: 1,
      min: 1,
      max: count,
    })),
    why: say("why-shown"),
    verb: say("do-adjudicate"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason, values }) => {
      const places = match.seats.map((_, seat) => Number(values[`places.${seat}`]));
      await operations.adjudicateMatch({ matchId: match.id, places, reason });
      return { text: say("did-adjudicate", { match: shortOf(match) }) };
    },
  };
}

export function voidMatch(match: Match): Deed {
  return {
    title: say("ask-void", { match: shortOf(match) }),
    what: say("void-what"),
    why: say("why-shown"),
    verb: say("do-void"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      await operations.cancelMatch({ matchId: match.id, reason });
      return { text: say("did-void", { match: shortOf(match) }) };
    },
  };
}
