// The time of feeds. All that a line waits for is decided when it looks, each second: so one timer drives all of them, and
// tests drive them by hand.

export interface FeedClocks {
  /** Milliseconds since 1970, of the machine; what venues' own times are held against. */
  wall(): number;
  /** Milliseconds that only ever run on. */
  steady(): number;
}

/** So long without anything heard, and a connection is dead, and no quote of it is repeated. */
export const LIFE_MS = 10_000;
