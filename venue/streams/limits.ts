// What one connection may ask for and how long it may be silent. Streams 3.2 and 3.3. Tests shorten the times.

export const STREAM_LIMITS = {
  /** Client frames: so many at once, and so many more per second. */
  frameBurst: 200,
  framesPerSecond: 50,
  /** So many frames over that limit within so long close the connection. */
  excessMax: 10,
  excessWindowMs: 60_000,
  frameBytes: 64 * 1024,
  /** For each time that a frame is as long as this, it counts once more, and that before it is read. */
  longFrameBytes: 8 * 1024,

  /** What may wait for its turn of one connection's frames. */
  waitingFrames: 8_192,
  waitingBytes: 2 * 1024 * 1024,

  /** Bytes that a connection is answered with whole books: so many at once, and so many more per second. */
  answerBurstBytes: 1024 * 1024,
  answerBytesPerSecond: 128 * 1024,

  pingMs: 10_000,
  /** So many pings in a row without any sign of life close the connection. */
  pingsMax: 10,
  authMs: 10_000,

  /** What may wait to be sent to one connection. */
  backlogBytes: 8 * 1024 * 1024,
  /** From here on only the newest frame of a topic waits; below the second figure all frames are sent again. */
  slowBytes: 1024 * 1024,
  relievedBytes: 256 * 1024,
  /** How long the end of a connection may take that was asked to close. */
  closingMs: 2_000,
  /** How often connections are looked at: for backlog, silence and keys that ended. */
  patrolMs: 100,
} as const;

export type StreamLimits = { readonly [Name in keyof typeof STREAM_LIMITS]: number };

/** A bucket that refills steadily: the limit on client frames of one connection. */
export class FrameLimit {
  #tokens: number;
  #at: number;
  #excess: number[] = [];

  constructor(
    readonly limits: StreamLimits,
    now: number,
  ) {
    this.#tokens = limits.frameBurst;
    this.#at = now;
  }

  /** Counts frames, all or none. @returns whether they are within the limit */
  take(now: number, frames = 1): boolean {
    const { frameBurst, framesPerSecond } = this.limits;
    this.#tokens = Math.min(frameBurst, this.#tokens + ((now - this.#at) * framesPerSecond) / 1_000);
    this.#at = now;
    if (this.#tokens >= frames) {
      this.#tokens -= frames;
      return true;
    }
    this.#excess = this.#excess.filter((at) => at > now - this.limits.excessWindowMs);
    this.#excess.push(now);
    return false;
  }

  /** Whether the connection has ignored the limit for too long. */
  get isExhausted(): boolean {
    return this.#excess.length >= this.limits.excessMax;
  }
}

/** What a connection may ask for is paid by its length, afterwards: a client that owes has to wait. */
export class AnswerLimit {
  #bytes: number;
  #at: number;

  constructor(
    readonly limits: StreamLimits,
    now: number,
  ) {
    this.#bytes = limits.answerBurstBytes;
    this.#at = now;
  }

  /** Whether another answer may be sent. */
  hasLeft(now: number): boolean {
    const { answerBurstBytes, answerBytesPerSecond } = this.limits;
    this.#bytes = Math.min(answerBurstBytes, this.#bytes + ((now - this.#at) * answerBytesPerSecond) / 1_000);
    this.#at = now;
    return this.#bytes > 0;
  }

  pay(bytes: number): void {
    this.#bytes -= bytes;
  }
}
