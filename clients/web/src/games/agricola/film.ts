// What moves on the table of Agricola when an event happens.

import { type Event, Good, type View } from "../../generated/tilth/games/agricola/v1/agricola_pb";
import type { Step } from "../drawing";
import { roomOf } from "./farm";
import { cardPlace, cellPlace, goodPlace, personPlace, roundPlace, spacePlace } from "./places";

/** A piece goes to its place. */
const SLIDE = 260;
/** A number changes. */
const COUNT = 180;
/** Something stands there that did not: a room, a fence. */
const GROW = 320;

export const crops = (seat: number, plot: number): string => `crops-${seat}-${plot}`;
export const fence = (seat: number, edge: number): string => `fence-${seat}-${edge}`;
export const animals = (seat: number, good: number): string => `animals-${seat}-${good}`;
export const beggingCards = (seat: number): string => `begging-${seat}`;
export const laid = (round: number): string => `laid-${round}`;
export const marker = "start-marker";

/** Where a person is before the event. */
function whereabouts(seat: number, person: number, before: View): string {
  const player = before.players[seat];
  const space = player?.people[person]?.space;
  if (space !== undefined) return spacePlace(space);
  return player === undefined ? `seat-${seat}` : cellPlace(seat, roomOf(player, person));
}

/** A good arrives with a seat: animals in the farmyard, other goods in the supply. */
function arrival(seat: number, good: Good, from: string | undefined): readonly Step[] {
  const isAnimal = good >= Good.SHEEP;
  const moves = isAnimal ? animals(seat, good) : goodPlace(seat, good);
  return [from === undefined ? { moves, ms: COUNT } : { moves, from, ms: SLIDE }];
}

export function film({ event }: Event, before: View): readonly Step[] {
  switch (event.case) {
    case "personPlaced":
    case "personMoved": {
      const { seat, person } = event.value;
      return [{ moves: personPlace(seat, person), from: whereabouts(seat, person, before), ms: SLIDE }];
    }
    case "peopleCameHome":
      return before.players.flatMap(({ seat, people }) =>
        people.flatMap(({ space }, person) =>
          space === undefined ? [] : [{ moves: personPlace(seat, person), from: spacePlace(space), ms: SLIDE }],
        ),
      );
    case "familyGrew":
    case "guestArrived": {
      const people = before.players[event.value.seat]?.people.length ?? 0;
      return [{ moves: personPlace(event.value.seat, people), ms: GROW }];
    }
    case "startingPlayerChanged":
      return [{ moves: marker, from: `seat-${before.startingPlayer}`, ms: SLIDE }];
    case "goodsTaken":
      return arrival(event.value.seat, event.value.good, spacePlace(event.value.space));
    case "goodsGained":
      return arrival(event.value.seat, event.value.good, undefined);
    case "cardGaveGoods":
      return arrival(event.value.seat, event.value.good, cardPlace(event.value.card));
    case "laidGoodsTaken":
      return arrival(event.value.seat, event.value.good, roundPlace(before.round + 1));
    case "goodsHandedOver":
      return arrival(event.value.to, event.value.good, goodPlace(event.value.seat, event.value.good));
    case "goodsLost":
    case "cardTookGoods":
      return [{ moves: goodPlace(event.value.seat, event.value.good), ms: COUNT }];
    case "cooked":
    case "baked":
      return [{ moves: goodPlace(event.value.seat, Good.FOOD), ms: COUNT }];
    case "goodsMoved":
      return [{ moves: spacePlace(event.value.onto), from: spacePlace(event.value.space), ms: SLIDE }];
    case "beggingCardsTaken":
      return [{ moves: beggingCards(event.value.seat), ms: GROW }];
    case "reaped":
      return arrival(event.value.to, event.value.good, cellPlace(event.value.seat, event.value.plot));
    case "sown":
      return [
        {
          moves: crops(event.value.seat, event.value.plot),
          from: goodPlace(event.value.seat, event.value.good),
          ms: SLIDE,
        },
      ];
    case "cropsAdded":
      return [{ moves: crops(event.value.seat, event.value.plot), ms: GROW }];
    case "roomBuilt":
    case "fieldPloughed":
    case "stableBuilt":
      return [{ moves: cellPlace(event.value.seat, event.value.cell), ms: GROW }];
    case "fencesBuilt": {
      const { seat, edges } = event.value;
      return edges.map((edge) => ({ moves: fence(seat, edge), ms: GROW }));
    }
    case "majorBuilt":
    case "cardPlayed":
    case "cardPassed":
      return [{ moves: cardPlace(event.value.card), from: cardPlace(event.value.card), ms: GROW }];
    case "goodsLaidOut":
      return [{ moves: laid(event.value.round), from: cardPlace(event.value.card), ms: SLIDE }];
    case "roundBegan":
      return [{ moves: spacePlace(event.value.space), ms: GROW }];
    default:
      return [];
  }
}
