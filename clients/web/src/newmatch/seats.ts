// Who takes which seat of a new match.

import type { SeatPlan } from "../start/new_match";

/** Returns the plan for another number of seats: seats that stay keep their players, new ones are open. */
export function plannedSeats(count: number, before: readonly SeatPlan[]): SeatPlan[] {
  const seats = Array.from({ length: count }, (_, index): SeatPlan => before[index] ?? { is: "open" });
  if (before.length === 0 && seats.length > 0) seats[0] = { is: "me" };
  // With the last seat gone, the reader takes the first.
  const sat = before.some(({ is }) => is === "me");
  if (sat && !seats.some(({ is }) => is === "me") && seats.length > 0) seats[0] = { is: "me" };
  return seats;
}

/** Returns a seat's player as the value of a list: "me", "open", "bot gardener". */
export function whoOf(seat: SeatPlan): string {
  return seat.is === "bot" ? `bot ${seat.bot}` : seat.is;
}

export function withSeat(seats: readonly SeatPlan[], at: number, who: string): SeatPlan[] {
  const plan: SeatPlan = who.startsWith("bot ") ? { is: "bot", bot: who.slice(4) } : who === "me" ? { is: "me" } : { is: "open" };
  return seats.map((seat, index) => (index === at ? plan : seat));
}
