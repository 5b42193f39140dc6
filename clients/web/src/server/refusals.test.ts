import { Code, ConnectError } from "@connectrpc/connect";
import { expect, test } from "vitest";

import { CallRefused, explained, refusalOf } from "./refusals";

const ERROR_INFO = new Uint8Array([
  ...[0x0a, 4, ...new TextEncoder().encode("GONE")],
  ...[0x1a, 9, 0x0a, 2, ...new TextEncoder().encode("id"), 0x12, 3, ...new TextEncoder().encode("abc")],
]);

function failure(): ConnectError {
  const error = new ConnectError("it is gone", Code.NotFound);
  error.details = [{ type: "google.rpc.ErrorInfo", value: ERROR_INFO }];
  return error;
}

const client = explained({
  call: async (fails: boolean): Promise<string> => {
    if (fails) throw failure();
    return "reply";
  },
  stream: async function* (): AsyncGenerator<number> {
    yield 1;
    throw failure();
  },
  away: async (): Promise<void> => {
    throw new ConnectError("no connection", Code.Unavailable);
  },
});

async function thrown(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => undefined,
    (error: unknown) => error,
  );
}

test("a reply comes as it is", async () => {
  expect(await client.call(false)).toBe("reply");
});

test("a refused call throws its reason, message and details", async () => {
  const error = (await thrown(client.call(true))) as CallRefused;
  expect(error).toBeInstanceOf(CallRefused);
  expect([error.reason, error.message, error.details, error.isUnreachable]).toEqual(["GONE", "it is gone", { id: "abc" }, false]);
});

test("a refusal names the field of the request", () => {
  const name = new TextEncoder().encode("settings.sets");
  const violation = [0x0a, name.length, ...name, 0x12, 3, ...new TextEncoder().encode("why")];
  const error = failure();
  error.details = [...error.details, { type: "google.rpc.BadRequest", value: new Uint8Array([0x0a, violation.length, ...violation]) }];
  expect(refusalOf(error)).toMatchObject({ reason: "GONE", details: { id: "abc", field: "settings.sets" } });
});

test("a stream that fails throws so, too, after what came", async () => {
  const came: number[] = [];
  const error = await thrown(
    (async () => {
      for await (const number of client.stream()) came.push(number);
    })(),
  );
  expect(came).toEqual([1]);
  expect((error as CallRefused).reason).toBe("GONE");
});

test("a server that is away is unreachable", async () => {
  expect(((await thrown(client.away())) as CallRefused).isUnreachable).toBe(true);
});
