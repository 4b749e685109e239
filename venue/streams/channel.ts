// One topic while clients may listen to it: its number, its time, its newest frame and who gets it. Frames are written
// once and the same text goes to every listener.
//
// Two promises of every topic live here: `seq` is contiguous, because the counter advances for each frame whether or
// not a client listens, so that a frame does not depend on who is connected; and `ts` never decreases. What is sent right
// after a subscription repeats the newest frame, or if no client listened then, states the value under its number.

import type { Counter } from "./numbers/counter.ts";

/** A connection that listens, as far as a topic cares. */
export interface Listening {
  /** Sends a frame, with all others of the moment. */
  sendTogether(frame: string): void;
  /** Replaces what waits to be sent on this channel by a newer frame. */
  keepNewest(channel: Channel, frame: string): void;
}

export class Channel {
  /** Listeners that get every frame. */
  readonly prompt = new Set<Listening>();
  /** Listeners that do not keep up: they get only the newest frame, once there is room. Streams 3.3. */
  readonly slow = new Set<Listening>();
  /** Every frame begins with this. */
  readonly #head: string;
  #ts = 0;
  #seq = -1;
  #frame = "";

  /**
   * @param topic as subscribed, repeated in every frame
   * @param newestOnly whether a frame makes the one before worthless
   * @param isTimedTwice whether frames carry their time as `timestamp` as well: streams 11
   */
  constructor(
    readonly topic: string,
    readonly counter: Readonly<Counter>,
    readonly newestOnly: boolean,
    readonly isTimedTwice = false,
  ) {
    this.#head = `{"topic":${JSON.stringify(topic)},`;
  }

  get hasListeners(): boolean {
    return this.prompt.size > 0 || this.slow.size > 0;
  }

  /** Sends to every listener; `seq` defaults to the counter's present number. */
  publish(data: unknown, at: number, seq?: number): void {
    const frame = this.write(data, at, seq);
    for (const connection of this.prompt) connection.sendTogether(frame);
    for (const connection of this.slow) connection.keepNewest(this, frame);
  }

  /** The frame of these data, as the newest; `seq` defaults to the counter's present number. */
  write(data: unknown, at: number, seq: number = this.counter.count): string {
    this.#ts = Math.max(this.#ts, at);
    this.#seq = seq;
    const times = this.isTimedTwice ? `"ts":${this.#ts},"timestamp":${this.#ts}` : `"ts":${this.#ts}`;
    this.#frame = `${this.#head}${times},"seq":${seq},"data":${JSON.stringify(data)}}`;
    return this.#frame;
  }

  /** The newest frame, made now if the topic was published without a listener. */
  current(value: () => unknown, at: number): string {
    return this.#seq === this.counter.count ? this.#frame : this.write(value(), at);
  }
}
