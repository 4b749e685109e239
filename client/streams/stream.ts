// Topics over one connection: subscribes, delivers frames, sends one-time requests, and restores all subscriptions after a
// reconnect. A lost frame is reported, never hidden. Interface 6, streams 3.

import type { StreamRequestData, StreamRequestKey } from "@evermark/interface/streams/topics.ts";
import { Connection, type ConnectionOptions, type ConnectionState } from "./connection.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { type Gap, Sequence } from "./sequence.ts";
import type { DataOfTopic } from "./topic-types.ts";

/** The members of a frame other than its data. */
export interface FrameInfo {
  readonly topic: string;
  /** Venue time in milliseconds; for a trade the time of the match, for a book update its version. */
  readonly ts: number;
  /** Rises by one with each frame of the topic. */
  readonly seq: number | undefined;
}

export type TopicHandler<Data> = (data: Data, frame: FrameInfo) => void;

export interface Subscription {
  /** Resolves when the venue first acknowledges; rejects with the venue's message when it refuses. */
  readonly ready: Promise<void>;
  unsubscribe(): void;
}

export interface SubscribeOptions {
  /** Called at each acknowledgement, the first and those after a reconnect: the moment to read what was missed. */
  readonly onSubscribed?: (() => void) | undefined;
}

export interface StreamEvents {
  readonly state: { readonly state: ConnectionState; readonly reason: string };
  /** Frames of a topic did not arrive, within a connection or between two. */
  readonly gap: Gap & { readonly topic: string };
  /** The venue refused a subscription. */
  readonly refused: { readonly topic: string; readonly message: string };
  /** A handler threw. Without a listener for this event, the error is thrown as an uncaught one. */
  readonly fault: { readonly error: unknown };
}

interface Subscriber {
  readonly handler: (data: unknown, frame: FrameInfo) => void;
  readonly onSubscribed: (() => void) | undefined;
}

interface TopicState {
  readonly subscribers: Set<Subscriber>;
  readonly sequence: Sequence;
  readonly ready: Deferred<void>;
  isSubscribed: boolean;
}

export type Frame = Readonly<Record<string, unknown>>;

/** The outcome of a request that is sent only once. */
type Outcome =
  /** With the answer's frame, a success or a refusal. */
  { readonly is: "answered"; readonly frame: Frame } | { readonly is: "not_sent" | "lost"; readonly reason: string };

interface Pending {
  succeeded(frame: Frame): void;
  /** @param frame the refusal; absent when the connection was lost */
  failed(error: Error, frame?: Frame): void;
}

export class Stream {
  readonly #connection: Connection;
  readonly #topics = new Map<string, TopicState>();
  readonly #pending = new Map<number, Pending>();
  readonly #waitingForOpen = new Set<() => void>();
  readonly #listeners: { readonly [Name in keyof StreamEvents]: Set<(event: StreamEvents[Name]) => void> } = {
    state: new Set(),
    gap: new Set(),
    refused: new Set(),
    fault: new Set(),
  };
  #isOpen = false;
  #wasOpen = false;
  #lastId = 0;
  #reopensFor: string | undefined;

  constructor(options: ConnectionOptions) {
    this.#connection = new Connection(options, {
      opened: () => this.#opened(),
      lost: (reason) => this.#lost(reason),
      frame: (frame) => this.#frame(frame),
      changed: (state, reason) => this.#emit("state", { state, reason }),
    });
  }

  get state(): ConnectionState {
    return this.#connection.state;
  }

  /**
   * Delivers the frames of a topic to `handler` from now on, across reconnects. The first subscription opens the connection.
   * @throws {Error} when the stream was closed, or the runtime has no WebSocket
   */
  subscribe<const Topic extends string>(
    topic: Topic,
    handler: TopicHandler<DataOfTopic<Topic>>,
    options: SubscribeOptions = {},
  ): Subscription {
    this.#connection.start();
    const state = this.#topics.get(topic) ?? this.#begin(topic);
    const subscriber = { handler: handler as Subscriber["handler"], onSubscribed: options.onSubscribed };
    state.subscribers.add(subscriber);
    if (state.isSubscribed) queueMicrotask(() => subscriber.onSubscribed?.());
    return { ready: state.ready.promise, unsubscribe: () => this.#leave(topic, state, subscriber) };
  }

  /**
   * Sends a one-time request, such as for the whole book.
   * @throws {Error} with the venue's message when it refuses, or when the connection is lost before the reply
   */
  async request<Key extends StreamRequestKey>(type: Key, params: { symbol: string }): Promise<StreamRequestData<Key>> {
    this.#connection.start();
    if (!this.#isOpen) await new Promise<void>((resolve) => this.#waitingForOpen.add(resolve));
    if (this.state === "closed") throw new Error("this stream was closed");
    const { promise, resolve, reject } = deferred<StreamRequestData<Key>>();
    this.#send(
      { event: "request", params: { type, ...params } },
      {
        succeeded: ({ data }) => resolve(data as StreamRequestData<Key>),
        failed: reject,
      },
    );
    return promise;
  }

  /**
   * Sends a request once, ahead of ordinary frames that wait for the rate limit. The first one opens the connection and
   * waits for it; while an earlier connection has been lost, nothing is sent.
   * @param members of the frame as JSON text, all but the id
   * @param timeoutMs how long the connection may take to open, and then the answer to come
   */
  async askAtOnce(members: string, timeoutMs: number): Promise<Outcome> {
    this.#connection.start();
    if (!this.#isOpen && !this.#wasOpen) await this.#openWithin(timeoutMs);
    if (!this.#isOpen) return { is: "not_sent", reason: "the stream is not connected" };
    this.#lastId += 1;
    const id = this.#lastId;
    const { promise, resolve } = deferred<Outcome>();
    const timer = setTimeout(() => {
      this.#pending.delete(id);
      resolve({ is: "lost", reason: `no answer within ${timeoutMs} ms` });
      this.#reopenIfIdle();
    }, timeoutMs);
    this.#pending.set(id, {
      succeeded: (frame) => resolve({ is: "answered", frame }),
      failed: ({ message: reason }, frame) =>
        resolve(frame === undefined ? { is: "lost", reason } : { is: "answered", frame }),
    });
    this.#connection.sendAtOnce(`{"id":${id},${members}}`);
    return promise.finally(() => clearTimeout(timer));
  }

  /** Listens to an event of the stream itself. @returns a function that stops it */
  on<Name extends keyof StreamEvents>(name: Name, listener: (event: StreamEvents[Name]) => void): () => void {
    this.#listeners[name].add(listener);
    return () => this.#listeners[name].delete(listener);
  }

  /** Replaces the connection with another, signed again, as soon as no request is pending on it. */
  reopen(reason: string): void {
    // When several callers ask for it, the first has already done it.
    if (!this.#isOpen) return;
    this.#reopensFor = reason;
    this.#reopenIfIdle();
  }

  /** Ends the connection for good. */
  close(): void {
    this.#connection.close();
  }

  async #openWithin(timeoutMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resume, timeoutMs);
      const waiting = this.#waitingForOpen;
      function resume(): void {
        clearTimeout(timer);
        waiting.delete(resume);
        resolve();
      }
      waiting.add(resume);
    });
  }

  #reopenIfIdle(): void {
    if (this.#reopensFor !== undefined && this.#pending.size === 0) this.#connection.reopen(this.#reopensFor);
  }

  #begin(topic: string): TopicState {
    const ready = deferred<void>();
    ready.promise.catch(() => {}); // A refusal is also emitted as an event; not every caller waits for the promise.
    const state = { subscribers: new Set<Subscriber>(), sequence: new Sequence(), ready, isSubscribed: false };
    this.#topics.set(topic, state);
    if (this.#isOpen) this.#ask(topic, state);
    return state;
  }

  #leave(topic: string, state: TopicState, subscriber: Subscriber): void {
    state.subscribers.delete(subscriber);
    if (state.subscribers.size > 0 || this.#topics.get(topic) !== state) return;
    this.#topics.delete(topic);
    if (this.#isOpen) this.#send({ event: "unsubscribe", topic }, { succeeded: () => {}, failed: () => {} });
  }

  #opened(): void {
    this.#isOpen = true;
    this.#wasOpen = true;
    for (const [topic, state] of this.#topics) this.#ask(topic, state);
    for (const resume of this.#waitingForOpen) resume();
    this.#waitingForOpen.clear();
  }

  #lost(reason: string): void {
    this.#isOpen = false;
    this.#reopensFor = undefined;
    const pending = [...this.#pending.values()];
    this.#pending.clear();
    for (const state of this.#topics.values()) state.isSubscribed = false;
    for (const { failed } of pending) failed(new Error(`the connection was lost: ${reason}`));
    if (this.state !== "closed") return;
    for (const state of this.#topics.values()) state.ready.reject(new Error(reason));
    this.#topics.clear();
    for (const resume of this.#waitingForOpen) resume();
    this.#waitingForOpen.clear();
  }

  #ask(topic: string, state: TopicState): void {
    state.sequence.restart();
    this.#send(
      { event: "subscribe", topic },
      {
        succeeded: () => {
          state.isSubscribed = true;
          state.ready.resolve();
          for (const { onSubscribed } of state.subscribers) this.#guarded(() => onSubscribed?.());
        },
        failed: (error) => {
          if (!this.#isOpen) return; // Not a refusal: the topic is subscribed again as soon as there is a connection.
          this.#topics.delete(topic);
          state.ready.reject(error);
          this.#emit("refused", { topic, message: error.message });
        },
      },
    );
  }

  #send(frame: Frame, pending: Pending): void {
    this.#lastId += 1;
    this.#pending.set(this.#lastId, pending);
    this.#connection.send({ id: this.#lastId, ...frame });
  }

  #frame(frame: Frame): void {
    if (typeof frame.topic === "string") this.#data(frame.topic, frame);
    else if (typeof frame.id === "number") this.#reply(frame.id, frame);
  }

  #reply(id: number, frame: Frame): void {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    if (frame.success === true) pending?.succeeded(frame);
    else {
      const reason = typeof frame.errorMsg === "string" ? frame.errorMsg : "refused without a reason";
      pending?.failed(new Error(reason), frame);
    }
    this.#reopenIfIdle();
  }

  #data(topic: string, frame: Frame): void {
    const state = this.#topics.get(topic);
    if (state === undefined) return;
    const seq = typeof frame.seq === "number" ? frame.seq : undefined;
    const continuity = seq === undefined ? undefined : state.sequence.take(seq);
    if (continuity?.is === "repeated") return;
    if (continuity?.is === "gap") {
      const { last, next, missed } = continuity;
      this.#emit("gap", { topic, last, next, missed });
    }
    const info = { topic, ts: Number(frame.ts), seq };
    for (const { handler } of state.subscribers) this.#guarded(() => handler(frame.data, info));
  }

  /** A handler that throws must not keep the frame from the others. */
  #guarded(run: () => void): void {
    try {
      run();
    } catch (error) {
      if (this.#listeners.fault.size > 0) for (const listener of this.#listeners.fault) listener({ error });
      else
        queueMicrotask(() => {
          throw error;
        });
    }
  }

  #emit<Name extends keyof StreamEvents>(name: Name, event: StreamEvents[Name]): void {
    for (const listener of this.#listeners[name]) this.#guarded(() => listener(event));
  }
}
