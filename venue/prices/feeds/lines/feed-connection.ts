// One WebSocket to a venue, from the ticket that it may need to its end. It sends within the venue's limits, asks for
// proof of life, and ends the connection when it is dead or sends what no feed sends. It decides nothing about prices.

import type { WebSocket as Socket, WebSocketOptions } from "bun";
import type { Conversation, Driver, Endpoint, Reading } from "../frames/driver.ts";
import { parsedMessage } from "../frames/members.ts";
import type { Quote } from "../frames/quote.ts";
import { MESSAGE_BYTES_MAX, textOfAnswer } from "./bounded-answer.ts";
import { type FeedClocks, LIFE_MS } from "./clocks.ts";

/** How long a venue may take for its ticket and for opening a connection. */
const OPENING_MS = 10_000;
/** After this long without a message, the connection is pinged. */
const QUIET_MS = 4_000;
/** More than any feed sends between two looks, which are a second apart. */
const FLOOD_MESSAGES = 50_000;
const FLOOD_BYTES = 32 * MESSAGE_BYTES_MAX;

export interface ConnectionListener {
  quoted(quotes: readonly Quote[], connection: FeedConnection): void;
  /** The venue asks for a new connection. */
  renewalAsked(reason: string, connection: FeedConnection): void;
  complained(words: string): void;
  /** Called once, however the connection ended. */
  ended(reason: string, connection: FeedConnection): void;
}

interface ConnectionParts {
  readonly driver: Driver;
  readonly url: string;
  readonly pairs: readonly string[];
  readonly clocks: FeedClocks;
  readonly listener: ConnectionListener;
}

export class FeedConnection {
  readonly #parts: ConnectionParts;
  readonly #conversation: Conversation;
  readonly #opening = new AbortController();
  readonly #outbox: string[] = [];
  #socket: Socket | null = null;
  #state: "opening" | "open" | "ended" = "opening";
  #since: number;
  #heardAt: number;
  #askedAt: number;
  #pingEveryMs: number;
  #sendsLeft: number;
  #messages = 0;
  #bytes = 0;
  #hasQuoted = false;
  #wasOpen = false;

  constructor(parts: ConnectionParts) {
    this.#parts = parts;
    const now = parts.clocks.steady();
    this.#since = now;
    this.#heardAt = now;
    this.#askedAt = now;
    this.#pingEveryMs = parts.driver.keepAlive?.everyMs ?? Number.POSITIVE_INFINITY;
    this.#sendsLeft = parts.driver.sendsPerSecond;
    this.#conversation = parts.driver.converse(parts.pairs);
    this.#open().catch((error: Error) => this.end(error.message));
  }

  get isOpen(): boolean {
    return this.#state === "open";
  }

  /** Whether the connection is open, or was. */
  get wasOpen(): boolean {
    return this.#wasOpen;
  }

  /** Whether the connection has brought a quote. */
  get hasQuoted(): boolean {
    return this.#hasQuoted;
  }

  /** When it was opened, or started while it is not open yet; by the steady clock. */
  get since(): number {
    return this.#since;
  }

  /** When anything was last heard; by the steady clock. */
  get heardAt(): number {
    return this.#heardAt;
  }

  /** Called each second. */
  look(): void {
    const now = this.#parts.clocks.steady();
    this.#sendsLeft = this.#parts.driver.sendsPerSecond;
    this.#messages = 0;
    this.#bytes = 0;
    if (this.#state === "opening" && now - this.#since > OPENING_MS) return this.end("no answer");
    if (this.#state !== "open") return;
    if (now - this.#heardAt > LIFE_MS) return this.end("nothing was heard any more");
    if (now - this.#askedAt >= (now - this.#heardAt >= QUIET_MS ? QUIET_MS : this.#pingEveryMs)) this.#askForLife(now);
    this.#flush();
  }

  /** Ends the connection; further calls change nothing. */
  end(reason: string): void {
    if (this.#state === "ended") return;
    this.#state = "ended";
    this.#opening.abort();
    this.#socket?.terminate();
    this.#parts.listener.ended(reason, this);
  }

  async #open(): Promise<void> {
    const { driver, url } = this.#parts;
    const endpoint = driver.ticket === undefined ? { url } : await this.#askForTicket(driver.ticket);
    if (this.#state === "ended") return;
    this.#pingEveryMs = endpoint.pingEveryMs ?? this.#pingEveryMs;
    const socket = openSocket(endpoint.url);
    this.#socket = socket;
    socket.addEventListener("open", () => this.#opened());
    socket.addEventListener("message", ({ data }) => this.#received(data));
    for (const proof of ["ping", "pong"]) socket.addEventListener(proof, () => this.#heard());
    socket.addEventListener("close", ({ code, reason }) =>
      this.end(`closed by the venue: ${code} ${reason}`.trimEnd()),
    );
    socket.addEventListener("error", (event) => this.end((event as ErrorEvent).message || "it could not be opened"));
  }

  async #askForTicket(ticket: NonNullable<Driver["ticket"]>): Promise<Endpoint> {
    const address = new URL(ticket.path, this.#parts.url).href;
    const answer = await textOfAnswer(address, { method: "POST", signal: this.#opening.signal });
    const endpoint = ticket.read(parsedMessage(answer));
    if (endpoint === undefined) throw new Error("its answer is no ticket");
    return endpoint;
  }

  #opened(): void {
    if (this.#state !== "opening") return;
    this.#state = "open";
    this.#wasOpen = true;
    this.#since = this.#parts.clocks.steady();
    this.#heard();
    this.#send(this.#conversation.greeting(this.#parts.clocks.wall()));
  }

  #heard(): void {
    this.#heardAt = this.#parts.clocks.steady();
  }

  #received(data: unknown): void {
    if (this.#state !== "open") return;
    const bytes = typeof data === "string" ? data.length : (data as ArrayBuffer).byteLength;
    if (bytes > MESSAGE_BYTES_MAX) return this.end(`a message of ${bytes} bytes`);
    this.#messages += 1;
    this.#bytes += bytes;
    if (this.#messages > FLOOD_MESSAGES || this.#bytes > FLOOD_BYTES) return this.end("a flood of messages");
    this.#heard();
    this.#read(typeof data === "string" ? data : Buffer.from(data as ArrayBuffer).toString("utf8"));
  }

  #read(text: string): void {
    const { listener } = this.#parts;
    const { quotes, send, renew, complaint } = this.#reading(parsedMessage(text));
    if (quotes !== undefined && quotes.length > 0) {
      this.#hasQuoted = true;
      listener.quoted(quotes, this);
    }
    if (send !== undefined) this.#send(send);
    if (complaint !== undefined) listener.complained(complaint);
    if (renew !== undefined) listener.renewalAsked(renew, this);
  }

  /** Drivers must not throw; if one does, the venue must not end because of it. */
  #reading(message: unknown): Reading {
    try {
      return this.#conversation.read(message);
    } catch (error) {
      return { complaint: `a message that its driver can't read: ${(error as Error).message}` };
    }
  }

  #askForLife(now: number): void {
    const { driver, clocks } = this.#parts;
    this.#askedAt = now;
    if (driver.keepAlive === undefined) this.#out((socket) => socket.ping());
    else this.#send([driver.keepAlive.text(clocks.wall())]);
  }

  #send(texts: readonly string[]): void {
    this.#outbox.push(...texts);
    this.#flush();
  }

  #flush(): void {
    while (this.isOpen && this.#outbox.length > 0 && this.#sendsLeft > 0) {
      this.#sendsLeft -= 1;
      const text = this.#outbox.shift()!;
      this.#out((socket) => socket.send(text));
    }
  }

  /** Sends on the socket, which may already be closed without having reported it. */
  #out(send: (socket: Socket) => void): void {
    try {
      send(this.#socket!);
    } catch (error) {
      this.end((error as Error).message);
    }
  }
}

function openSocket(url: string): Socket {
  const Runtime = WebSocket as unknown as new (url: string, options: WebSocketOptions) => Socket;
  // Compressed messages could be small when sent and huge when unpacked.
  return new Runtime(url, { perMessageDeflate: false });
}
