// What an operator can do here: the question that is asked before, the call, and the sentence after it.

import { timestampFromMs } from "@bufbuild/protobuf/wkt";

import type { Deed, Outcome } from "../parts/deed";
import { operations } from "../server/operations_calls";
import { say } from "../words/operator";

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

export function ban({ id, name }: Subject): Deed {
  return {
    title: say("ask-ban", { name }),
    what: say("ban-what", { name }),
    why: say("why-shown-one"),
    verb: say("do-ban", { name }),
    keep: say("keep-them"),
    isHarm: true,
    isBan: true,
    run: async ({ reason, banMs, resign }) => {
      const until = banMs === 0 ? {} : { until: timestampFromMs(Date.now() + banMs) };
      await operations.banPlayer({ playerId: id, reason, resign, ...until });
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

export function drain(): Deed {
  return {
    title: say("ask-drain"),
    what: say("drain-what"),
    verb: say("do-drain"),
    keep: say("keep-them"),
    isHarm: true,
    run: async () => {
      await operations.drain({});
      return { text: say("did-drain") };
    },
  };
}

export async function stopDraining(): Promise<Outcome> {
  await operations.drain({ stop: true });
  return { text: say("did-undrain") };
}

export function invite(): Deed {
  return {
    title: say("ask-invite"),
    what: say("invite-what"),
    verb: say("do-invite"),
    keep: say("close"),
    isHarm: false,
    run: async () => {
      const { invitation } = await operations.createInvitation({});
      return { text: say("did-invite"), secret: invitation };
    },
  };
}

export function announce(): Deed {
  return {
    title: say("ask-announce"),
    what: say("announce-what"),
    why: say("announce-text"),
    verb: say("do-announce"),
    keep: say("close"),
    isHarm: false,
    run: async ({ reason }) => {
      await operations.announce({ text: reason });
      return { text: say(reason === "" ? "did-unannounce" : "did-announce") };
    },
  };
}
