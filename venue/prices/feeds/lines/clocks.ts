// The clocks of feeds. Everything that a line waits for is decided in its look, each second: so one timer drives all
// lines, and tests drive them by hand.

export interface FeedClocks {
  /** The machine's time, in milliseconds since 1970; venues' own times are compared with it. */
  wall(): number;
  /** A monotonic clock, in milliseconds. */
  steady(): number;
}

/** After this long without hearing anything, a connection is dead, and its quotes are no longer repeated. */
export const LIFE_MS = 10_000;
