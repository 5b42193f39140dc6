// Making a match: what the reader has chosen, as the request that the server understands.

import { create, type MessageInitShape } from "@bufbuild/protobuf";

import type { CreateMatchRequestSchema, Game, Match } from "../generated/tilth/v1/lobby_pb";
import { ClockSettingsSchema, TimeoutRule } from "../generated/tilth/v1/record_pb";
import { requestId } from "../match/picking";
import { lobby } from "../server/calls";

/** Who takes a seat: the reader, anybody, or a bot by its name. */
export type SeatPlan = { readonly is: "me" } | { readonly is: "open" } | { readonly is: "bot"; readonly bot: string };

/** Times of a clock, in seconds. */
export interface ClockPlan {
  readonly bank: number;
  readonly increment: number;
  readonly decision: number;
  readonly resigns: boolean;
}

export interface MatchPlan {
  readonly game: string;
  readonly title: string;
  readonly seats: readonly SeatPlan[];
  readonly settings: Readonly<Record<string, string>>;
  readonly clock: ClockPlan | undefined;
  /** Ids of the only players who may take free seats, besides the reader. Empty: everybody may. */
  readonly invited: readonly string[];
}

export type CreateRequest = MessageInitShape<typeof CreateMatchRequestSchema>;

/** Returns the request for a plan. The match starts by itself when it is full. */
export function requestFor(plan: MatchPlan, id: string): CreateRequest {
  const { clock } = plan;
  return {
    requestId: id,
    game: plan.game,
    title: plan.title.trim(),
    seatCount: plan.seats.length,
    settings: plan.settings,
    takeSeats: plan.seats.flatMap((seat, index) => (seat.is === "me" ? [index] : [])),
    bots: Object.fromEntries(plan.seats.flatMap((seat, index) => (seat.is === "bot" ? [[index, seat.bot]] : []))),
    startWhenFull: true,
    invitedPlayerIds: [...plan.invited],
    ...(clock === undefined ? {} : { clock: clockOf(clock) }),
  };
}

/** Returns the settings of a clock. */
export function clockOf(clock: ClockPlan) {
  return create(ClockSettingsSchema, {
    bankMs: BigInt(Math.round(clock.bank * 1000)),
    incrementMs: BigInt(Math.round(clock.increment * 1000)),
    decisionMs: BigInt(Math.round(clock.decision * 1000)),
    onTimeout: clock.resigns ? TimeoutRule.RESIGN : TimeoutRule.DEFAULT_ANSWER,
  });
}

export async function createMatch(plan: MatchPlan, id = requestId()): Promise<Match> {
  const { match } = await lobby.createMatch(requestFor(plan, id));
  if (match === undefined) throw new Error("the server sent no match");
  return match;
}

/** Returns the plan of a match against a bot, or alone without one, in the game's plainest form. */
export function quickPlan(game: Game, bot: string | undefined): MatchPlan {
  const two = game.seatCounts.find((count) => count >= 2);
  const seats: readonly SeatPlan[] =
    bot === undefined || two === undefined
      ? [{ is: "me" }]
      : [{ is: "me" }, ...Array.from({ length: two - 1 }, (): SeatPlan => ({ is: "bot", bot }))];
  return { game: game.name, title: "", seats, settings: {}, clock: undefined, invited: [] };
}
