// Sends bytes to a venue and reads what comes back, over bare sockets: without an HTTP library anything can be sent,
// and "no answer", "closed" and "slow" can be distinguished.

import { connect, type Socket } from "node:net";
import { chunkedBody } from "./chunked-body.ts";
import type { Target } from "./target.ts";

/** A venue under attack may not take longer than this to answer a request. */
export const ANSWER_MS = 20_000;
/** Longer than any answer; bytes beyond it are not kept. */
const RECEIVED_MAX = 64 * 1_048_576;

export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  /** Names in lower case. */
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

/** An answer; or the venue closed the connection; or nothing arrived in time. */
export type Reply = Answer | { readonly kind: "closed" } | { readonly kind: "silent" };

export class Wire {
  readonly #socket: Socket;
  #received: Buffer[] = [];
  #size = 0;
  #isClosed = false;
  #wake: () => void = () => {};

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on("data", (bytes: Buffer) => {
      this.#size += bytes.length;
      if (this.#size <= RECEIVED_MAX) this.#received.push(bytes);
      this.#wake();
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      this.#isClosed = true;
      this.#wake();
    });
  }

  /** @throws {Error} when the venue accepts no connection */
  static open({ host, port, localAddress }: Target): Promise<Wire> {
    return new Promise((resolve, reject) => {
      const socket = connect({ host, port, ...(localAddress !== undefined && { localAddress }) });
      socket.on("connect", () => resolve(new Wire(socket)));
      socket.on("error", reject);
    });
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  write(bytes: string | Uint8Array): void {
    if (!this.#isClosed) this.#socket.write(bytes);
  }

  /** Stops reading, so that the venue's bytes stay on the way. */
  pause(): void {
    this.#socket.pause();
  }

  /** The next answer. @param toHead an answer to HEAD has no body, whatever it says */
  async answer(toHead = false, ms = ANSWER_MS): Promise<Reply> {
    const until = performance.now() + ms;
    for (;;) {
      const bytes = this.#all();
      const parsed = parseAnswer(bytes, toHead, this.#isClosed);
      if (parsed !== undefined) {
        this.#keep(bytes.subarray(parsed.length));
        if (parsed.answer.status !== 100) return parsed.answer;
        continue;
      }
      if (this.#isClosed) return { kind: "closed" };
      if (!(await this.#more(until))) return { kind: "silent" };
    }
  }

  /**
   * Takes the bytes that have arrived, or waits for some. @returns undefined when the connection closed or nothing
   * arrived
   */
  async bytes(ms: number): Promise<Buffer | undefined> {
    const until = performance.now() + ms;
    while (this.#received.length === 0) if (this.#isClosed || !(await this.#more(until))) return undefined;
    const bytes = this.#all();
    this.#keep(Buffer.alloc(0));
    return bytes;
  }

  /** Whether the venue closes the connection within the time. */
  async closes(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    while (!this.#isClosed) if (!(await this.#more(until))) return false;
    return true;
  }

  close(): void {
    this.#socket.destroy();
  }

  /** @returns false when the time is over */
  async #more(until: number): Promise<boolean> {
    const left = until - performance.now();
    if (left <= 0) return false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const arrived = await new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), left);
      this.#wake = () => resolve(true);
    });
    clearTimeout(timer);
    return arrived;
  }

  #all(): Buffer {
    if (this.#received.length > 1) this.#received = [Buffer.concat(this.#received)];
    return this.#received[0] ?? Buffer.alloc(0);
  }

  #keep(rest: Buffer): void {
    this.#received = rest.length === 0 ? [] : [rest];
    this.#size = rest.length;
  }
}

/** The headers that request a WebSocket. */
export const UPGRADE = [
  ["Upgrade", "websocket"],
  ["Connection", "Upgrade"],
  ["Sec-WebSocket-Key", "dGhlIHNhbXBsZSBub25jZQ=="],
  ["Sec-WebSocket-Version", "13"],
] as const;

/**
 * A request's bytes. A header may be repeated, and nothing in the request need be right. Its Host is this machine
 * unless given.
 */
export function requestBytes(
  method: string,
  path: string,
  headers: readonly (readonly [string, string])[],
  body: string | Uint8Array = "",
): Buffer {
  const length = Buffer.byteLength(body);
  const isFramed = headers.some(([name]) => /^(content-length|transfer-encoding)$/i.test(name));
  const namesHost = headers.some(([name]) => name === "Host");
  const lines = namesHost ? [...headers] : [["Host", "localhost"] as const, ...headers];
  if (!isFramed && length > 0) lines.push(["Content-Length", String(length)]);
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join("")}\r\n`;
  return Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(body)]);
}

function parseAnswer(bytes: Buffer, toHead: boolean, isEnd: boolean): { answer: Answer; length: number } | undefined {
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
  const stated = headers.get("content-length");
  const hasNone = toHead || status === 101 || status === 100 || status === 204;
  if (!hasNone && headers.get("transfer-encoding") === "chunked") {
    const chunked = chunkedBody(bytes, start);
    return chunked && { answer: { kind: "answer", status, headers, body: chunked.body }, length: chunked.end };
  }
  const untilEnd = stated === undefined && headers.get("connection")?.toLowerCase() === "close";
  const length = hasNone ? 0 : untilEnd ? bytes.length - start : Number(stated ?? 0);
  if ((untilEnd && !isEnd && !hasNone) || bytes.length < start + length) return undefined;
  const body = bytes.subarray(start, start + length).toString();
  return { answer: { kind: "answer", status, headers, body }, length: start + length };
}
