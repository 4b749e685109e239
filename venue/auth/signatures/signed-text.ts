// The text that the signature of a REST request covers: timestamp, upper-case method, path with query, raw body.
// Interface 5.2. It is built from the bytes as received, never from something that was parsed and written again.

const none = new Uint8Array(0);

/** @param body the bytes as received; empty for GET and DELETE, even if some arrived */
export function signedText(
  timestamp: string,
  method: string,
  path: string,
  body: Uint8Array = none,
): Uint8Array<ArrayBuffer> {
  const head = `${timestamp}${method}${path}`;
  if (body.length === 0) return Buffer.from(head);
  const length = Buffer.byteLength(head);
  const text = Buffer.allocUnsafe(length + body.length);
  text.write(head, 0);
  text.set(body, length);
  return text;
}

// The server returns a request line as the URL standard spells it, with these characters escaped. A client that sent them
// unescaped has signed them unescaped.
const ESCAPED_BY_SERVER = /%(?:22|27|3C|3E|5C|5E|60|7B|7D)/g;

/** The path as a client may have written it, if that differs from the server's spelling; else undefined. */
export function barePath(path: string): string | undefined {
  const bare = path.replace(ESCAPED_BY_SERVER, (hex) => String.fromCharCode(Number.parseInt(hex.slice(1), 16)));
  return bare === path ? undefined : bare;
}
