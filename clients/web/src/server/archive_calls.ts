// Calls of the archive, in a module of their own: the first table of a match needs none of them.

import { createClient } from "@connectrpc/connect";

import { ArchiveService } from "../generated/tilth/v1/archive_pb";
import { transport } from "./calls";
import { explained } from "./refusals";

export const archive = explained(createClient(ArchiveService, transport));
