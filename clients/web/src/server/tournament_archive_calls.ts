// Calls that export, import and verify tournaments. The module is loaded where one of them is made.

import { create } from "@bufbuild/protobuf";
import { createClient } from "@connectrpc/connect";
import { createGrpcWebTransport } from "@connectrpc/connect-web";

import { ImportTournamentRequestSchema, type ImportTournamentResponse, TournamentArchiveService } from "../generated/tilth/v1/tournament_archive_pb";
import { callsAddress } from "./address";
import { identified, transport } from "./calls";
import { explained, refusalOf } from "./refusals";
import { fetchSending, messagesOf } from "./upload";

export const tournamentArchive = explained(createClient(TournamentArchiveService, transport));

// The library makes no calls that stream to the server. The bodies are our own, and the replies come as from any stream.
const IMPORT = { ...TournamentArchiveService.method.importTournament, methodKind: "server_streaming" } as const;

/** Send a tournament's file. Returns what the server has said last, with all matches that it refused. */
export async function importTournament(file: Blob, onSent: (share: number) => void): Promise<ImportTournamentResponse | undefined> {
  const sending = createGrpcWebTransport({ baseUrl: callsAddress, interceptors: [identified], fetch: fetchSending(messagesOf(file), onSent) });
  let last: ImportTournamentResponse | undefined;
  try {
    const { message } = await sending.stream(IMPORT, undefined, undefined, undefined, once(create(ImportTournamentRequestSchema)));
    for await (const reply of message) last = reply;
  } catch (error) {
    throw refusalOf(error);
  }
  return last;
}

async function* once<Value>(value: Value): AsyncGenerator<Value> {
  yield value;
}
