// One connection that reconnects: it answers the venue's pings, sends its own, detects silence, and reconnects with growing,
// jittered pauses. The stream above decides what travels over it. Streams 1, 3.2 and 3.3.

import { Pacer } from "./pacer.ts";
import type { Socket, SocketConstructor, SocketEvent } from "./socket.ts";

/**
 * `idle`: nothing was requested yet. `connecting`: no socket is open; one is being opened, or the pause before it runs.
 * `live`: open and heard from. `stale`: open, but silent for longer than a heartbeat allows. `closed`: for good.
 */
export type ConnectionState = "idle" | "connecting" | "live" | "stale" | "closed";

export interface ConnectionOptions {
  /** The URL to connect to; called for each attempt, because a private URL carries a fresh signature. */
  readonly url: () => Promise<string>;
  /**
   * The WebSocket constructor. Called by the first subscription, so that a missing one is thrown there, and before
   * each connection.
   */
  readonly WebSocket: () => SocketConstructor;
  /** Throws, at the first subscription, an error that would make every attempt fail. */
  readonly assertUsable?: (() => void) | undefined;
  /**
   * How often to ping, in milliseconds; after 1.5 of these without a frame the stream is stale, after 2.5 it is lost.
   * Default 10,000.
   */
  readonly heartbeatMs?: number | undefined;
  /**
   * The first pause before reconnecting, in milliseconds; doubled each time, at most `pauseMaxMs`. Defaults 250 and 10,000.
   */
  readonly pauseMs?: number | undefined;
  readonly pauseMaxMs?: number | undefined;
}

interface ConnectionListener {
  opened(): void;
  /** The socket is gone; another follows unless the state is `closed`. */
  lost(reason: string): void;
  frame(frame: Readonly<Record<string, unknown>>): void;
  changed(state: ConnectionState, reason: string): void;
}

export class Connection {
  readonly #options: ConnectionOptions;
  readonly #listener: ConnectionListener;
  readonly #heartbeatMs: number;
  readonly #pacer = new Pacer((text) => this.#socket?.send(text));
  #state: ConnectionState = "idle";
  #socket: Socket | undefined;
  #isOpen = false;
  #attempts = 0;
  #heardAtMs = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: ConnectionOptions, listener: ConnectionListener) {
    this.#options = options;
    this.#listener = listener;
    this.#heartbeatMs = options.heartbeatMs ?? 10_000;
  }

  get state(): ConnectionState {
    return this.#state;
  }

  /** Connects, unless that was done before. @throws {Error} when it was closed, or the runtime has no WebSocket */
  start(): void {
    if (this.#state === "closed") throw new Error("this stream was closed");
    if (this.#state !== "idle") return;
    this.#options.assertUsable?.();
    this.#options.WebSocket();
    this.#change("connecting", "first subscription");
    void this.#connect();
  }

  /** Sends a frame now or as soon as the rate limit allows; discards it when no socket is open. */
  send(frame: Readonly<Record<string, unknown>>): void {
    if (this.#isOpen) this.#pacer.push(JSON.stringify(frame));
  }

  /** Sends a text ahead of the frames that wait for the rate limit: for frames that the venue does not count towards it. */
  sendAtOnce(text: string): void {
    if (this.#isOpen) this.#socket?.send(text);
  }

  /** Drops the current connection and opens another. */
  reopen(reason: string): void {
    if (this.#isOpen) this.#again(reason);
  }

  close(reason = "closed by the client"): void {
    if (this.#state === "closed") return;
    this.#change("closed", reason);
    this.#drop(reason);
  }

  async #connect(): Promise<void> {
    let socket: Socket;
    try {
      const url = await this.#options.url();
      if (this.#state === "closed") return;
      const WebSocket = this.#options.WebSocket();
      socket = new WebSocket(url);
    } catch (error) {
      this.#again(error instanceof Error ? error.message : String(error));
      return;
    }
    this.#socket = socket;
    // A dropped socket may still emit events; only the current one is listened to.
    const whileCurrent = (then: (event: SocketEvent) => void) => (event: SocketEvent) => {
      if (this.#socket === socket) then(event);
    };
    socket.addEventListener("open", whileCurrent(this.#onOpen.bind(this)));
    socket.addEventListener("message", whileCurrent(this.#onMessage.bind(this)));
    socket.addEventListener("close", whileCurrent(this.#onClose.bind(this)));
    socket.addEventListener("error", () => {}); // A close event follows; but `ws` would end the process without a listener.
    this.#timer = setTimeout(() => this.#again(`not open within ${this.#heartbeatMs} ms`), this.#heartbeatMs);
  }

  #onOpen(): void {
    clearTimeout(this.#timer);
    this.#isOpen = true;
    this.#heardAtMs = performance.now();
    this.#timer = setInterval(() => this.#beat(), this.#heartbeatMs);
    this.#listener.opened();
  }

  #onMessage({ data }: SocketEvent): void {
    const frame = frameOf(data);
    if (frame === undefined) return;
    this.#heardAtMs = performance.now();
    this.#attempts = 0;
    if (this.#state !== "live") this.#change("live", "a frame came");
    if (frame.event === "ping") this.send({ event: "pong" });
    else if (frame.event !== "pong") this.#listener.frame(frame);
  }

  #onClose({ code, reason }: SocketEvent): void {
    const why = `closed by the venue: ${code ?? "no code"} ${reason ?? ""}`.trim();
    // An account that does not exist will not exist at the next attempt. Streams 1.
    if (code === 1008 && reason === "invalid account_id") this.close(why);
    else this.#again(why);
  }

  #beat(): void {
    const silentMs = performance.now() - this.#heardAtMs;
    if (silentMs > 2.5 * this.#heartbeatMs) {
      this.#again(`nothing heard for ${Math.round(silentMs)} ms`);
      return;
    }
    if (silentMs > 1.5 * this.#heartbeatMs && this.#state === "live") this.#change("stale", "nothing heard");
    this.send({ event: "ping" });
  }

  /** Drops the socket and opens another after a pause, shortened by a random part of up to half. */
  #again(reason: string): void {
    this.#drop(reason);
    if (this.#state !== "connecting") this.#change("connecting", reason);
    const { pauseMs = 250, pauseMaxMs = 10_000 } = this.#options;
    const wholeMs = Math.min(pauseMs * 2 ** this.#attempts, pauseMaxMs);
    this.#attempts += 1;
    this.#timer = setTimeout(() => void this.#connect(), wholeMs * (0.5 + Math.random() / 2));
  }

  #drop(reason: string): void {
    clearTimeout(this.#timer); // Also clears an interval: timeouts and intervals share their ids.
    const socket = this.#socket;
    this.#socket = undefined;
    this.#pacer.stop();
    const wasOpen = this.#isOpen;
    this.#isOpen = false;
    try {
      socket?.close(1000);
    } catch {
      // It was never open, or is closed already: gone either way.
    }
    if (wasOpen || this.#state === "closed") this.#listener.lost(reason);
  }

  #change(state: ConnectionState, reason: string): void {
    this.#state = state;
    this.#listener.changed(state, reason);
  }
}

function frameOf(data: unknown): Readonly<Record<string, unknown>> | undefined {
  if (typeof data !== "string") return undefined;
  try {
    const frame: unknown = JSON.parse(data);
    return typeof frame === "object" && frame !== null ? { ...frame } : undefined;
  } catch {
    return undefined;
  }
}
