// What a tournament's organiser, an operator and an entrant are asked about before they do it.

import type { Tournament } from "../generated/tilth/v1/tournaments_pb";
import type { Deed } from "../parts/deed";
import { tournaments } from "../server/tournament_calls";
import { cut } from "../start/written";
import { say } from "../words/tournament";
import { titleOfTournament } from "./written";

export function pause(tournament: Tournament): Deed {
  const title = cut(titleOfTournament(tournament));
  return {
    title: say("pause-ask", { title }),
    what: say("pause-what"),
    why: say("why-log"),
    verb: say("pause-yes"),
    keep: say("pause-no"),
    isHarm: false,
    run: async ({ reason }) => {
      await tournaments.pauseTournament({ tournamentId: tournament.id, reason });
      return { text: say("paused", { title }) };
    },
  };
}

export function cancel(tournament: Tournament): Deed {
  const title = cut(titleOfTournament(tournament));
  return {
    title: say("cancel-ask", { title }),
    what: say("cancel-what"),
    why: say("why-shown"),
    verb: say("cancel-yes"),
    keep: say("cancel-no"),
    isHarm: true,
    run: async ({ reason }) => {
      await tournaments.cancelTournament({ tournamentId: tournament.id, reason });
      return { text: say("was-cancelled", { title }) };
    },
  };
}

export function withdraw(tournament: Tournament): Deed {
  const title = cut(titleOfTournament(tournament));
  return {
    title: say("withdraw-ask", { title }),
    what: say("withdraw-why"),
    verb: say("withdraw-yes"),
    keep: say("withdraw-no"),
    isHarm: true,
    run: async () => {
      await tournaments.withdrawFromTournament({ tournamentId: tournament.id });
      return { text: say("was-left", { title }) };
    },
  };
}
