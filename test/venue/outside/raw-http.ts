// HTTP by hand over a bare socket, for requests that no HTTP client would send: half requests, doubled headers, odd
// encodings.

import { connect, type Socket } from "node:net";
import { assertDeclaredAnswer } from "@evermark/interface/testing/declared-answers.ts";
import { chunkedBody } from "../../attack/chunked-body.ts";

interface RawAnswer {
  readonly status: number;
  /** Names in lower case; a repeated header keeps its last value. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** One connection to write bytes to and to read answers from. */
export class RawConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes: Buffer) => {
      this.#received = Buffer.concat([this.#received, bytes]);
      this.#wake();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  /** @param from the loopback address that the venue sees */
  static open(port: number, from = "127.0.0.1"): Promise<RawConnection> {
    return new Promise((resolve, reject) => {
      const options = { port, host: "127.0.0.1", localAddress: from };
      const socket = connect(options, () => resolve(new RawConnection(socket)));
      socket.on("error", reject);
    });
  }

  write(bytes: string | Uint8Array): void {
    this.#socket.write(bytes);
  }

  /** Stops reading: incoming bytes are not delivered any more. */
  pause(): void {
    this.#socket.pause();
  }

  /** The next answer; undefined when the venue closed the connection instead. @param toHead an answer to HEAD */
  async answer(toHead = false): Promise<RawAnswer | undefined> {
    for (;;) {
      const parsed = parseAnswer(this.#received, toHead);
      if (parsed !== undefined) {
        this.#received = this.#received.subarray(parsed.length);
        if (parsed.answer.status !== 100) return parsed.answer;
        continue;
      }
      if (this.#isClosed) return undefined;
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  /** Waits until the other side has closed the connection. */
  async closed(): Promise<void> {
    while (!this.#isClosed) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  close(): void {
    this.#socket.destroy();
  }
}

/** Sends one request, reads one answer and closes. */
export async function rawRequest(
  port: number,
  request: string | Uint8Array,
  from?: string,
): Promise<RawAnswer | undefined> {
  const connection = await RawConnection.open(port, from);
  connection.write(request);
  const [method = "", target = ""] = Buffer.from(request).toString("latin1").split(" ", 2);
  const answer = await connection.answer(method === "HEAD");
  connection.close();
  if (answer !== undefined) {
    const { status, headers, body } = answer;
    const contentType = headers.get("content-type") ?? null;
    assertDeclaredAnswer({ method, target, status, contentType, text: body });
  }
  return answer;
}

/** The headers that request a WebSocket. */
export const UPGRADE = [
  ["Connection", "Upgrade"],
  ["Upgrade", "websocket"],
  ["Sec-WebSocket-Version", "13"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
] as const;

/** A request's text. A header may be repeated. */
export function requestText(
  method: string,
  target: string,
  headers: readonly (readonly [string, string])[] = [],
  body: string | Uint8Array = "",
): Buffer {
  const lines = [["Host", "localhost"] as const, ...headers];
  const length = Buffer.byteLength(body);
  const hasFraming = lines.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  if (length > 0 && !hasFraming) lines.push(["Content-Length", String(length)]);
  const head = `${method} ${target} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);
}

function parseAnswer(bytes: Buffer, toHead: boolean): { answer: RawAnswer; length: number } | undefined {
  const end = bytes.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [statusLine = "", ...lines] = bytes.subarray(0, end).toString("latin1").split("\r\n");
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()] as const;
    }),
  );
  const status = Number(statusLine.split(" ")[1]);
  const start = end + 4;
  if (!toHead && headers.get("transfer-encoding") === "chunked") {
    const chunked = chunkedBody(bytes, start);
    return chunked && { answer: { status, headers, body: chunked.body }, length: chunked.end };
  }
  const length = toHead ? 0 : Number(headers.get("content-length") ?? 0);
  if (bytes.length < start + length) return undefined;
  const body = bytes.subarray(start, start + length).toString();
  return { answer: { status, headers, body }, length: start + length };
}
