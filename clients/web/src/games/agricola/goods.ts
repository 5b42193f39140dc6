// Goods in the order in which they are shown, and their pictures.

import { type Amount, Good, type Player } from "../../generated/tilth/games/agricola/v1/agricola_pb";

/** So much of a good. */
export type Goods = Pick<Amount, "good" | "amount">;

export const PICTURES: Readonly<Record<Good, string>> = {
  [Good.UNSPECIFIED]: "mark",
  [Good.WOOD]: "wood",
  [Good.CLAY]: "clay",
  [Good.REED]: "reed",
  [Good.STONE]: "stone",
  [Good.GRAIN]: "grain",
  [Good.VEGETABLE]: "vegetable",
  [Good.FOOD]: "food",
  [Good.SHEEP]: "sheep",
  [Good.BOAR]: "boar",
  [Good.CATTLE]: "cattle",
};

export const SUPPLY = [Good.WOOD, Good.CLAY, Good.REED, Good.STONE, Good.FOOD, Good.GRAIN, Good.VEGETABLE] as const;
export const ANIMALS = [Good.SHEEP, Good.BOAR, Good.CATTLE] as const;

export const amountOf = (amounts: readonly Goods[], good: Good): number =>
  amounts.find((one) => one.good === good)?.amount ?? 0;

/** The food that is missing at the next harvest, as the view has both numbers; never below 0. */
export const missingFood = (player: Player): number =>
  Math.max(0, player.appetite - amountOf(player.goods, Good.FOOD));

export const pointsOf = (player: Player): number => player.sheet.reduce((sum, line) => sum + line, 0);

/** How many people are at home with work to do, of how many that can work. */
export function peopleOf(player: Player): { readonly home: number; readonly all: number; readonly newborn: number } {
  const newborn = player.people.filter((one) => one.newborn).length;
  const home = player.people.filter((one) => one.space === undefined && !one.newborn && !one.idle).length;
  return { home, all: player.people.length - newborn, newborn };
}
