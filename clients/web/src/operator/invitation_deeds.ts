// What is done with invitations.

import type { Invitation } from "../generated/tilth/v1/moderation_pb";
import { type Deed, timeIn } from "../parts/deed";
import { moderation } from "../server/moderation_calls";
import { operations } from "../server/operations_calls";
import { say as sayParts } from "../words/operatorparts";
import { say } from "../words/invitations";
import { DAY, WEEK } from "./lengths";

const MAX_USES = 10_000;
const LONGEST_LABEL = 100;

export function invite(): Deed {
  return {
    title: say("ask-invite"),
    what: say("invite-what"),
    fields: [
      { kind: "text", name: "label", label: say("label"), hint: say("label-hint"), longest: LONGEST_LABEL },
      { kind: "number", name: "uses", label: say("uses"), initial: 1, min: 1, max: MAX_USES },
      { kind: "time", name: "expires_at", label: sayParts("until"), lengths: [DAY, WEEK, 30 * DAY], never: sayParts("no-end"), initial: WEEK },
    ],
    verb: say("do-invite"),
    keep: sayParts("keep-them"),
    isHarm: false,
    run: async ({ values }) => {
      const { invitation } = await operations.createInvitation({
        label: values["label"] ?? "",
        uses: Number(values["uses"]),
        expiresAt: timeIn(values["expires_at"]),
      });
      return { text: say("did-invite"), secret: invitation };
    },
  };
}

export function revokeInvitation({ id, label }: Invitation): Deed {
  const name = label || id;
  return {
    title: say("ask-revoke", { name }),
    what: say("revoke-what"),
    why: sayParts("why-audit"),
    verb: say("do-revoke"),
    keep: sayParts("keep-them"),
    isHarm: true,
    run: async ({ reason }) => {
      await moderation.revokeInvitation({ invitationId: id, reason });
      return { text: say("did-revoke", { name }) };
    },
  };
}
