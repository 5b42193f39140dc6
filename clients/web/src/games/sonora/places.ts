// Where the moves of Sonora lie on its table. Nothing here says what is legal: a move names its places itself.

import type { Decision } from "../../generated/tilth/v1/decision_pb";
import type { Move, View } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import { Bonus, Phase, Section } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import type { Places } from "../../match/places";

export const discPlace = (disc: number): string => `disc-${disc}`;
export const zonePlace = (section: Section): string => `zone-${section}`;
export const colourPlace = (colour: number): string => `colour-${colour}`;
export const buildingPlace = (building: number): string => `building-${building}`;
export const squarePlace = (square: number): string => `canyon-${square}`;
export const cellPlace = (cell: number): string => `river-${cell}`;
export const nodePlace = (node: number): string => `node-${node}`;
export const columnPlace = (column: number): string => `column-${column}`;
/** A fox, owl or rabbit that is ready in this phase. */
export const readyPlace = (bonus: Bonus): string => `ready-${bonus}`;
/** A fox, owl or rabbit of the discovery area. */
export const animalPlace = (bonus: Bonus): string => `animal-${bonus}`;
/** All discs in the mud together. */
export const MUD_DISCS = "mud-discs";

/** The kinds of decisions that are about the board; the others are about the sheet. */
export const BOARD_KINDS: ReadonlySet<string> = new Set([
  "disc",
  "flick",
  "reflick",
  "bullseye",
  "own-colour",
  "bot-colour",
  "swap",
  "tie",
]);

/** A flick is aimed on the board; its numbers have no options. */
export const LISTED: readonly string[] = ["flick"];

/** Whether the board is looked at now, or the sheet. */
export function isAboutBoard(kind: string | undefined, phase: Phase): boolean {
  if (kind !== undefined) return BOARD_KINDS.has(kind);
  return phase !== Phase.MARKING && phase !== Phase.OVER;
}

export function placesOf(
  { move }: Move,
  _kind: string,
  _view: View,
  _decision: Decision,
  about: Move | undefined,
): Places | undefined {
  switch (move.case) {
    case "flickAgain":
      return about?.move.case === "takeDisc" ? { one: discPlace(about.move.value.disc) } : undefined;
    case "takeDisc":
    case "markDisc":
    case "botTakes":
      return { one: discPlace(move.value.disc) };
    case "sinkInto":
    case "countFor":
      return { one: zonePlace(move.value.section) };
    case "swapDiscs":
      // A set, not a path: either disc may be touched first.
      return { set: [discPlace(move.value.disc), discPlace(move.value.other)] };
    case "crossCell":
      return { one: buildingPlace(move.value.building) };
    case "markMud":
      return { one: MUD_DISCS };
    case "useBonus":
      return { one: readyPlace(move.value.bonus) };
    case "useDiscovery":
    case "circleAnimal":
      return { one: animalPlace(move.value.bonus) };
    case "drawShape":
    case "botDrawsShape":
      return { set: move.value.squares.map(squarePlace) };
    case "layPath":
      return { one: cellPlace(move.value.cell) };
    case "botLaysPath":
      return move.value.cell === move.value.last
        ? { one: cellPlace(move.value.cell) }
        : { set: [cellPlace(move.value.cell), cellPlace(move.value.last)] };
    case "crossNode":
    case "botPaints":
      return { one: nodePlace(move.value.node) };
    case "fillColumn":
      return { one: columnPlace(move.value.column) };
    case "chooseColour":
      return { one: colourPlace(move.value.colour) };
    default:
      return undefined;
  }
}

/** The number at the end of a place's name, and what stands before it: `["disc", 7]`. */
export function placeParts(place: string): readonly [string, number] {
  const at = place.lastIndexOf("-");
  const number = Number(place.slice(at + 1));
  return at < 0 || Number.isNaN(number) ? [place, -1] : [place.slice(0, at), number];
}

export const SECTIONS = [Section.RUINS, Section.CANYON, Section.MUD, Section.RIVER] as const;
/** The animals of the discovery area, in the order in which the view counts them. */
export const ANIMALS = [Bonus.FOX, Bonus.OWL, Bonus.RABBIT] as const;
