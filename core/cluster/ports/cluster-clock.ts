// A node's two clocks. What protects money counts on the steady one; the wall clock only says which time of day the venue
// has, and may be wrong by hours.

export interface ClusterClock {
  /** Milliseconds since 1970 by the machine's clock, which can be set and can jump. */
  wall(): number;
  /** Milliseconds that only rise, also while the machine sleeps. */
  steady(): number;
  /** The node is woken no earlier than then. One alarm at a time: the next call moves it. */
  wakeAt(steady: number): void;
}
