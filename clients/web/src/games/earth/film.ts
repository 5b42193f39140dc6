// What moves on Earth's table when something happens, and from where.

import type { Event, View } from "../../generated/tilth/games/earth/v1/earth_pb";
import type { Step } from "../drawing";
import { handPlace, lookedPlace, sharedCardPlace } from "./places";

const CARD_MS = 320;
const PIECE_MS = 260;

/** Things that stay where they are, from which others come: piles, and a player's counts. */
export const DECK_PIECE = "deck";
export const DISCARDS_PIECE = "discards";
export const handPiece = (seat: number): string => `hand-of-${seat}`;
export const goodsPiece = (seat: number, good: "soil" | "compost"): string => `${good}-of-${seat}`;
export const eventPiece = (card: number): string => `event-${card}`;
export const leafPiece = (goal: number, seat: number): string => `leaf-${goal}-${seat}`;
export const plantingPiece = (seat: number): string => `planting-${seat}`;
export const tilePiece = (seat: number, place: number): string => `tile-${seat}-${place}`;
export const figurePiece = (seat: number, place: number, good: "sprout" | "growth"): string => `${good}-${seat}-${place}`;
export const GAIA_PIECE = "gaia-card";
export const GAIA_SOIL = "gaia-soil";
export const GAIA_COMPOST = "gaia-compost";
export const GAIA_SCORING = "gaia-scoring";

const step = (moves: string, from: string | undefined, ms: number): Step => ({
  moves,
  ms,
  ...(from === undefined ? {} : { from }),
});

export function film({ event }: Event, before: View): readonly Step[] {
  switch (event.case) {
    case "cardPlanted":
    case "cardReplaced": {
      const { seat, place } = event.value;
      return [step(tilePiece(seat, place), plantingPiece(seat), CARD_MS)];
    }
    case "plantingBegan":
      return [step(plantingPiece(event.value.seat), handPiece(event.value.seat), CARD_MS)];
    case "eventPlayed":
      return [step(eventPiece(event.value.card), handPiece(event.value.seat), CARD_MS)];
    case "sproutsPlaced":
      return figures(event.value.seat, event.value.spots, "sprout");
    case "growthPlaced":
      return figures(event.value.seat, event.value.spots, "growth");
    case "sproutsPaid":
    case "sproutsExchanged":
      return figures(event.value.seat, event.value.spots, "sprout");
    case "growthPaid":
      return figures(event.value.seat, event.value.spots, "growth");
    case "soilGained":
    case "soilPaid":
      return [step(goodsPiece(event.value.seat, "soil"), undefined, PIECE_MS)];
    case "cardsDrawn":
      return drawn(event.value, handPlace, handPiece(event.value.seat), DECK_PIECE);
    case "cardsLookedAt":
      return drawn(event.value, lookedPlace, undefined, DECK_PIECE);
    case "compostLookedAt":
      return drawn(event.value, lookedPlace, undefined, goodsPiece(event.value.seat, "compost"));
    case "cardKept":
    case "takenFromCompost":
    case "cardsTakenFromShared":
      return event.value.cards.map((card) => step(handPlace(card), handPiece(event.value.seat), CARD_MS));
    case "cardsComposted":
      return [step(goodsPiece(event.value.seat, "compost"), handPiece(event.value.seat), CARD_MS)];
    case "deckComposted":
      return [step(goodsPiece(event.value.seat, "compost"), DECK_PIECE, CARD_MS)];
    case "compostPutBack":
      return [step(goodsPiece(event.value.seat, "compost"), undefined, PIECE_MS)];
    case "compostDiscarded":
      return [step(DISCARDS_PIECE, goodsPiece(event.value.seat, "compost"), CARD_MS)];
    case "cardsShared":
      return drawn(event.value, sharedCardPlace, undefined, DECK_PIECE);
    case "leafPlaced":
      return [step(leafPiece(event.value.goal, event.value.seat), undefined, PIECE_MS)];
    case "gaiaPlacedLeaf":
      return [step(leafPiece(event.value.goal, before.players.length), undefined, PIECE_MS)];
    case "gaiaTurned":
      return [step(GAIA_PIECE, undefined, CARD_MS)];
    case "gaiaGained":
    case "gaiaSpentSoil":
      return [step(GAIA_SOIL, undefined, PIECE_MS)];
    case "gaiaComposted":
      return [step(GAIA_COMPOST, DECK_PIECE, CARD_MS)];
    case "gaiaScored":
      return [step(GAIA_SCORING, DECK_PIECE, CARD_MS)];
    case "gaiaTook":
      return [step(GAIA_SCORING, undefined, CARD_MS)];
    default:
      return [];
  }
}

function figures(seat: number, spots: readonly number[], good: "sprout" | "growth"): readonly Step[] {
  return [...new Set(spots)].map((place) => step(figurePiece(seat, place, good), undefined, PIECE_MS));
}

function drawn(
  { cards }: { readonly cards: readonly number[] },
  placeOf: (card: number) => string,
  pile: string | undefined,
  from: string,
): readonly Step[] {
  if (cards.length > 0) return cards.map((card) => step(placeOf(card), from, CARD_MS));
  return pile === undefined ? [] : [step(pile, from, CARD_MS)];
}
