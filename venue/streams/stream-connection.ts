// One WebSocket connection: its account and key, its topics, and its backlog. A slow connection does not slow down
// others: past a bound only the newest frame of each snapshot topic is kept for it, and past a higher bound it is
// closed. Streams 3.3.

import type { ServerWebSocket } from "bun";
import type { Metrics } from "../operation/reports/metrics.ts";
import type { BackloggedConnection, Backlogs } from "./backlogs.ts";
import type { OwnOrders } from "./cancel-on-disconnect.ts";
import type { Channel, Listening } from "./channel.ts";
import { AnswerLimit, FrameLimit, type StreamLimits } from "./limits.ts";

export type StreamKind = "public" | "private";

/** Close codes of streams 3.3. */
export const CLOSE = { policy: 1008, shuttingDown: 1001, internal: 1011, overloaded: 1013 } as const;

interface Admission {
  readonly kind: StreamKind;
  readonly ip: string;
  /** -1 when the path names no existing account. */
  readonly account: number;
  /** The key that signed the URL; undefined on the public stream, and until an `auth` event succeeds. */
  readonly key: string | undefined;
  /** Whether this connection was the first to bring its timestamp. */
  readonly takesOrders: boolean;
  /**
   * Records the orders placed over the connection, to cancel them when it ends; undefined unless the URL asked for it.
   */
  readonly ownOrders: OwnOrders | undefined;
}

export interface WaitingFrame {
  readonly message: string | Buffer;
  /** The machine's monotonic time, in ms. */
  readonly arrivedAt: number;
  readonly isWithinLimit: boolean;
}

export class StreamConnection implements Listening, BackloggedConnection {
  readonly kind: StreamKind;
  readonly ip: string;
  readonly account: number;
  /** The authenticated key. */
  key: string | undefined;
  takesOrders: boolean;
  readonly frames: FrameLimit;
  readonly answers: AnswerLimit;
  readonly openedAt: number;
  nextPingAt: number;
  unansweredPings = 0;
  /** Whether its frames take turns with those of other authenticated connections. */
  isKnown = false;
  /** Frames that arrived while an `auth` event is being checked; they are answered after it. Streams 3, rule 8. */
  waiting: WaitingFrame[] | undefined;
  isClosed = false;
  readonly ownOrders: OwnOrders | undefined;

  readonly #topics = new Map<string, readonly Channel[]>();
  readonly #metrics: Metrics["streams"];
  #newest: Map<Channel, string> | undefined;
  /** Frames that are sent in one write at the end of this turn of the event loop. */
  #together: string[] = [];
  #socket: ServerWebSocket<StreamConnection> | undefined;
  readonly #limits: StreamLimits;
  readonly #backlogs: Backlogs;
  /** Bytes that the socket has not sent yet, when last looked at. */
  #backlogBytes = 0;
  /** Frames that the client sent and that wait for their turn. */
  #framesToCome = 0;
  #bytesToCome = 0;
  #isCutOff = false;
  #closedAt = Number.POSITIVE_INFINITY;

  constructor(
    admission: Admission,
    limits: StreamLimits,
    now: number,
    metrics: Metrics["streams"],
    backlogs: Backlogs,
  ) {
    this.#limits = limits;
    this.#backlogs = backlogs;
    this.answers = new AnswerLimit(limits, now);
    this.kind = admission.kind;
    this.ip = admission.ip;
    this.account = admission.account;
    this.key = admission.key;
    this.takesOrders = admission.takesOrders;
    this.ownOrders = admission.ownOrders;
    this.frames = new FrameLimit(limits, now);
    this.openedAt = now;
    this.nextPingAt = now + limits.pingMs;
    this.#metrics = metrics;
  }

  opened(socket: ServerWebSocket<StreamConnection>): void {
    this.#socket = socket;
  }

  /** Any frame from the client shows that it is alive. Streams 3.2. */
  sawLife(): void {
    this.unansweredPings = 0;
  }

  /** Sends a frame at once, after those that wait. */
  send(frame: string): void {
    this.#together.push(frame);
    this.#sendAll();
  }

  /**
   * Sends a frame in one write with all others of the same moment: those caused by commands that became durable
   * together, or the answers to them. The write is most of a frame's cost, and the server's own publish joins at most
   * 32 frames: in a burst of trades to 200 clients, each frame takes 44 to 47 µs of this thread this way, and 60 to 70
   * when it is published.
   */
  sendTogether(frame: string): void {
    if (!this.isClosed && this.#together.push(frame) === 1) queueMicrotask(() => this.#sendAll());
  }

  #sendAll(): void {
    const frames = this.#together;
    const socket = this.#socket;
    if (frames.length === 0) return;
    this.#together = [];
    if (this.isClosed || socket === undefined) return;
    let sent = 0;
    let bytes = 0;
    socket.cork(() => {
      for (const frame of frames) {
        if (socket.sendText(frame) === 0) continue;
        sent += 1;
        bytes += frame.length;
      }
    });
    this.#metrics.frames.add(sent);
    this.#metrics.bytes.add(bytes);
    if (sent < frames.length) this.#metrics.dropped.add(frames.length - sent);
    if (this.lookAtBacklog() > this.#limits.backlogBytes) this.close(CLOSE.overloaded, "too slow");
  }

  /**
   * All that is kept in memory for the client: bytes it has not read, as of the last look, and its own frames that wait
   * for their turn.
   */
  get backlogBytes(): number {
    return this.#isCutOff ? 0 : this.#backlogBytes + this.#bytesToCome;
  }

  /** Whether one more of its frames may wait for its turn. */
  mayWait(bytes: number): boolean {
    const { waitingFrames, waitingBytes } = this.#limits;
    return this.#framesToCome < waitingFrames && this.#bytesToCome + bytes <= waitingBytes;
  }

  get isWaiting(): boolean {
    return this.#framesToCome > 0;
  }

  /** Counts a frame that begins to wait for its turn; with negative numbers, one that gets it. */
  waits(frames: number, bytes: number): void {
    this.#framesToCome += frames;
    this.#bytesToCome += bytes;
    this.#backlogs.changed(bytes);
  }

  /** Updates the backlog after anything that may have changed it. @returns the bytes that wait in the socket */
  lookAtBacklog(): number {
    const bytes = this.isClosed || this.#isCutOff ? 0 : (this.#socket?.getBufferedAmount() ?? 0);
    const change = bytes - this.#backlogBytes;
    this.#backlogBytes = bytes;
    if (change !== 0) this.#backlogs.changed(change);
    return bytes;
  }

  /** Ends the connection without a close frame and drops its backlog. */
  cutOff(): void {
    if (this.isClosed || this.#isCutOff) return;
    this.#isCutOff = true;
    if (!this.isClosing) this.#metrics.closed.add();
    this.#socket?.terminate();
    this.lookAtBacklog();
  }

  /** Cuts off a client that was asked to close but does not read that. */
  endIfLate(now: number): void {
    if (!this.isClosed && now - this.#closedAt >= this.#limits.closingMs) this.cutOff();
  }

  close(code: number, reason: string): void {
    if (this.isClosing) return;
    this.#closedAt = performance.now();
    this.#sendAll();
    this.#metrics.closed.add();
    this.#socket?.close(code, reason);
  }

  /** Whether the connection is closed, or a close frame was sent. */
  get isClosing(): boolean {
    return this.isClosed || this.#isCutOff || this.#closedAt < Number.POSITIVE_INFINITY;
  }

  get topicCount(): number {
    return this.#topics.size;
  }

  listensTo(topic: string): boolean {
    return this.#topics.has(topic);
  }

  /** Listens to a topic on these channels, instead of any it had for the topic before. */
  listen(topic: string, channels: readonly Channel[]): void {
    this.ignore(topic);
    this.#topics.set(topic, channels);
    for (const channel of channels) {
      if (this.#newest !== undefined && channel.newestOnly) channel.slow.add(this);
      else channel.prompt.add(this);
    }
  }

  ignore(topic: string): void {
    for (const channel of this.#topics.get(topic) ?? []) {
      channel.prompt.delete(this);
      channel.slow.delete(this);
      this.#newest?.delete(channel);
    }
    this.#topics.delete(topic);
  }

  /** The socket is closed: everything that waited is dropped. */
  closed(): void {
    this.isClosed = true;
    this.lookAtBacklog();
    for (const topic of [...this.#topics.keys()]) this.ignore(topic);
    this.waiting = undefined;
    this.#newest = undefined;
    this.ownOrders?.cancel();
  }

  /**
   * Looks at the backlog, and switches between all frames and only the newest. @returns whether it is more than a
   * connection may have
   */
  isOverloaded(limits: StreamLimits): boolean {
    const backlog = this.lookAtBacklog();
    if (backlog > limits.backlogBytes) return true;
    if (this.#newest === undefined && backlog > limits.slowBytes) this.#slowDown();
    else if (this.#newest !== undefined && backlog < limits.relievedBytes) this.#catchUp(this.#newest);
    return false;
  }

  keepNewest(channel: Channel, frame: string): void {
    if (this.#newest?.has(channel)) this.#metrics.dropped.add();
    this.#newest?.set(channel, frame);
  }

  #slowDown(): void {
    this.#newest = new Map();
    for (const channel of this.#snapshotChannels()) {
      channel.prompt.delete(this);
      channel.slow.add(this);
    }
  }

  #catchUp(newest: Map<Channel, string>): void {
    this.#newest = undefined;
    for (const channel of this.#snapshotChannels()) {
      channel.slow.delete(this);
      channel.prompt.add(this);
      const frame = newest.get(channel);
      if (frame !== undefined) this.send(frame);
    }
  }

  #snapshotChannels(): Channel[] {
    return [...this.#topics.values()].flat().filter((channel) => channel.newestOnly);
  }
}
