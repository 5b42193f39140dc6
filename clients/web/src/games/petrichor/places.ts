// Where the moves of Petrichor lie on its table.

import { type Move, type View, Weather } from "../../generated/tilth/games/petrichor/v1/petrichor_pb";
import type { Places } from "../../match/places";
import type { Drop, Look } from "../drawing";

export const tilePlace = (tile: number): string => `tile-${tile}`;
export const cloudPlace = (tile: number): string => `cloud-${tile}`;
export const dropPlace = (tile: number, owner: number): string => `drop-${tile}-${owner}`;
export const cloudDropPlace = (tile: number, owner: number): string => `cloud-drop-${tile}-${owner}`;
export const weatherPlace = (weather: Weather): string => `weather-${weather}`;
export const diePlace = (face: number): string => `die-${face}`;
export const cardPlace = (card: Weather): string => `card-${card}`;
/** The card that is the `index`-th of its kind in the hand, where a payment is chosen card by card. */
export const handPlace = (card: Weather, index: number): string => `hand-${card}-${index}`;
export const votePiece = (weather: Weather, seat: number): string => `vote-${weather}-${seat}`;

/** The kinds of decisions that the list answers: what they ask about lies nowhere on the table. */
export const LISTED: readonly string[] = ["end-turn"];

export function placesOf({ move }: Move, _kind: string, view: View): Places | undefined {
  switch (move.case) {
    case "fertilize":
    case "placeCloud":
      return { one: tilePlace(move.value.tile) };
    case "addDrops":
    case "rainFrom":
    case "doubleDrops":
      return { one: cloudPlace(move.value.tile) };
    case "blowCloud":
      return { path: [cloudPlace(move.value.tile), tilePlace(move.value.to)] };
    case "rainDrop":
      return { one: cloudDropPlace(move.value.tile, move.value.owner) };
    case "takeDrop": {
      const own = view.players.find(({ hand }) => hand.length > 0)?.seat ?? 0;
      return { one: dropPlace(move.value.tile, own) };
    }
    case "pickUpDrop":
      return { one: dropPlace(move.value.tile, move.value.owner) };
    case "putDownDrop":
      return { one: tilePlace(move.value.to) };
    case "play":
      return { one: weatherPlace(move.value.action) };
    case "voteFor":
    case "takeVote":
    case "chooseWeather":
      return { one: weatherPlace(move.value.weather) };
    case "lowerDie":
      return { one: diePlace(move.value.face) };
    case "pay":
      return { set: paidPlaces(move.value.cards) };
    case "keep":
    case "discard":
      return { one: cardPlace(move.value.card) };
    default:
      return undefined;
  }
}

/** Where cards and drops can be dragged: a card to its weather, a drop of the weather Wind to another field. */
export function dropsOf(from: string, view: View, look: Look): ReadonlyMap<string, Drop> {
  const [kind = "", first = ""] = from.split("-");
  const weather = weatherPlace(Number(first));
  if (kind === "card" && isPlayed(look.decision?.kind) && look.lit.has(weather)) return new Map([[weather, { touches: [weather] }]]);
  if (look.decision?.kind !== "wind-weather" || !look.lit.has(from)) return new Map();
  const others = view.tiles.filter(({ tile }) => tile !== Number(first)).map(({ tile }) => tilePlace(tile));
  return new Map(others.map((place) => [place, { touches: [from], then: { kind: "wind-weather-to", place } }]));
}

/** Whether a decision of this kind plays a weather: the cards of the hand mean it, too. */
export const isPlayed = (kind: string | undefined): boolean => kind === "turn" || kind === "second-action";

/** The first cards of each kind: which of several equal cards is paid makes no difference. */
function paidPlaces(cards: readonly Weather[]): readonly string[] {
  const seen = new Map<Weather, number>();
  return cards.map((card) => {
    const index = seen.get(card) ?? 0;
    seen.set(card, index + 1);
    return handPlace(card, index);
  });
}

/** The name of a tile's place: columns A to D, rows 1 to 3. */
export const tileName = (tile: number): string => `${"ABCD"[tile % 4] ?? ""}${Math.floor(tile / 4) + 1}`;

export const WEATHERS = [Weather.FROST, Weather.SUN, Weather.WIND, Weather.RAIN] as const;
