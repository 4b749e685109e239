// Load on a REST server: connections that stay open, each sending its next request when the last one is answered. The
// requests are finished bytes and the sockets are bare, so that making load costs far less than serving it.

import type { Socket } from "bun";

export interface Load {
  readonly port: number;
  /** What each connection sends, over and over. */
  readonly requests: readonly (readonly Uint8Array[])[];
  readonly milliseconds: number;
}

export interface LoadResult {
  /** Answers with status 200 per second. */
  readonly perSecond: number;
  /** Of each answer, ms. */
  readonly latencies: readonly number[];
  /** Answers with another status. */
  readonly refused: number;
  /** The first of them. */
  readonly firstRefusal: string;
}

interface Progress {
  answered: number;
  refused: number;
  firstRefusal: string;
  readonly latencies: number[];
  stopped: boolean;
}

export async function runLoad({ port, requests, milliseconds }: Load): Promise<LoadResult> {
  const progress: Progress = { answered: 0, refused: 0, firstRefusal: "", latencies: [], stopped: false };
  const caller = (own: readonly Uint8Array[]) => openCaller(port, new Caller(own, progress));
  const sockets = await Promise.all(requests.map(caller));
  const startedAt = performance.now();
  for (const socket of sockets) socket.data.next(socket);
  await Bun.sleep(milliseconds);
  const seconds = (performance.now() - startedAt) / 1_000;
  progress.stopped = true;
  const { answered, refused, firstRefusal, latencies } = progress;
  const result = { perSecond: answered / seconds, latencies: latencies.slice(), refused, firstRefusal };
  for (const socket of sockets) socket.end();
  return result;
}

function openCaller(port: number, caller: Caller): Promise<Socket<Caller>> {
  return Bun.connect<Caller>({
    hostname: "127.0.0.1",
    port,
    data: caller,
    socket: {
      open(socket) {
        socket.setNoDelay(true);
      },
      data: (socket, chunk) => socket.data.receive(socket, chunk),
      drain: (socket) => socket.data.flush(socket),
    },
  });
}

const HEAD_END = Buffer.from("\r\n\r\n");

class Caller {
  readonly #requests: readonly Uint8Array[];
  readonly #progress: Progress;
  #sent = 0;
  #sentAt = 0;
  #rest: Uint8Array | undefined;
  #received: Buffer | undefined;

  constructor(requests: readonly Uint8Array[], progress: Progress) {
    this.#requests = requests;
    this.#progress = progress;
  }

  next(socket: Socket<Caller>): void {
    this.#rest = this.#requests[this.#sent++ % this.#requests.length]!;
    this.#sentAt = performance.now();
    this.flush(socket);
  }

  flush(socket: Socket<Caller>): void {
    if (this.#rest === undefined) return;
    const written = socket.write(this.#rest);
    this.#rest = written < this.#rest.length ? this.#rest.subarray(written) : undefined;
  }

  receive(socket: Socket<Caller>, chunk: Buffer): void {
    const received = this.#received === undefined ? chunk : Buffer.concat([this.#received, chunk]);
    const head = received.indexOf(HEAD_END);
    if (head < 0 || received.length < head + HEAD_END.length + bodyLength(received.toString("latin1", 0, head))) {
      this.#received = Buffer.from(received);
      return;
    }
    this.#received = undefined;
    const progress = this.#progress;
    if (progress.stopped) return;
    // "HTTP/1.1 200": the figure after the first space.
    if (received[9] === 0x32) {
      progress.answered++;
      progress.latencies.push(performance.now() - this.#sentAt);
    } else if (progress.refused++ === 0) {
      progress.firstRefusal = received.toString();
    }
    this.next(socket);
  }
}

function bodyLength(head: string): number {
  const found = /content-length: *(\d+)/i.exec(head);
  return found === null ? 0 : Number(found[1]);
}
