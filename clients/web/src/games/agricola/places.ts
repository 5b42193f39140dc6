// Where the moves of Agricola lie on its table.

import type { Decision } from "../../generated/tilth/v1/decision_pb";
import type { Move, View } from "../../generated/tilth/games/agricola/v1/agricola_pb";
import type { Places } from "../../match/places";
import type { Drop, Look } from "../drawing";

export const spacePlace = (space: number): string => `space-${space}`;
export const cellPlace = (seat: number, plot: number): string => `cell-${seat}-${plot}`;
export const goodPlace = (seat: number, good: number): string => `good-${seat}-${good}`;
export const seatPlace = (seat: number): string => `seat-${seat}`;
export const personPlace = (seat: number, person: number): string => `person-${seat}-${person}`;
export const cardPlace = (card: number): string => `card-${card}`;
export const housePlace = (house: number): string => `house-${house}`;
export const roundPlace = (round: number): string => `round-${round}`;
export const herdPlace = (seat: number, herd: number): string => `herd-${seat}-${herd}`;
/** The button at the sketch of a pasture. */
export const ENCLOSE = "enclose";

/** The numbers in a place's name, after its kind. */
export function partsOf(place: string): readonly [kind: string, first: number, second: number] {
  const [kind = "", first = "0", second = "0"] = place.split("-");
  return [kind, Number(first), Number(second)];
}

/** The kinds of decisions that the list answers: what they ask about lies nowhere on the table. */
export const LISTED: readonly string[] = [
  "part",
  "one-of",
  // A card that is given up as a price has its place all the same.
  "pay",
  "pay-fences",
  "keep-animals",
  "keep-young",
  "feed",
  "buy-laid",
  "pay-or-beg",
  "end-turn",
  "change-occupations",
  "change-minors",
  "bake",
  "cook",
  "card-goods",
  "pay-cells",
];

export function placesOf(
  { move }: Move,
  kind: string,
  _view: View,
  decision: Decision,
  about: Move | undefined,
): Places | undefined {
  switch (move.case) {
    case "useSpace":
      return { one: spacePlace(move.value.space) };
    case "buildRoom":
    case "buildStable":
    case "ploughField":
    case "sketchCell":
      return { one: cellPlace(decision.seat, move.value.cell) };
    case "enclose":
      return { one: ENCLOSE };
    case "cutPasture":
      return { set: move.value.cells.map((cell) => cellPlace(decision.seat, cell)) };
    case "sowPlot":
      return { one: cellPlace(decision.seat, move.value.plot) };
    case "choosePlot":
      return { one: cellPlace(move.value.owner, move.value.plot) };
    case "takeGood":
      return { one: goodPlace(decision.seat, move.value.good) };
    case "chooseSeat":
      return { one: seatPlace(move.value.seat) };
    case "choosePerson":
      return { one: personPlace(decision.seat, move.value.person) };
    case "renovateTo":
      return { one: housePlace(move.value.house) };
    case "playCard":
    case "giveUpCard":
    case "keepCard":
    case "discardCard":
      return { one: cardPlace(move.value.card) };
    case "useCard":
      return kind === "buy-laid" ? undefined : { one: cardPlace(move.value.card) };
    case "agree":
      return kind === "use-card" && about?.move.case === "useCard" ? { one: cardPlace(about.move.value.card) } : undefined;
    default:
      return undefined;
  }
}

/** Where cards that are played lie. */
export const PLAYED = "played";
const PEOPLE_GO: ReadonlySet<string> = new Set(["place", "second-person"]);
const CARDS_GO: ReadonlySet<string> = new Set(["improvement", "occupation"]);

/** Where people and cards can be dragged: a person at home to a space, a card to the farm or to the cards played. */
export function dropsOf(from: string, view: View, look: Look): ReadonlyMap<string, Drop> {
  const [what, seat, person] = partsOf(from);
  const kind = look.decision?.kind ?? "";
  if (what === "card" && CARDS_GO.has(kind) && (look.lit.has(from) || look.picked.has(from)))
    return new Map([[PLAYED, { touches: [from] }]]);
  const isHome = seat === look.decision?.seat && view.players[seat]?.people[person]?.space === undefined;
  if (what !== "person" || !PEOPLE_GO.has(kind) || !isHome) return new Map();
  const spaces = [...look.lit, ...look.picked.keys()].filter((place) => partsOf(place)[0] === "space");
  return new Map(spaces.map((place) => [place, { touches: [place] }]));
}

/** Where an offer has its ribbon: a good of the seat's supply, or a card. */
export function offerPlace({ move }: Move, seat: number): string | undefined {
  switch (move.case) {
    case "eatGrain":
      return goodPlace(seat, 5);
    case "eatVegetable":
      return goodPlace(seat, 6);
    case "cookSome":
      return goodPlace(seat, 7);
    case "useOffer":
      return cardPlace(move.value.card);
    default:
      return undefined;
  }
}
