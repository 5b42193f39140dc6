// Calls of operators. The module is loaded with the operator's page.

import { createClient } from "@connectrpc/connect";

import { OperationsService } from "../generated/tilth/v1/operations_pb";
import { transport } from "./calls";
import { explained } from "./refusals";

export const operations = explained(createClient(OperationsService, transport));
