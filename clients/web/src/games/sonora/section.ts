// What each section of a sheet is drawn with.

import type { Player, Printed, View } from "../../generated/tilth/games/sonora/v1/sonora_pb";
import type { Look } from "../drawing";

export interface SectionProps {
  view: View;
  printed: Printed;
  player: Player;
  look: Look;
  isOwn: boolean;
}
