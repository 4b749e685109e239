// A node's two clocks. Everything that protects money is timed by the steady one; the wall clock only determines the
// venue's time of day, and may be wrong by hours.

export interface ClusterClock {
  /** Milliseconds since 1970 by the machine's clock, which can be set and can jump. */
  wall(): number;
  /** Milliseconds that only rise, and continue while the machine sleeps. */
  steady(): number;
  /** Wakes the node at this steady time, or later. There is one alarm: the next call moves it. */
  wakeAt(steady: number): void;
}
