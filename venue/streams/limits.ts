// Limits of one connection: its frames, its long answers, its backlog, and how long it may be silent. Streams 3.2 and
// 3.3. Tests shorten the times.

export const STREAM_LIMITS = {
  /** Client frames: this many at once, and this many more per second. */
  frameBurst: 200,
  framesPerSecond: 50,
  /** This many frames over that limit, within this time, close the connection. */
  excessMax: 10,
  excessWindowMs: 60_000,
  frameBytes: 64 * 1024,
  /** A frame counts once more for each time that it is as long as this, before it is read. */
  longFrameBytes: 8 * 1024,

  /** How many of one connection's frames, and how many bytes of them, may wait for their turn. */
  waitingFrames: 8_192,
  waitingBytes: 2 * 1024 * 1024,

  /** Bytes of whole books sent in answers to one connection: this many at once, and this many more per second. */
  answerBurstBytes: 1024 * 1024,
  answerBytesPerSecond: 128 * 1024,

  pingMs: 10_000,
  /** This many pings in a row without any sign of life close the connection. */
  pingsMax: 10,
  authMs: 10_000,

  /** The most that may wait to be sent to one connection. */
  backlogBytes: 8 * 1024 * 1024,
  /** Above the first figure only the newest frame of each snapshot topic waits; below the second all frames are sent again. */
  slowBytes: 1024 * 1024,
  relievedBytes: 256 * 1024,
  /** How long a connection may take to end after it was asked to close. */
  closingMs: 2_000,
  /** How often connections are checked for backlog, silence and ended keys. */
  patrolMs: 100,
} as const;

export type StreamLimits = { readonly [Name in keyof typeof STREAM_LIMITS]: number };

/** The limit on one connection's client frames: a token bucket that refills steadily. */
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

  /** Takes tokens for frames, all or none. @returns whether they are within the limit */
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

  /** Whether the connection has exceeded the limit too often. */
  get isExhausted(): boolean {
    return this.#excess.length >= this.limits.excessMax;
  }
}

/**
 * The limit on long answers to one connection. They are paid for by their length after they are sent; a connection in
 * debt must wait.
 */
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
