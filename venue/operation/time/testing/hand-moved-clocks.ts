// A machine's clocks, moved by hand.

import type { MachineClocks } from "../machine-clocks.ts";

export class HandMovedClocks implements MachineClocks {
  #wall: number;
  #steady = 77.25;
  #asleep = 0;

  constructor(wall: number) {
    this.#wall = wall;
  }

  readonly wall = (): number => Math.floor(this.#wall);
  readonly steady = (): number => this.#steady;
  readonly asleep = (): number => this.#asleep;

  /** Time passes, on every clock. */
  pass(ms: number): void {
    this.#wall += ms;
    this.#steady += ms;
  }

  /** Sets the wall clock, forward or back. */
  set(byMs: number): void {
    this.#wall += byMs;
  }

  /** The machine sleeps: the steady clock stops. */
  sleep(ms: number): void {
    this.#wall += ms;
    this.#asleep += ms;
  }
}
