// Giving roles and taking them.

import { OperatorRole, type Player } from "../generated/tilth/v1/players_pb";
import type { ChoiceField, Deed } from "../parts/deed";
import { operations } from "../server/operations_calls";
import { say as sayDesk } from "../words/desk";
import { say } from "../words/roles";
import { roleOf } from "./desk.svelte";
import { PLAYER_FIELD, wantedPlayer } from "./wanted";

const ROLES = [OperatorRole.AUDITOR, OperatorRole.MODERATOR, OperatorRole.OPERATOR] as const;

function roleField(initial: OperatorRole): ChoiceField {
  const options = ROLES.map((role) => ({ value: String(role), text: `${sayDesk(`role-${role}`)}: ${say(`may-${role}`)}` }));
  return { kind: "choice", name: "role", label: say("role"), options, initial: String(initial) };
}

export function changeRole(player: Player): Deed {
  const { id, name } = player;
  return {
    title: say("ask-change", { name }),
    what: say("change-what", { name }),
    fields: [roleField(roleOf(player) || OperatorRole.MODERATOR)],
    why: sayDesk("why-audit"),
    verb: say("do-change"),
    keep: sayDesk("keep-them"),
    isHarm: false,
    run: async ({ reason, values }) => {
      await operations.setRole({ playerId: id, role: Number(values["role"]), reason });
      return { text: say("did-change", { name }) };
    },
  };
}

export function giveRole(): Deed {
  return {
    title: say("ask-give"),
    what: say("give-what"),
    fields: [PLAYER_FIELD, roleField(OperatorRole.MODERATOR)],
    why: sayDesk("why-audit"),
    verb: say("do-give"),
    keep: sayDesk("keep-them"),
    isHarm: false,
    run: async ({ reason, values }) => {
      const { id, name } = await wantedPlayer(values["player_id"]);
      await operations.setRole({ playerId: id, role: Number(values["role"]), reason });
      return { text: say("did-change", { name }) };
    },
  };
}

export function takeRole({ id, name }: Player): Deed {
  return {
    title: say("ask-take", { name }),
    what: say("take-what", { name }),
    why: sayDesk("why-audit"),
    verb: say("do-take"),
    keep: sayDesk("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      await operations.setRole({ playerId: id, reason });
      return { text: say("did-take", { name }) };
    },
  };
}
