// The same match again, and a match of the same game against a bot.

import { listBots } from "../server/bots";
import { lobby } from "../server/calls";
import { requestId } from "./picking";

/**
 * Make the same match again: same game, options, clocks and title, with the seats moved on by one. Bots of the server
 * sit down again, people are invited. Returns its id.
 */
export async function rematch(matchId: string, seat: number | undefined): Promise<string> {
  const { match: last } = await lobby.getMatch({ matchId });
  if (last === undefined) throw new Error(matchId);
  const count = last.seats.length;
  const next = (index: number): number => (index + 1) % count;
  const people = last.seats.filter(({ playerId, bot }, index) => playerId !== "" && !bot && index !== seat);
  const bots = last.seats.flatMap(({ bot }, index): [number, string][] => (bot ? [[next(index), bot]] : []));
  const { match } = await lobby.createMatch({
    requestId: requestId(),
    game: last.game,
    options: last.options,
    seatCount: count,
    title: last.title,
    startWhenFull: true,
    takeSeats: [seat === undefined ? 0 : next(seat)],
    invitedPlayerIds: people.map(({ playerId }) => playerId),
    bots: Object.fromEntries(bots),
    ...(last.clock === undefined ? {} : { clock: last.clock }),
  });
  return match?.id ?? "";
}

/**
 * Make a match of the game with bots at all other seats: the one that leads the match being watched, if the server runs
 * it, otherwise the first that knows the game. Returns its id, or undefined if the server runs no bots.
 */
export async function againstBot(matchId: string, points: readonly (number | undefined)[]): Promise<string | undefined> {
  const { match: watched } = await lobby.getMatch({ matchId });
  if (watched === undefined) return undefined;
  const seatCount = Math.max(2, watched.seats.length);
  const bots = watched.seats.map(({ bot }, seat) => ({ bot, points: points[seat] ?? 0 })).filter(({ bot }) => bot !== "");
  bots.sort((one, other) => other.points - one.points);
  const bot = bots[0]?.bot ?? (await listBots(watched.game, seatCount))[0]?.name;
  if (bot === undefined) return undefined;
  const others = Array.from({ length: seatCount - 1 }, (_, index) => [index + 1, bot]);
  const { match } = await lobby.createMatch({
    requestId: requestId(),
    game: watched.game,
    options: watched.options,
    seatCount,
    startWhenFull: true,
    takeSeats: [0],
    bots: Object.fromEntries(others),
  });
  return match?.id;
}
