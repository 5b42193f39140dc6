// A file as the body of a call that streams to the server. `fetch` can't send such a body piece by piece, and says nothing
// of how much was sent, so the request is an XMLHttpRequest; its body is made of the file itself, which is never in memory.

/** Bytes of the file in one message: well below what a server takes. */
const PIECE_BYTES = 64 << 10;
const FIELD_1 = 0x0a;

/** Returns the file as messages that hold its pieces in order as `bytes` of field 1, each after gRPC-Web's five bytes. */
export function messagesOf(file: Blob): Blob {
  const parts: BlobPart[] = [];
  for (let at = 0; at < file.size; at += PIECE_BYTES) {
    const piece = file.slice(at, at + PIECE_BYTES);
    parts.push(prefixOf(piece.size), piece);
  }
  return new Blob(parts);
}

function prefixOf(bytes: number): Uint8Array<ArrayBuffer> {
  const field = [FIELD_1];
  let rest = bytes;
  for (; rest >= 0x80; rest >>>= 7) field.push((rest & 0x7f) | 0x80);
  field.push(rest);
  const prefix = new Uint8Array(5 + field.length);
  new DataView(prefix.buffer).setUint32(1, field.length + bytes);
  prefix.set(field, 5);
  return prefix;
}

/** Returns a `fetch` that sends this body instead of its own, and says what share of it has been sent. */
export function fetchSending(body: Blob, onSent: (share: number) => void): typeof fetch {
  return (address, init) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      request.open("POST", address instanceof Request ? address.url : address);
      new Headers(init?.headers).forEach((value, name) => request.setRequestHeader(name, value));
      request.responseType = "arraybuffer";
      request.upload.onprogress = ({ loaded }) => onSent(body.size === 0 ? 1 : loaded / body.size);
      request.onload = () => resolve(new Response(request.response as ArrayBuffer, { status: request.status, headers: headersOf(request) }));
      request.onerror = () => reject(new TypeError("the connection broke"));
      request.onabort = () => reject(new DOMException("the call was ended", "AbortError"));
      init?.signal?.addEventListener("abort", () => request.abort());
      request.send(body);
    });
}

function headersOf(request: XMLHttpRequest): Headers {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(":");
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  return headers;
}
