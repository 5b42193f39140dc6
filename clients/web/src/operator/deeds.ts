// What can be done to a match or a player: the question that is asked before, the call, and the sentence after it.

import { type Deed, type Field, type Outcome, timeIn } from "../parts/deed";
import { operations } from "../server/operations_calls";
import { say as sayParts } from "../words/operatorparts";
import { say } from "../words/operator";
import { DAY, HOUR, WEEK } from "./lengths";

export interface Subject {
  readonly id: string;
  readonly name: string;
}

export function pause(match: Subject, players: string): Deed {
  return {
    title: say("ask-pause", { match: match.name }),
    what: say("pause-what", { players }),
    why: say("why-shown"),
    verb: say("do-pause"),
    keep: say("keep-playing"),
    isHarm: false,
    run: async ({ reason }) => {
      await operations.pauseMatch({ matchId: match.id, reason });
      return { text: say("did-pause", { match: match.name }) };
    },
  };
}

export async function resume(match: Subject): Promise<Outcome> {
  await operations.resumeMatch({ matchId: match.id });
  return { text: say("did-resume", { match: match.name }) };
}

export function cancel(match: Subject, players: string): Deed {
  return {
    title: say("ask-cancel", { match: match.name }),
    what: say("cancel-what", { players }),
    why: say("why-shown"),
    verb: say("do-cancel"),
    keep: say("keep-it"),
    isHarm: true,
    run: async ({ reason }) => {
      await operations.cancelMatch({ matchId: match.id, reason });
      return { text: say("did-cancel", { match: match.name }) };
    },
  };
}

export function kick({ id, name }: Subject): Deed {
  return {
    title: say("ask-kick", { name }),
    what: say("kick-what", { name }),
    why: say("why-shown-one"),
    verb: say("do-kick"),
    keep: say("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      const { streams } = await operations.kickPlayer({ playerId: id, reason });
      return { text: say("did-kick", { name, count: streams }) };
    },
  };
}

/** When a ban ends, and whether it gives up seats. */
export const BAN_END: Field = {
  kind: "time",
  name: "until",
  label: sayParts("until"),
  lengths: [HOUR, DAY, WEEK],
  never: say("ban-lifted"),
  initial: DAY,
};
export const BAN_RESIGNS: Field = { kind: "check", name: "resign", label: say("ban-resign") };

export function ban({ id, name }: Subject): Deed {
  return {
    title: say("ask-ban", { name }),
    what: say("ban-what", { name }),
    why: say("why-shown-one"),
    verb: say("do-ban", { name }),
    keep: say("keep-them"),
    isHarm: true,
    fields: [BAN_END, BAN_RESIGNS],
    run: async ({ reason, values }) => {
      await operations.banPlayer({ playerId: id, reason, resign: values["resign"] === "true", until: timeIn(values["until"]) });
      return { text: say("did-ban", { name }) };
    },
  };
}

export function unban({ id, name }: Subject): Deed {
  return {
    title: say("ask-unban", { name }),
    what: say("unban-what", { name }),
    why: say("why-audit"),
    verb: say("do-unban"),
    keep: say("keep-them"),
    isHarm: false,
    run: async ({ reason }) => {
      await operations.unbanPlayer({ playerId: id, reason });
      return { text: say("did-unban", { name }) };
    },
  };
}

export function issueToken({ id, name }: Subject): Deed {
  return {
    title: say("ask-token", { name }),
    what: say("token-what", { name }),
    why: say("why-audit"),
    verb: say("do-token"),
    keep: say("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      const { token } = await operations.issueToken({ playerId: id, reason });
      return { text: say("did-token", { name }), secret: token };
    },
  };
}

export function revoke({ id, name }: Subject): Deed {
  return {
    title: say("ask-revoke", { name }),
    what: say("revoke-what", { name }),
    why: say("why-audit"),
    verb: say("do-revoke", { name }),
    keep: say("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      await operations.revokePlayer({ playerId: id, reason });
      return { text: say("did-revoke", { name }) };
    },
  };
}

export function rename({ id, name }: Subject): Deed {
  return {
    title: say("ask-rename", { name }),
    what: say("rename-what"),
    fields: [{ kind: "text", name: "new_name", label: say("new-name"), longest: 40, isRequired: true }],
    why: say("why-audit"),
    verb: say("do-rename"),
    keep: say("keep-them"),
    isHarm: false,
    run: async ({ reason, values }) => {
      const found = await operations.renamePlayer({ playerId: id, reason, newName: values["new_name"] ?? "" });
      return { text: say("did-rename", { name, now: found.name }) };
    },
  };
}
