// One topic while clients may listen to it: its number, its time, its newest frame and its listeners. A frame is
// written once, and the same text goes to every listener.
//
// This file keeps two promises of every topic: `seq` is contiguous, because the counter advances for each frame whether
// or not a client listens, so that numbers do not depend on who is connected; and `ts` never decreases. The frame sent
// right after a subscription repeats the newest frame or, if no client listened when that was published, has its number
// and the current value.

import type { Counter } from "./numbers/counter.ts";

/** The part of a listening connection that a topic uses. */
export interface Listening {
  /** Sends a frame together with all others of the same moment. */
  sendTogether(frame: string): void;
  /** Replaces the frame that waits to be sent on this channel by a newer one. */
  keepNewest(channel: Channel, frame: string): void;
}

export class Channel {
  /** Listeners that get every frame. */
  readonly prompt = new Set<Listening>();
  /** Listeners that do not keep up: they get only the newest frame, once there is room. Streams 3.3. */
  readonly slow = new Set<Listening>();
  /** The beginning of every frame. */
  readonly #head: string;
  #ts = 0;
  #seq = -1;
  #frame = "";

  /**
   * @param topic as subscribed, repeated in every frame
   * @param newestOnly whether a frame makes the previous one worthless
   * @param isTimedTwice whether frames also carry their time as `timestamp`: streams 11
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

  /** Sends a frame to every listener; `seq` defaults to the counter's current number. */
  publish(data: unknown, at: number, seq?: number): void {
    const frame = this.write(data, at, seq);
    for (const connection of this.prompt) connection.sendTogether(frame);
    for (const connection of this.slow) connection.keepNewest(this, frame);
  }

  /** Writes a frame and keeps it as the newest; `seq` defaults to the counter's current number. */
  write(data: unknown, at: number, seq: number = this.counter.count): string {
    this.#ts = Math.max(this.#ts, at);
    this.#seq = seq;
    const times = this.isTimedTwice ? `"ts":${this.#ts},"timestamp":${this.#ts}` : `"ts":${this.#ts}`;
    this.#frame = `${this.#head}${times},"seq":${seq},"data":${JSON.stringify(data)}}`;
    return this.#frame;
  }

  /** The newest frame, made now if it was published while no client listened. */
  current(value: () => unknown, at: number): string {
    return this.#seq === this.counter.count ? this.#frame : this.write(value(), at);
  }
}
