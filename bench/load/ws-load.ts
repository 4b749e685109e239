// Load on the private stream: connections that keep a number of requests under way. The finished frames are adjacent in
// memory and are written in contiguous ranges, one frame for each answer that arrived. A single byte shows whether an
// answer is a success. Making load therefore costs far less than serving it.

import { randomBytes } from "node:crypto";
import type { Socket } from "bun";

export interface WsLoad {
  readonly port: number;
  /** The path and credentials of each connection, and the requests that it repeats. */
  readonly callers: readonly WsCaller[];
  /** How many requests each connection has under way. */
  readonly underWay: number;
  readonly milliseconds: number;
}

export interface WsCaller {
  /** Path and query of the upgrade, including credentials. */
  readonly target: string;
  readonly requests: readonly string[];
}

export interface WsLoadResult {
  /** Successful answers per second. */
  readonly perSecond: number;
  readonly answered: number;
  readonly refused: number;
  /** The text of the first refusal. */
  readonly firstRefusal: string;
}

interface Progress {
  answered: number;
  refused: number;
  firstRefusal: string;
  isRunning: boolean;
}

/** The id in every request. All ids have the same length, so that what follows them is always at the same position. */
export const REQUEST_ID = "00000000";
const SUCCESS_AT = `{"id":"${REQUEST_ID}","event":"request","success":`.length;
const TRUE = "t".charCodeAt(0);
const TEXT = 1;
const HEAD_END = Buffer.from("\r\n\r\n");

export async function runWsLoad({ port, callers, underWay, milliseconds }: WsLoad): Promise<WsLoadResult> {
  const progress: Progress = { answered: 0, refused: 0, firstRefusal: "", isRunning: true };
  const sockets = await Promise.all(callers.map((caller) => connect(port, new Caller(caller, progress))));
  await Promise.all(sockets.map((socket) => socket.data.upgraded.promise));
  const startedAt = performance.now();
  for (const socket of sockets) socket.data.send(socket, underWay);
  await Bun.sleep(milliseconds);
  const seconds = (performance.now() - startedAt) / 1_000;
  progress.isRunning = false;
  const { answered, refused, firstRefusal } = progress;
  for (const socket of sockets) socket.end();
  return { perSecond: answered / seconds, answered, refused, firstRefusal };
}

function connect(port: number, caller: Caller): Promise<Socket<Caller>> {
  return Bun.connect<Caller>({
    hostname: "127.0.0.1",
    port,
    data: caller,
    socket: {
      open(socket) {
        socket.setNoDelay(true);
        socket.write(upgradeRequest(caller.target));
      },
      data: (socket, chunk) => socket.data.receive(socket, chunk),
      drain: (socket) => socket.data.flush(socket),
      close: (socket) => socket.data.upgraded.reject(new Error("a stream was closed")),
    },
  });
}

class Caller {
  readonly target: string;
  readonly upgraded = Promise.withResolvers<void>();
  readonly #progress: Progress;
  readonly #bytes: Buffer;
  /** Where each frame begins; the last entry is the end of the last frame. */
  readonly #starts: number[] = [0];
  #next = 0;
  #isUpgraded = false;
  #carried: Buffer | undefined;
  #unsent: Uint8Array[] = [];

  constructor({ target, requests }: WsCaller, progress: Progress) {
    this.target = target;
    this.#progress = progress;
    const frames = requests.map(textFrame);
    for (const frame of frames) this.#starts.push(this.#starts.at(-1)! + frame.length);
    this.#bytes = Buffer.concat(frames);
  }

  /** Sends the next requests. One write is enough unless the requests start again from the first. */
  send(socket: Socket<Caller>, count: number): void {
    const total = this.#starts.length - 1;
    for (let left = count; left > 0; ) {
      const taken = Math.min(left, total - this.#next);
      this.#unsent.push(this.#bytes.subarray(this.#starts[this.#next], this.#starts[this.#next + taken]));
      this.#next = (this.#next + taken) % total;
      left -= taken;
    }
    this.flush(socket);
  }

  flush(socket: Socket<Caller>): void {
    for (let [bytes] = this.#unsent; bytes !== undefined; [bytes] = this.#unsent) {
      const written = socket.write(bytes);
      if (written < bytes.length) {
        this.#unsent[0] = bytes.subarray(Math.max(0, written));
        return;
      }
      this.#unsent.shift();
    }
  }

  receive(socket: Socket<Caller>, received: Buffer): void {
    const chunk = this.#carried === undefined ? received : Buffer.concat([this.#carried, received]);
    let at = this.#isUpgraded ? 0 : this.#readUpgrade(chunk);
    let answers = 0;
    while (at + 4 <= chunk.length) {
      const short = chunk[at + 1]! & 127;
      const start = at + (short < 126 ? 2 : 4);
      const end = start + (short < 126 ? short : chunk.readUInt16BE(at + 2));
      if (end > chunk.length) break;
      if ((chunk[at]! & 15) === TEXT && end - start > SUCCESS_AT) {
        this.#count(chunk, start, end);
        answers++;
      }
      at = end;
    }
    this.#carried = at < chunk.length ? Buffer.from(chunk.subarray(at)) : undefined;
    if (answers > 0 && this.#progress.isRunning) this.send(socket, answers);
  }

  #count(chunk: Buffer, start: number, end: number): void {
    const progress = this.#progress;
    if (chunk[start + SUCCESS_AT] === TRUE) progress.answered++;
    else if (progress.refused++ === 0) progress.firstRefusal = chunk.toString("utf8", start, end);
  }

  /** @returns where the frames begin */
  #readUpgrade(chunk: Buffer): number {
    const head = chunk.indexOf(HEAD_END);
    if (head < 0) return 0;
    if (!chunk.toString("latin1", 0, 12).endsWith("101")) {
      this.upgraded.reject(new Error(`no stream: ${chunk.toString()}`));
      return chunk.length;
    }
    this.#isUpgraded = true;
    this.upgraded.resolve();
    return head + HEAD_END.length;
  }
}

function upgradeRequest(target: string): string {
  return [
    `GET ${target} HTTP/1.1`,
    "Host: 127.0.0.1",
    "Upgrade: websocket",
    "Connection: Upgrade",
    `Sec-WebSocket-Key: ${randomBytes(16).toString("base64")}`,
    "Sec-WebSocket-Version: 13",
    "\r\n",
  ].join("\r\n");
}

/** A client's frame must have a mask; a mask of zeros leaves the text unchanged. */
function textFrame(text: string): Buffer {
  const { length } = text;
  const head = length < 126 ? [0x80 | length] : [0x80 | 126, length >> 8, length & 255];
  return Buffer.concat([Uint8Array.of(0x80 | TEXT, ...head, 0, 0, 0, 0), Buffer.from(text)]);
}
