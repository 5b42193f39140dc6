// Calls about ratings by pool and season. The module is loaded with their page.

import { createClient } from "@connectrpc/connect";

import { RatingsService } from "../generated/tilth/v1/ratings_pb";
import { transport } from "./calls";
import { explained } from "./refusals";

export const ratings = explained(createClient(RatingsService, transport));
