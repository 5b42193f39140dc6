// What can be reported of a match or a tournament, and the call that does it.

import { ReportKind } from "../generated/tilth/v1/players_pb";
import { reader } from "../me.svelte";
import type { Deed } from "../parts/deed";
import { lobby, players } from "../server/calls";
import { say } from "../words/report";

const LONGEST_TEXT = 500;
const TITLE = "title";

type Place = { readonly case: "matchId"; readonly value: string } | { readonly case: "tournamentId"; readonly value: string };

/** What is seen at one place: the other people there, and its title, "" if it has none. */
export interface Seen {
  readonly place: Place;
  readonly title: string;
  readonly people: readonly { readonly id: string; readonly name: string }[];
}

/** Ask the server who plays a match, or a tournament, and what its title is. Bots of the server are left out. */
export async function seenIn(matchId: string, tournamentId: string): Promise<Seen> {
  const others = (found: readonly { id: string; name: string }[]): Seen["people"] =>
    found.filter(({ id }) => id !== "" && id !== reader.me?.id);
  if (matchId !== "") {
    const { match } = await lobby.getMatch({ matchId });
    const seats = match?.seats.filter(({ bot }) => bot === "") ?? [];
    return {
      place: { case: "matchId", value: matchId },
      title: match?.title ?? "",
      people: others(seats.map(({ playerId, playerName }) => ({ id: playerId, name: playerName }))),
    };
  }
  const { tournaments } = await import("../server/tournament_calls");
  const { tournament } = await tournaments.getTournament({ tournamentId });
  const entrants = tournament?.entrants ?? [];
  return {
    place: { case: "tournamentId", value: tournamentId },
    title: tournament?.settings?.title ?? "",
    people: others(entrants.map(({ playerId, playerName }) => ({ id: playerId, name: playerName }))),
  };
}

/** The question what is reported. An option is a kind of report and a player's id, or the title. */
export function reportOf({ place, title, people }: Seen): Deed {
  const options = people.flatMap(({ id, name }) => [
    { value: `${ReportKind.PLAYER} ${id}`, text: say("player", { name }) },
    { value: `${ReportKind.NAME} ${id}`, text: say("name", { name }) },
  ]);
  if (title !== "") options.push({ value: TITLE, text: say("title", { title }) });
  return {
    title: say("ask"),
    what: say("what"),
    fields: [
      { kind: "choice", name: "target", label: say("about"), options, initial: options[0]?.value ?? "" },
      { kind: "text", name: "text", label: say("text"), longest: LONGEST_TEXT },
    ],
    verb: say("do"),
    keep: say("keep"),
    isHarm: false,
    run: async ({ values }) => {
      const text = values["text"] ?? "";
      const [kind, playerId = ""] = (values["target"] ?? "").split(" ");
      if (kind === TITLE) await players.report({ kind: ReportKind.TITLE, target: place, text });
      else await players.report({ kind: Number(kind), target: { case: "playerId", value: playerId }, text });
      return { text: say("did"), stays: true };
    },
  };
}
