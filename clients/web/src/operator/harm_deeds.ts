// What is done about harm: reports are decided, and people are kept away.

import { type Report, ReportState } from "../generated/tilth/v1/moderation_pb";
import { type Deed, timeIn } from "../parts/deed";
import { moderation } from "../server/moderation_calls";
import { operations } from "../server/operations_calls";
import { say as sayParts } from "../words/operatorparts";
import { say } from "../words/harm";
import { BAN_END, BAN_RESIGNS } from "./deeds";
import { PLAYER_FIELD, wantedPlayer } from "./wanted";

/** The outcomes of a report, and putting it back on the queue. */
const OUTCOMES = {
  [ReportState.UPHELD]: "uphold",
  [ReportState.DISMISSED]: "dismiss",
  [ReportState.UNSPECIFIED]: "reopen",
} as const;

export function resolve({ number }: Report, state: ReportState): Deed {
  const outcome = OUTCOMES[state];
  return {
    title: say(`ask-${outcome}`, { number: String(number) }),
    what: say(`${outcome}-what`),
    why: sayParts("why-audit"),
    verb: say(`do-${outcome}`),
    keep: sayParts("keep-them"),
    isHarm: false,
    run: async ({ reason }) => {
      await moderation.resolveReport({ reportNumber: number, state, reason });
      return { text: say(`did-${outcome}`, { number: String(number) }) };
    },
  };
}

/** Give the match or the tournament of a report another title. */
export function retitle({ target, reportedName }: Report): Deed {
  return {
    title: say("ask-retitle", { title: reportedName }),
    what: say("retitle-what"),
    fields: [{ kind: "text", name: "new_title", label: say("new-title"), longest: 100 }],
    why: sayParts("why-audit"),
    verb: say("do-retitle"),
    keep: sayParts("keep-them"),
    isHarm: false,
    run: async ({ reason, values }) => {
      const newTitle = values["new_title"] ?? "";
      if (target.case === "matchId") await operations.retitleMatch({ matchId: target.value, newTitle, reason });
      if (target.case === "tournamentId") await operations.retitleTournament({ tournamentId: target.value, newTitle, reason });
      return { text: say("did-retitle") };
    },
  };
}

export function banSomebody(): Deed {
  return {
    title: say("ask-ban-player"),
    what: say("ban-player-what"),
    fields: [PLAYER_FIELD, BAN_END, BAN_RESIGNS],
    why: sayParts("why-shown"),
    verb: say("do-ban"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason, values }) => {
      const { id, name } = await wantedPlayer(values["player_id"]);
      await operations.banPlayer({ playerId: id, reason, resign: values["resign"] === "true", until: timeIn(values["until"]) });
      return { text: say("did-ban", { name }) };
    },
  };
}

export function banAddress(network = ""): Deed {
  return {
    title: say("ask-ban-address"),
    what: say("ban-address-what"),
    fields: [{ kind: "text", name: "network", label: say("network"), longest: 64, isRequired: true, initial: network }, BAN_END],
    why: sayParts("why-shown"),
    verb: say("do-ban"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason, values }) => {
      const { ban } = await moderation.banAddress({ network: values["network"]?.trim() ?? "", reason, until: timeIn(values["until"]) });
      return { text: say("did-ban", { name: String(ban?.target.value ?? values["network"]) }) };
    },
  };
}

export function banTree(invitationId = ""): Deed {
  return {
    title: say("ask-ban-tree"),
    what: say("ban-tree-what"),
    fields: [
      { kind: "text", name: "invitation_id", label: say("invitation"), longest: 64, isRequired: true, initial: invitationId },
      BAN_END,
      BAN_RESIGNS,
    ],
    why: sayParts("why-shown"),
    verb: say("do-ban"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason, values }) => {
      const { players } = await moderation.banInvitation({
        invitationId: values["invitation_id"]?.trim() ?? "",
        reason,
        resign: values["resign"] === "true",
        until: timeIn(values["until"]),
      });
      return { text: say("did-ban-tree", { count: players }) };
    },
  };
}

export function lift(id: string, name: string): Deed {
  return {
    title: say("ask-lift", { name }),
    what: say("lift-what"),
    why: sayParts("why-audit"),
    verb: say("do-lift"),
    keep: sayParts("keep-them"),
    isHarm: false,
    run: async ({ reason }) => {
      await moderation.liftBan({ banId: id, reason });
      return { text: say("did-lift", { name }) };
    },
  };
}
