// The dialogue with one client: each frame is checked in the order of streams 3.1 and answered before the next one. A
// frame that fails changes nothing and closes nothing, except for a bad `auth` and for clients that ignore the limits.

import { streamRefusalText } from "@evermark/interface/rows/stream-refusals.ts";
import { type TopicRow, topics } from "@evermark/interface/streams/topics.ts";
import type { SignatureVerifier } from "../auth/signatures/ed25519.ts";
import { requireUpToDate } from "../auth/up-to-date.ts";
import { Allowance } from "../http/door/allowance.ts";
import type { FairTurns } from "../http/door/fair-turns.ts";
import { neighbourhoodOf } from "../http/proxies/address.ts";
import type { Venue } from "../venue.ts";
import { ApiError, refusal } from "../wire/api-error.ts";
import { perpSymbolOf } from "../wire/spot-symbol.ts";
import type { Channel } from "./channel.ts";
import type { Connections } from "./connections.ts";
import type { StreamLimits } from "./limits.ts";
import { acknowledgement, type ClientFrame, failure, isRefused, pong, type Refused, readFrame } from "./messages.ts";
import type { StreamOrders } from "./orders-over-streams.ts";
import type { PrivateFeed, PrivateTopic } from "./private-feed.ts";
import type { PublicFeed } from "./public-feed.ts";
import type { StreamTimestamps } from "./spent-timestamps.ts";
import { CLOSE, type StreamConnection, type WaitingFrame } from "./stream-connection.ts";
import {
  checkStreamCredentials,
  credentialNames,
  missingCredential,
  normalKey,
  type StreamCredentials,
} from "./stream-credentials.ts";
import { parseTopicName, type TopicName } from "./topic-grammar.ts";

/** What a frame does once every check has passed; or why it is refused, with additional members of the answer. */
type Decision = (() => void) | string | Explained;

interface Explained {
  readonly errorMsg: string;
  readonly members: Readonly<Record<string, unknown>>;
}

interface NamedTopic {
  readonly text: string;
  readonly name: TopicName;
  readonly row: TopicRow;
  readonly market: number;
  /** For an execution report: only these markets; empty for all. */
  readonly symbols: readonly string[];
}

export class Sessions {
  /** Frames of connections that have not authenticated, counted by address. */
  readonly #ofAddresses: Allowance;

  constructor(
    readonly venue: Venue,
    readonly verifier: SignatureVerifier,
    readonly connections: Connections,
    readonly publicFeed: PublicFeed,
    readonly privateFeed: PrivateFeed,
    readonly orders: StreamOrders,
    readonly spentTimestamps: StreamTimestamps,
    readonly limits: StreamLimits,
    readonly turns: FairTurns,
  ) {
    const { framesPerSecond, frameBurst } = limits;
    const { connectionsPerIp } = connections.limits;
    this.#ofAddresses = new Allowance(framesPerSecond * connectionsPerIp, frameBurst * connectionsPerIp);
  }

  /** Handles a frame that arrived: at once, or when it is the connection's turn. */
  message(connection: StreamConnection, message: string | Buffer, now: number): void {
    // Frames after the one that ended the dialogue are not carried out.
    if (connection.isClosing) return;
    connection.sawLife();
    if (!this.#isAllowed(connection, message.length, now)) return connection.close(CLOSE.policy, "rate limit exceeded");
    if (this.turns.hasRoom) return this.#read(connection, message, now);
    if (!connection.mayWait(message.length)) return connection.close(CLOSE.policy, "rate limit exceeded");
    // A connection's waiting frames stay in one queue, even if it becomes authenticated meanwhile.
    connection.isKnown ||= connection.key !== undefined && !connection.isWaiting;
    connection.waits(1, message.length);
    const read = () => {
      connection.waits(-1, -message.length);
      if (!connection.isClosing) this.#read(connection, message, performance.now());
    };
    this.turns.later(neighbourhoodOf(connection.ip), connection, read, connection.isKnown);
  }

  /**
   * All unauthenticated connections of an address together may send as many frames as the connections that it may have,
   * so reconnecting after each burst gains nothing. Authenticated connections are counted individually.
   */
  #isAllowed({ key, ip }: StreamConnection, length: number, now: number): boolean {
    const frames = 1 + Math.floor(length / this.limits.longFrameBytes);
    return key !== undefined || this.#ofAddresses.take(neighbourhoodOf(ip), now, frames);
  }

  /** @param now the machine's monotonic time in ms, used for limits and heartbeats */
  #read(connection: StreamConnection, message: string | Buffer, now: number): void {
    try {
      if (!this.#mayBeRead(connection, message, now)) this.#refuse(connection, UNREAD);
      else if (connection.waiting === undefined) this.#answer(connection, message, now);
      else connection.waiting.push({ message, arrivedAt: now, isWithinLimit: connection.frames.take(now) });
    } catch (error) {
      // An internal error ends only this connection.
      this.#fail(connection, error);
    }
    this.#closeIfExhausted(connection);
  }

  /** A ping or pong of the WebSocket protocol: the server below has already answered it, and it counts like any other frame. */
  heartbeat(connection: StreamConnection, now: number): void {
    if (connection.isClosing) return;
    connection.sawLife();
    connection.frames.take(now);
    this.#closeIfExhausted(connection);
  }

  #closeIfExhausted(connection: StreamConnection): void {
    if (connection.frames.isExhausted) connection.close(CLOSE.policy, "rate limit exceeded");
  }

  /** Parsing a long frame costs more than anything it can ask for, so it is first counted by its length. */
  #mayBeRead(connection: StreamConnection, { length }: string | Buffer, now: number): boolean {
    const { longFrameBytes } = this.limits;
    return length < longFrameBytes || connection.frames.take(now, Math.floor(length / longFrameBytes));
  }

  /** @param isWithinLimit given for a frame that was counted when it arrived */
  #answer(connection: StreamConnection, message: string | Buffer, now: number, isWithinLimit?: boolean): void {
    const frame = readFrame(message);
    if (!isRefused(frame) && typeof message === "string") {
      const order = this.orders.requestOf(connection, frame);
      // Order requests count in the buckets of their endpoints instead.
      if (order !== undefined) return this.orders.take(connection, order, frame, message, now);
    }
    const fits = isWithinLimit ?? connection.frames.take(now);
    if (isRefused(frame)) return this.#refuse(connection, frame);
    const decision = this.#decide(connection, frame);
    if (typeof decision === "string") return this.#refuse(connection, { ...frame, errorMsg: decision });
    if (typeof decision === "object") {
      return this.#refuse(connection, { ...frame, errorMsg: decision.errorMsg }, decision.members);
    }
    if (!fits) return this.#refuse(connection, { ...frame, errorMsg: streamRefusalText("rate_limit_exceeded") });
    decision();
  }

  #decide(connection: StreamConnection, frame: ClientFrame): Decision {
    switch (frame.event) {
      case "ping":
        return () => connection.send(pong(frame.id, this.venue.clock.now()));
      case "pong":
        return () => {};
      case "subscribe":
        return this.#subscribe(connection, frame);
      case "unsubscribe":
        return this.#unsubscribe(connection, frame);
      case "request":
        return this.#request(connection, frame);
      case "auth":
        return this.#authenticate(connection, frame);
    }
  }

  #subscribe(connection: StreamConnection, frame: ClientFrame): Decision {
    const topic = this.#readTopic(connection, frame);
    if (typeof topic === "string") return topic;
    if (
      !connection.listensTo(topic.text) &&
      connection.topicCount >= this.venue.configuration.limits.topicsPerConnection
    ) {
      return streamRefusalText("too_many_subscriptions");
    }
    if (!this.#mayBeAnsweredAtLength(connection)) return streamRefusalText("rate_limit_exceeded");
    return () => {
      connection.send(acknowledgement(frame, this.venue.clock.now()));
      // A repeated subscription changes nothing, except that a new filter replaces the old one.
      const isNew = !connection.listensTo(topic.text);
      if (!isNew && topic.row.stream === "public") return;
      const channels = this.#channelsOf(connection, topic);
      const current = isNew ? this.publicFeed.current(topic.text) : undefined;
      if (current !== undefined) {
        connection.answers.pay(current.length);
        connection.send(current);
      }
      connection.listen(topic.text, channels);
      // The replaced filter may have been the last that used its channel.
      if (topic.row.stream === "private") this.privateFeed.close(connection.account);
    };
  }

  #unsubscribe(connection: StreamConnection, frame: ClientFrame): Decision {
    const topic = this.#readTopic(connection, frame);
    if (typeof topic === "string") return topic;
    return () => {
      connection.ignore(topic.text);
      if (topic.row.stream === "private") this.privateFeed.close(connection.account);
      connection.send(acknowledgement(frame, this.venue.clock.now()));
    };
  }

  #request(connection: StreamConnection, frame: ClientFrame): Decision {
    const { type, symbol } = frame.params;
    if (isAbsent(type)) return streamRefusalText("missing_parameter", "type");
    if (type !== "orderbook") {
      const types = this.orders.typesFor(connection);
      if (types.includes(type as string)) return streamRefusalText("auth_needed");
      return {
        errorMsg: streamRefusalText("invalid_request_type", wordOf(type)),
        members: { types: ["orderbook", ...types] },
      };
    }
    if (isAbsent(symbol)) return streamRefusalText("missing_parameter", "symbol");
    const market = typeof symbol === "string" ? this.venue.engine.findMarket(symbol) : -1;
    if (market < 0) return streamRefusalText("invalid_symbol", wordOf(symbol));
    if (!this.#mayBeAnsweredAtLength(connection)) return streamRefusalText("rate_limit_exceeded");
    return () => {
      const answer = acknowledgement(frame, this.venue.clock.now(), this.publicFeed.bookSnapshot(market));
      connection.answers.pay(answer.length);
      connection.send(answer);
    };
  }

  /** False while the client has not read earlier frames, or has used up its share of bytes. */
  #mayBeAnsweredAtLength(connection: StreamConnection): boolean {
    return connection.lookAtBacklog() <= this.limits.slowBytes && connection.answers.hasLeft(performance.now());
  }

  /**
   * The topic of a frame, or what is wrong with it. Checked in this order: grammar, market and builder, authentication.
   */
  #readTopic(connection: StreamConnection, { topic: text, params }: ClientFrame): NamedTopic | string {
    if (isAbsent(text)) return streamRefusalText("missing_parameter", "topic");
    const name = typeof text === "string" ? parseTopicName(text) : undefined;
    if (typeof text !== "string" || name === undefined) return streamRefusalText("invalid_topic", wordOf(text));
    const row: TopicRow = topics[name.key];
    if (row.stream !== connection.kind) return streamRefusalText("invalid_topic", text);

    const market = name.symbol === "" ? -1 : this.venue.engine.findMarket(marketSymbolOf(name));
    if (name.symbol !== "" && market < 0) return streamRefusalText("invalid_symbol", name.symbol);
    if (name.brokerId !== "" && this.venue.engine.findBroker(name.brokerId) < 0)
      return streamRefusalText("invalid_topic", text);
    const symbols = name.key === "executionreport" ? symbolsOf(params.symbol) : [];
    const unknown = symbols.find((symbol) => this.venue.engine.findMarket(symbol) < 0);
    if (unknown !== undefined) return streamRefusalText("invalid_symbol", unknown);

    if (row.stream === "private" && connection.key === undefined) return streamRefusalText("auth_needed");
    return { text, name, row, market, symbols };
  }

  #channelsOf(connection: StreamConnection, { text, name, row, market, symbols }: NamedTopic): Channel[] {
    if (row.stream === "public") return [this.publicFeed.open(text, name, market)];
    const filters = symbols.length === 0 ? [""] : symbols;
    return filters.map((symbol) => this.privateFeed.open(connection.account, name.key as PrivateTopic, symbol));
  }

  #authenticate(connection: StreamConnection, frame: ClientFrame): Decision {
    if (connection.kind === "public") return streamRefusalText("invalid_event", "auth");
    const names = credentialNames(this.venue.configuration.brand);
    const read = ([preferred, other]: readonly [string, string]): string =>
      textOf(frame.params[preferred] ?? frame.params[other]);
    const credentials = { key: read(names.key), timestamp: read(names.timestamp), signature: read(names.signature) };
    const missing = missingCredential(credentials);
    if (missing !== undefined) return streamRefusalText("missing_parameter", names[missing][0]);
    if (connection.key !== undefined) {
      // A second `auth` changes nothing; with another key it fails, but the connection keeps its key.
      if (normalKey(credentials.key) !== connection.key) return streamRefusalText("auth_failed");
      return () => connection.send(acknowledgement(frame, this.venue.clock.now()));
    }
    return () => {
      this.#checkThenContinue(connection, frame, credentials).catch((error) => this.#fail(connection, error));
    };
  }

  /** Frames that arrive during the check wait, so that all are answered in the order in which they came. */
  async #checkThenContinue(
    connection: StreamConnection,
    frame: ClientFrame,
    credentials: StreamCredentials,
  ): Promise<void> {
    const waiting: WaitingFrame[] = [];
    connection.waiting = waiting;
    const refused = await this.#admit(connection, credentials);
    if (connection.isClosed) return;
    connection.waiting = undefined;
    if (refused !== undefined) {
      const why = { reason: refused.message, ...refused.members };
      connection.send(failure({ ...frame, errorMsg: streamRefusalText("auth_failed") }, this.venue.clock.now(), why));
      return connection.close(CLOSE.policy, "auth failed");
    }
    connection.send(acknowledgement(frame, this.venue.clock.now()));
    for (const { message, arrivedAt, isWithinLimit } of waiting) {
      if (connection.isClosed) return;
      this.#answer(connection, message, arrivedAt, isWithinLimit);
    }
  }

  async #admit(connection: StreamConnection, credentials: StreamCredentials): Promise<ApiError | undefined> {
    try {
      await requireUpToDate(this.venue);
      const signedIn = await checkStreamCredentials(this.venue, this.verifier, connection, credentials);
      if (connection.isClosed) return undefined;
      const { key, timestamp } = signedIn;
      if (!this.connections.authenticated(connection, key.key)) {
        return refusal("rate_limit_exceeded", "too many connections of this account");
      }
      connection.takesOrders = await this.spentTimestamps.spend(key, timestamp, this.venue.clock.now());
      return undefined;
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  }

  #fail(connection: StreamConnection, error: unknown): void {
    this.venue.log.error({ err: error, account: connection.account }, "a stream's frame could not be answered");
    connection.close(CLOSE.internal, "internal error");
  }

  #refuse(connection: StreamConnection, refused: Refused, members: Readonly<Record<string, unknown>> = {}): void {
    connection.send(failure(refused, this.venue.clock.now(), members));
  }
}

/** The answer to a frame that was not read. */
const UNREAD: Refused = { id: undefined, event: undefined, errorMsg: streamRefusalText("rate_limit_exceeded") };

/** Index prices are requested by SPOT symbol, which is the market's symbol with a different prefix. */
function marketSymbolOf({ key, symbol }: TopicName): string {
  return key === "indexprice" ? perpSymbolOf(symbol) : symbol;
}

/** A comma-separated list; none when absent or empty. */
function symbolsOf(filter: unknown): string[] {
  if (isAbsent(filter)) return [];
  const symbols = wordOf(filter)
    .split(",")
    .map((symbol) => symbol.trim());
  return [...new Set(symbols)];
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

/** A value as an error repeats it to the client. */
function wordOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** A credential as text; a number becomes the digits that were signed. */
function textOf(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
}
