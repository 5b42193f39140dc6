// Places of Petrichor in words, for labels that are read aloud and for the inspector.

import { Cloud, type Player, type Tile, type View, type Weather } from "../../generated/tilth/games/petrichor/v1/petrichor_pb";
import type { Look } from "../drawing";
import { tileName } from "./places";
import { say } from "./words";

export const nameOf = (side: number, look: Look): string => look.names[side] || say("neutral");

function shares(counts: readonly number[], look: Look): readonly string[] {
  return counts.flatMap((count, owner) => (count > 0 ? [say("own-drops", { count, name: nameOf(owner, look) })] : []));
}

export function sayTile(tile: Tile, look: Look): string {
  const drops = tile.drops.reduce((sum, count) => sum + count, 0);
  const parts = [`${tileName(tile.tile)}, ${look.label("crop", tile.crop)}`];
  if (tile.need > 0) parts.push([say("drops-of", { drops, need: tile.need }), ...shares(tile.drops, look)].join(", "));
  if (tile.growth > 0) parts.push(look.label("growth", tile.growth));
  if (tile.fertilized) parts.push(say("fertilized"));
  if (tile.cloud !== Cloud.UNSPECIFIED) parts.push(sayCloud(tile, look));
  return parts.join("; ");
}

export function sayCloud(tile: Tile, look: Look): string {
  const kind = say(tile.cloud === Cloud.THUNDER ? "thunder" : "light", { place: tileName(tile.tile) });
  return [kind, ...shares(tile.cloudDrops, look)].join(", ");
}

export function sayDrop(tile: number, owner: number, count: number, look: Look): string {
  return say("drops", { place: tileName(tile), name: nameOf(owner, look), count });
}

export function sayCloudDrop(tile: number, owner: number, count: number, look: Look): string {
  return say("cloud-drops", { place: tileName(tile), name: nameOf(owner, look), count });
}

export function sayWeather(weather: Weather, view: View, look: Look): string {
  const votes = view.players.flatMap(({ seat, votes: found }) => {
    const count = found[weather - 1] ?? 0;
    return count > 0 ? [say("votes-of", { count, name: nameOf(seat, look) })] : [];
  });
  return say("votes", { weather: look.label("weather", weather), votes: votes.join(", ") || say("no-votes") });
}

export function sayLine(player: Player): string {
  const wheat = player.wheat > 0 ? `, ${say("wheat", { count: player.wheat })}` : "";
  return say("line", { supply: player.supply, votes: player.votesLeft, cards: player.handSize }) + wheat;
}
