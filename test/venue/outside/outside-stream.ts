// A stream client as a trader would write it: a WebSocket that keeps frames as they arrived and waits for further ones.
// Each frame is checked against its topic's declaration; an undeclared one fails the test. Interface 5.3 and 6.

import { DeclaredFrames } from "@evermark/interface/testing/declared-frames.ts";
import { risingTime } from "./signing-times.ts";
import type { Trader } from "./trader.ts";
import type { OutsideVenue } from "./whole-venue.ts";

/** The base URL of a venue's streams: `ws://…`. */
type StreamVenue = Pick<OutsideVenue, "socketUrl">;

/** A frame from the venue; data frames have a topic. */
export interface Frame {
  readonly id?: string | number;
  readonly event?: string;
  readonly success?: boolean;
  readonly errorMsg?: string;
  /** The error code of a refused request. */
  readonly code?: number;
  readonly message?: string;
  readonly topic?: string;
  readonly ts?: number;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Closed {
  readonly code: number;
  readonly reason: string;
}

export class OutsideStream {
  readonly frames: Frame[] = [];
  readonly #socket: WebSocket;
  #closed: Closed | undefined;
  readonly #declared = new DeclaredFrames();
  /** The first undeclared frame: the next wait, or the close, reports it. */
  #undeclared: unknown;
  #wake: () => void = () => {};
  #lastId = 0;

  private constructor(url: string) {
    this.#socket = new WebSocket(url);
    this.#socket.onmessage = ({ data }) => {
      const frame: Frame = JSON.parse(String(data));
      this.#look(frame);
      this.frames.push(frame);
      if (frame.event === "ping") this.#socket.send(`{"event":"pong"}`);
      this.#wake();
    };
    this.#socket.onclose = ({ code, reason }) => {
      this.#closed = { code, reason };
      this.#wake();
    };
    this.#socket.onopen = () => this.#wake();
  }

  /** @throws when the handshake is refused */
  static async open(url: string): Promise<OutsideStream> {
    const client = new OutsideStream(url);
    await client.until(() => client.#socket.readyState !== WebSocket.CONNECTING);
    if (client.#socket.readyState !== WebSocket.OPEN && client.#closed?.code === 1002) throw new Error("refused");
    return client;
  }

  static openPublic(venue: StreamVenue, accountId: string): Promise<OutsideStream> {
    return OutsideStream.open(publicUrl(venue, accountId));
  }

  static openPrivate(venue: StreamVenue, trader: Trader): Promise<OutsideStream> {
    return OutsideStream.open(privateUrl(venue, trader));
  }

  send(frame: unknown): void {
    const text = typeof frame === "string" ? frame : JSON.stringify(frame);
    this.#declared.sent(text);
    this.#socket.send(text);
  }

  sendBytes(bytes: Uint8Array<ArrayBuffer>): void {
    this.#socket.send(bytes);
  }

  /** Sends a frame with a new id, and waits for the answer that carries it. */
  async ask(frame: Readonly<Record<string, unknown>>): Promise<Frame> {
    // A form of id that no test uses itself.
    const id = `own-${++this.#lastId}`;
    this.send({ id, ...frame });
    return this.next((answer) => answer.id === id);
  }

  /** Sends a one-time request, or an order. */
  request(type: string, params: Readonly<Record<string, unknown>> = {}): Promise<Frame> {
    return this.ask({ event: "request", params: { type, ...params } });
  }

  /** @throws when it is refused */
  async subscribe(topic: string, params?: Readonly<Record<string, unknown>>): Promise<void> {
    const answer = await this.ask({ event: "subscribe", topic, ...(params && { params }) });
    if (answer.success !== true) throw new Error(`subscription refused: ${answer.errorMsg}`);
  }

  framesOf(topic: string): Frame[] {
    return this.frames.filter((frame) => frame.topic === topic);
  }

  /** The first `count` frames of a topic, once they have arrived. */
  async take(topic: string, count: number): Promise<Frame[]> {
    await this.until(() => this.framesOf(topic).length >= count);
    return this.framesOf(topic).slice(0, count);
  }

  /** The first matching frame, past or future. */
  async next(matches: (frame: Frame) => boolean, from = 0): Promise<Frame> {
    let found: Frame | undefined;
    await this.until(() => {
      found = this.frames.slice(from).find(matches);
      return found !== undefined;
    });
    return found!;
  }

  /** Waits for a condition that a frame or the end of the connection brings about. */
  async until(isReached: () => boolean): Promise<void> {
    for (;;) {
      this.#assertDeclared();
      if (isReached()) return;
      if (this.#closed !== undefined) {
        throw new Error(`closed with ${this.#closed.code} ${this.#closed.reason} while waiting`);
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  async closed(): Promise<Closed> {
    while (this.#closed === undefined) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
    return this.#closed;
  }

  get isClosed(): boolean {
    return this.#closed !== undefined;
  }

  close(): void {
    this.#socket.close();
    this.#assertDeclared();
  }

  #look(frame: Frame): void {
    try {
      this.#declared.assertDeclared({ ...frame });
    } catch (error) {
      this.#undeclared ??= error;
    }
  }

  #assertDeclared(): void {
    if (this.#undeclared !== undefined) throw this.#undeclared;
  }

  /** Cuts the connection without a closing handshake, as a process that is killed does. */
  kill(): void {
    // Bun's own method; browsers have none.
    (this.#socket as WebSocket & { terminate(): void }).terminate();
  }
}

export function publicUrl(venue: StreamVenue, accountId: string): string {
  return `${venue.socketUrl}/ws/public/ws/stream/${accountId}`;
}

export function privatePath(accountId: string): string {
  return `/ws/private/v2/ws/private/stream/${accountId}`;
}

/** A timestamp of now that no other connection of the key uses. */
export function streamTimestamp(trader: Trader): string {
  return String(risingTime(`stream ${trader.key.name}`, trader.now()));
}

/** The URL with new credentials, which no other connection uses, or with those given. */
export function privateUrl(
  venue: StreamVenue,
  trader: Trader,
  now = streamTimestamp(trader),
  sign = trader.key.sign(now),
): string {
  const query = `svc_api_key=${encodeURIComponent(trader.key.name)}&svc_timestamp=${now}&svc_sign=${sign}`;
  return `${venue.socketUrl}${privatePath(trader.accountId)}?${query}`;
}

/** The answer to a refused upgrade to a stream. */
export async function upgradeOf(url: string): Promise<Readonly<Record<string, unknown>>> {
  const headers = {
    Connection: "Upgrade",
    Upgrade: "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  };
  const response = await fetch(url.replace("ws://", "http://"), { headers });
  return { status: response.status, ...((await response.json()) as object) };
}
