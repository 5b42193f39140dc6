// Giving roles and taking them.

import { OperatorRole, type Player } from "../generated/tilth/v1/players_pb";
import type { ChoiceField, Deed } from "../parts/deed";
import { operations } from "../server/operations_calls";
import { say as sayParts } from "../words/operatorparts";
import { say } from "../words/roles";
import { roleOf } from "./page_state.svelte";
import { PLAYER_FIELD, wantedPlayer } from "./wanted";

const ROLES = [OperatorRole.AUDITOR, OperatorRole.MODERATOR, OperatorRole.OPERATOR] as const;

function roleField(initial: OperatorRole): ChoiceField {
  const options = ROLES.map((role) => ({ value: String(role), text: `${sayParts(`role-${role}`)}: ${say(`may-${role}`)}` }));
  return { kind: "choice", name: "role", label: say("role"), options, initial: String(initial) };
}

export function changeRole(player: Player): Deed {
  const { id, name } = player;
  return {
    title: say("ask-change", { name }),
    what: say("change-what", { name }),
    fields: [roleField(roleOf(player) || OperatorRole.MODERATOR)],
    why: sayParts("why-audit"),
    verb: say("do-change"),
    keep: sayParts("keep-them"),
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
    why: sayParts("why-audit"),
    verb: say("do-give"),
    keep: sayParts("keep-them"),
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
    why: sayParts("why-audit"),
    verb: say("do-take"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      await operations.setRole({ playerId: id, reason });
      return { text: say("did-take", { name }) };
    },
  };
}
