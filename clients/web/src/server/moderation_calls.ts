// Calls of those who look after the people on a server. The module is loaded with the first part of the operator's page
// that needs it.

import { createClient } from "@connectrpc/connect";

import { ModerationService } from "../generated/tilth/v1/moderation_pb";
import { transport } from "./calls";
import { explained } from "./refusals";

export const moderation = explained(createClient(ModerationService, transport));
