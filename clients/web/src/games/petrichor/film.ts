// What moves on the table of Petrichor: clouds that are blown, drops that fall or move, votes that are placed.

import type { Event } from "../../generated/tilth/games/petrichor/v1/petrichor_pb";
import type { Step } from "../drawing";
import { cloudDropPlace, cloudPlace, dropPlace, votePiece, weatherPlace } from "./places";

const SLIDE_MS = 260;

export function film({ event }: Event): readonly Step[] {
  switch (event.case) {
    case "cloudFormed":
      return [{ moves: cloudPlace(event.value.tile), ms: 320 }];
    case "cloudMoved":
    case "cloudsMerged":
      return [{ moves: cloudPlace(event.value.to), from: cloudPlace(event.value.tile), ms: SLIDE_MS }];
    case "dropFell":
      return [
        {
          moves: dropPlace(event.value.tile, event.value.owner),
          from: cloudDropPlace(event.value.tile, event.value.owner),
          ms: SLIDE_MS,
        },
      ];
    case "dropMoved":
      return [
        {
          moves: dropPlace(event.value.to, event.value.owner),
          from: dropPlace(event.value.tile, event.value.owner),
          ms: SLIDE_MS,
        },
      ];
    case "dropsAdded":
      return [{ moves: cloudDropPlace(event.value.tile, event.value.seat), ms: SLIDE_MS }];
    case "dropsPlaced":
      return [{ moves: dropPlace(event.value.tile, event.value.seat), ms: SLIDE_MS }];
    case "votePlaced":
      return [{ moves: votePiece(event.value.weather, event.value.seat), ms: SLIDE_MS }];
    case "voteMoved":
      return [
        {
          moves: votePiece(event.value.weather, event.value.seat),
          from: weatherPlace(event.value.source),
          ms: SLIDE_MS,
        },
      ];
    default:
      return [];
  }
}
