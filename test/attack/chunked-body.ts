// Reads a chunked body, in which each chunk follows a line with its length: a server may send this instead of a
// Content-Length.

const LINE_END = "\r\n";

/** @returns undefined while more has to come; `end` is where the next answer begins */
export function chunkedBody(bytes: Buffer, start: number): { readonly body: string; readonly end: number } | undefined {
  const chunks: Buffer[] = [];
  let at = start;
  for (;;) {
    const lineEnd = bytes.indexOf(LINE_END, at);
    if (lineEnd < 0) return undefined;
    const length = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    const from = lineEnd + LINE_END.length;
    const next = from + length + LINE_END.length;
    if (!(bytes.length >= next)) return undefined;
    if (length === 0) return { body: Buffer.concat(chunks).toString(), end: next };
    chunks.push(bytes.subarray(from, from + length));
    at = next;
  }
}
