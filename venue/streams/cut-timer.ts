// Publishes books and best prices of a venue that stands alone once their time has come, though no command follows.

import type { VenueClock } from "@evermark/core";
import type { PublicNumbers } from "./numbers/public-numbers.ts";

export class CutTimer {
  readonly #numbers: PublicNumbers;
  readonly #clock: VenueClock;
  readonly #passTime: () => number;
  #timer: Timer | undefined;

  /** @param passTime a venue time before which no command will be applied any more */
  constructor(numbers: PublicNumbers, clock: VenueClock, passTime: () => number) {
    this.#numbers = numbers;
    this.#clock = clock;
    this.#passTime = passTime;
  }

  /** Waits for what is due, if something is. */
  look(): void {
    const { dueAt } = this.#numbers;
    if (this.#timer !== undefined || dueAt === Number.POSITIVE_INFINITY) return;
    // Commands that are on their way to the disk may be of before, so it may take another look.
    const ms = Math.max(1, dueAt - this.#clock.now());
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#numbers.timePassed(this.#passTime());
      this.look();
    }, ms);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
