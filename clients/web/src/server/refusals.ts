// Why a call failed, as the rest of the page decides by it.

import { Code, ConnectError } from "@connectrpc/connect";

/** The server has refused a call, or could not be reached (`isUnreachable`). */
export class CallRefused extends Error {
  constructor(
    readonly reason: string,
    message: string,
    /** More about the refusal. `field` names the field of the request that was refused. */
    readonly details: Readonly<Record<string, string>>,
    readonly isUnreachable: boolean,
  ) {
    super(message);
  }
}

/** Returns the client with calls that throw a CallRefused. An interceptor can't do that: its errors get wrapped. */
export function explained<Client extends object>(client: Client): Client {
  return new Proxy(client, {
    get(target, name) {
      const method: unknown = Reflect.get(target, name);
      if (typeof method !== "function") return method;
      return (...values: unknown[]): unknown => {
        const reply: unknown = method.apply(target, values);
        return reply instanceof Promise ? reply.catch(refuse) : streamed(reply as AsyncIterable<unknown>);
      };
    },
  });
}

async function* streamed(replies: AsyncIterable<unknown>): AsyncGenerator {
  try {
    yield* replies;
  } catch (error) {
    refuse(error);
  }
}

function refuse(error: unknown): never {
  throw refusalOf(error);
}

export function refusalOf(thrown: unknown): CallRefused {
  if (thrown instanceof CallRefused) return thrown;
  const error = ConnectError.from(thrown);
  let info: { reason: string; metadata: Record<string, string> } | undefined;
  let field = "";
  for (const detail of error.details) {
    if (!("type" in detail)) continue;
    if (detail.type === "google.rpc.ErrorInfo") info = errorInfo(detail.value);
    if (detail.type === "google.rpc.BadRequest") field = violatedField(detail.value);
  }
  if (info !== undefined) {
    return new CallRefused(info.reason, error.rawMessage, field === "" ? info.metadata : { ...info.metadata, field }, false);
  }
  const isUnreachable = error.code === Code.Unavailable || error.code === Code.Unknown;
  return new CallRefused("", error.rawMessage, {}, isUnreachable);
}

// google.rpc.ErrorInfo is three fields: reason = 1, domain = 2, metadata = 3. Its messages are not in our schemas.
function errorInfo(bytes: Uint8Array): { reason: string; metadata: Record<string, string> } {
  const metadata: Record<string, string> = {};
  let reason = "";
  for (const [field, value] of fieldsOf(bytes)) {
    if (field === 1) reason = text(value);
    if (field === 3) {
      const entry = new Map(fieldsOf(value));
      metadata[text(entry.get(1))] = text(entry.get(2));
    }
  }
  return { reason, metadata };
}

// google.rpc.BadRequest lists violations as field 1; in each, field 1 is the name of the request's field.
function violatedField(bytes: Uint8Array): string {
  const violation = new Map(fieldsOf(bytes)).get(1);
  return violation === undefined ? "" : text(new Map(fieldsOf(violation)).get(1));
}

function* fieldsOf(bytes: Uint8Array): Generator<[number, Uint8Array]> {
  let at = 0;
  while (at + 1 < bytes.length) {
    const field = (bytes[at] ?? 0) >> 3;
    let length = 0;
    let shift = 0;
    do {
      at += 1;
      length |= ((bytes[at] ?? 0) & 0x7f) << shift;
      shift += 7;
    } while ((bytes[at] ?? 0) & 0x80);
    at += 1;
    yield [field, bytes.subarray(at, at + length)];
    at += length;
  }
}

const text = (bytes: Uint8Array | undefined): string => new TextDecoder().decode(bytes);
