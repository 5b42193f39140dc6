// What everybody is told, and whether the server takes matches.

import { type Deed, type Outcome, timeIn } from "../parts/deed";
import { operations } from "../server/operations_calls";
import { told } from "../server/notice.svelte";
import { say as sayParts } from "../words/operatorparts";
import { say } from "../words/server";
import { DAY, HOUR, MINUTE } from "./lengths";

const LONGEST_TEXT = 500;

export function announce(): Deed {
  return {
    title: say("ask-announce"),
    what: say("announce-what"),
    fields: [
      { kind: "text", name: "text", label: say("announce-text"), longest: LONGEST_TEXT, isRequired: true, initial: told.announcement },
      { kind: "time", name: "ends_at", label: sayParts("until"), lengths: [HOUR, 2 * HOUR, DAY], never: say("announce-never"), initial: 0 },
    ],
    verb: say("do-announce"),
    keep: sayParts("keep-them"),
    isHarm: false,
    run: async ({ values }) => {
      await operations.announce({ text: values["text"] ?? "", endsAt: timeIn(values["ends_at"]) });
      return { text: say("did-announce") };
    },
  };
}

export async function endAnnouncement(): Promise<Outcome> {
  await operations.announce({});
  return { text: say("did-unannounce") };
}

/** `isDraining`: the server drains already, and gets another time, or none. */
export function drain(isDraining: boolean): Deed {
  return {
    title: say(isDraining ? "ask-time" : "ask-drain"),
    what: say("drain-what"),
    fields: [
      {
        kind: "time",
        name: "stops_at",
        label: say("stops-at"),
        hint: say("stops-hint"),
        lengths: [5 * MINUTE, 15 * MINUTE, 30 * MINUTE, HOUR],
        never: say("stops-never"),
        initial: 0,
      },
      { kind: "text", name: "reason", label: say("stops-why"), longest: LONGEST_TEXT, initial: told.reason },
    ],
    verb: say(isDraining ? "do-time" : "do-drain"),
    keep: sayParts("keep-them"),
    isHarm: !isDraining,
    run: async ({ values }) => {
      const stopsAt = timeIn(values["stops_at"]);
      await operations.drain({ stopsAt, reason: values["reason"] ?? "" });
      return { text: say(stopsAt === undefined ? "did-drain" : "did-time") };
    },
  };
}

export async function stopDraining(): Promise<Outcome> {
  await operations.drain({ stop: true });
  return { text: say("did-undrain") };
}
