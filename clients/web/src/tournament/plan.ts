// A new tournament as the form holds it, and the settings that the server understands.

import { create, type MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromDate } from "@bufbuild/protobuf/wkt";

import { EntryRule, TieBreak, type TournamentSettings, TournamentSettingsSchema } from "../generated/tilth/v1/tournaments_pb";
import type { Settings } from "../newmatch/options";
import { type ClockPlan, clockOf } from "../start/new_match";

export const FORMATS = ["roundRobin", "swiss", "knockout", "groups", "ladder", "series", "gauntlet", "benchmark"] as const;
export type FormatName = (typeof FORMATS)[number];

/** Numbers of a tournament. An empty one is left to the server, which then takes what is usual. */
export const NUMBERS = [
  "cycles",
  "challengers",
  "deals",
  "furtherSets",
  "rounds",
  "lives",
  "groups",
  "advance",
  "games",
  "hours",
  "widenSeconds",
  "sets",
  "minEntrants",
  "maxEntrants",
  "gamesPerEntrant",
  "maxRunning",
  "absenceSeconds",
] as const;
export type NumberName = (typeof NUMBERS)[number];

/** The numbers that belong to a format. */
export const OF_FORMAT: Readonly<Record<FormatName, readonly NumberName[]>> = {
  roundRobin: ["cycles"],
  swiss: ["rounds"],
  knockout: ["lives", "furtherSets"],
  groups: ["groups", "advance", "cycles", "lives", "furtherSets"],
  ladder: ["games", "hours", "widenSeconds"],
  series: ["games"],
  gauntlet: ["challengers", "cycles"],
  benchmark: ["deals"],
};

/** The sequential test of a series. */
export interface TestPlan {
  readonly elo0: number;
  readonly elo1: number;
  readonly alpha: number;
  readonly beta: number;
}

export const USUAL_TEST: TestPlan = { elo0: 0, elo1: 30, alpha: 0.05, beta: 0.05 };

export const TIE_BREAKS = {
  buchholz: TieBreak.BUCHHOLZ,
  buchholzCut: TieBreak.BUCHHOLZ_CUT,
  sonnebornBerger: TieBreak.SONNEBORN_BERGER,
  headToHead: TieBreak.HEAD_TO_HEAD,
  pointsInPlay: TieBreak.POINTS_IN_PLAY,
  wins: TieBreak.WINS,
  roundsSurvived: TieBreak.ROUNDS_SURVIVED,
} as const;
export type TieBreakName = keyof typeof TIE_BREAKS;

export interface SetupPlan {
  readonly game: string;
  readonly settings: Settings;
}

export interface TournamentPlan {
  readonly title: string;
  readonly format: FormatName;
  readonly numbers: Readonly<Partial<Record<NumberName, number>>>;
  readonly test: TestPlan | undefined;
  readonly setups: readonly SetupPlan[];
  readonly seats: number;
  readonly rotate: boolean;
  readonly duplicate: boolean;
  readonly clock: ClockPlan | undefined;
  /** Ids of the only players who may enter; undefined: everybody may. */
  readonly invited: readonly string[] | undefined;
  /** A local time as the field of a form has it: "2026-11-30T18:00"; empty: the organiser starts the tournament. */
  readonly closesAt: string;
  readonly tieBreaks: readonly TieBreakName[];
}

/** Returns the seats of a table: in a benchmark everybody plays alone. */
export const tableSeats = ({ format, seats }: Pick<TournamentPlan, "format" | "seats">): number => (format === "benchmark" ? 1 : seats);

type Format = MessageInitShape<typeof TournamentSettingsSchema>["format"];

const HOUR_MS = 3_600_000;

/** Returns the settings for a plan. */
export function settingsFor(plan: TournamentPlan): TournamentSettings {
  const { numbers } = plan;
  const number = (name: NumberName): number => numbers[name] ?? 0;
  return create(TournamentSettingsSchema, {
    title: plan.title.trim(),
    gameSetups: plan.setups.map(({ game, settings }) => ({ game, settings })),
    ...(plan.clock === undefined ? {} : { clock: clockOf(plan.clock) }),
    format: formatOf(plan, number),
    tableSeats: tableSeats(plan),
    rotate: plan.rotate,
    duplicate: plan.duplicate,
    sets: number("sets"),
    entry: plan.invited === undefined ? EntryRule.OPEN : EntryRule.INVITATION,
    invitedPlayerIds: [...(plan.invited ?? [])],
    ...(plan.closesAt === "" ? {} : { entryClosesAt: timestampFromDate(new Date(plan.closesAt)) }),
    minEntrants: number("minEntrants"),
    maxEntrants: number("maxEntrants"),
    tieBreaks: plan.tieBreaks.map((name) => TIE_BREAKS[name]),
    maxRunningPairings: number("maxRunning"),
    gamesPerEntrant: number("gamesPerEntrant"),
    absenceTimeoutMs: BigInt(Math.round(number("absenceSeconds") * 1000)),
  });
}

function formatOf(plan: TournamentPlan, number: (name: NumberName) => number): NonNullable<Format> {
  switch (plan.format) {
    case "roundRobin":
      return { case: "roundRobin", value: { cycles: number("cycles") } };
    case "swiss":
      return { case: "swiss", value: { rounds: number("rounds") } };
    case "knockout":
      return { case: "knockout", value: { lives: number("lives"), maxFurtherSets: number("furtherSets") } };
    case "groups":
      return {
        case: "groups",
        value: { groups: number("groups"), advance: number("advance"), cycles: number("cycles"), lives: number("lives"), maxFurtherSets: number("furtherSets") },
      };
    case "ladder":
      return {
        case: "ladder",
        value: {
          games: number("games"),
          durationMs: BigInt(Math.round(number("hours") * HOUR_MS)),
          widenAfterMs: BigInt(Math.round(number("widenSeconds") * 1000)),
        },
      };
    case "gauntlet":
      return { case: "gauntlet", value: { challengers: number("challengers"), cycles: number("cycles") } };
    case "benchmark":
      return { case: "benchmark", value: { deals: number("deals") } };
    case "series":
      return { case: "series", value: { games: number("games"), ...(plan.test === undefined ? {} : { sprt: { ...plan.test } }) } };
  }
}

const FIELDS: Readonly<Record<string, string>> = {
  title: "title",
  table_seats: "seats",
  format: "format",
  sets: "sets",
  min_entrants: "minEntrants",
  max_entrants: "maxEntrants",
  tie_breaks: "tieBreaks",
  max_running_pairings: "maxRunning",
  games_per_entrant: "gamesPerEntrant",
  absence_timeout_ms: "absenceSeconds",
  entry_closes_at: "closesAt",
  invited_player_ids: "invited",
  duration_ms: "hours",
  widen_after_ms: "widenSeconds",
  max_further_sets: "furtherSets",
  sprt: "test",
  elo0: "test",
  elo1: "test",
  alpha: "test",
  beta: "test",
};

/** Where a refusal belongs in the form: a field, or an option of one of the games. */
export interface RefusedPlace {
  /** The name of the field; "game" and "option" belong to `setup`. Empty if no field has the fault. */
  readonly field: string;
  readonly setup: number;
  readonly option: string;
}

/** Returns the place that a refused call names: "settings.groups.advance", "settings.game_setups[0].settings.lake". */
export function placeOf(refused: string): RefusedPlace {
  const setup = /^settings\.game_setups\[(\d+)\]\.(game|settings)(?:\.(\w+))?/.exec(refused);
  if (setup !== null) {
    const [, at, part, option = ""] = setup;
    if (option === "seat_count") return { field: "seats", setup: 0, option: "" };
    return { field: part === "game" || option === "" ? "game" : "option", setup: Number(at), option };
  }
  const names = refused.replace(/^settings\./, "").split(".");
  if (names[0] === "clock" || names[0] === "game_setups") return { field: names[0] === "clock" ? "clock" : "game", setup: 0, option: "" };
  const last = names.at(-1) ?? "";
  const known = FIELDS[last] ?? ((NUMBERS as readonly string[]).includes(last) ? last : "");
  return { field: known, setup: 0, option: "" };
}
