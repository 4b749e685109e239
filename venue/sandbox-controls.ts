// What the sandbox's own calls need from the room that moves time and prices. Only a sandbox has it.

export interface SandboxControls {
  /**
   * Moves venue time forward by running every tick in between, and then answers the new time; both in milliseconds.
   * Design 9, rules Appendix C.1.
   */
  advanceClock(ms: number): Promise<number>;
  /** From now on the market's index price is set by hand: simulated prices stop moving it. */
  pinPrice(market: number): void;
}
