// Calls about tournaments. The module is loaded with their pages.

import { createClient } from "@connectrpc/connect";

import { TournamentsService } from "../generated/tilth/v1/tournaments_pb";
import { transport } from "./calls";
import { explained } from "./refusals";

export const tournaments = explained(createClient(TournamentsService, transport));
