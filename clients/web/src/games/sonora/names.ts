// The names of Sonora's numbers that the drawing uses for its pictures, and what a view says of one seat.

import { Bonus, type Disc, type Player, Section, type View } from "../../generated/tilth/games/sonora/v1/sonora_pb";

/** The animal of a section, by the section's number: the name of its picture. */
export const SECTION_PICTURES: Readonly<Record<number, string>> = {
  [Section.RUINS]: "lizard",
  [Section.CANYON]: "fox",
  [Section.MUD]: "rabbit",
  [Section.RIVER]: "owl",
};

/** The name of a bonus's picture, by its number. */
export const BONUS_PICTURES: Readonly<Record<number, string>> = {
  [Bonus.REFLICK]: "reflick",
  [Bonus.SWAP]: "swap",
  [Bonus.FOX]: "fox",
  [Bonus.OWL]: "owl",
  [Bonus.RABBIT]: "rabbit",
  [Bonus.DISCOVERY]: "discovery",
};

/** The class of a section's colours. */
export const sectionClass = (section: Section): string => `z${section}`;

/** A disc's name: the letter of its colour, and its value. */
export const discName = ({ colour, value }: Disc): string => `${"ABCD"[colour] ?? "?"}${value}`;

export function pointsOf(player: Player, section: Section): number {
  switch (section) {
    case Section.RUINS:
      return player.ruinsPoints;
    case Section.CANYON:
      return player.canyonPoints;
    case Section.MUD:
      return player.mudPoints;
    case Section.RIVER:
      return player.riverPoints;
    default:
      return 0;
  }
}

export const allPointsOf = (player: Player): number =>
  player.ruinsPoints + player.canyonPoints + player.mudPoints + player.riverPoints;

/** Whether the match is played alone, against the bot. */
export const isSolo = (view: View): boolean => view.players.length === 1;

/** The colours whose discs belong to a seat's side of the table: all of them in a match alone. */
export const coloursOf = (view: View, seat: number): readonly number[] =>
  isSolo(view) ? [...new Set(view.discs.map(({ colour }) => colour))] : [seat];

/** The name of a canyon's cell, as the texts of the game call it: column a, row 1 from the top left. */
export const squareName = (square: number): string => `${String.fromCharCode(97 + (square % 16))}${Math.floor(square / 16) + 1}`;
