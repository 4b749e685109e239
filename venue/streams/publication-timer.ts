// For a venue without a cluster: publishes books and best prices when they are due, even if no command follows.

import type { VenueClock } from "@evermark/core";
import type { PublishedState } from "./numbers/public-numbers.ts";

export class PublicationTimer {
  readonly #numbers: PublishedState;
  readonly #clock: VenueClock;
  readonly #passTime: () => number;
  #timer: Timer | undefined;

  /** @param passTime returns a venue time before which no command will be applied any more */
  constructor(numbers: PublishedState, clock: VenueClock, passTime: () => number) {
    this.#numbers = numbers;
    this.#clock = clock;
    this.#passTime = passTime;
  }

  /** Sets a timer for what is due, if anything is. */
  look(): void {
    const { dueAt } = this.#numbers;
    if (this.#timer !== undefined || dueAt === Number.POSITIVE_INFINITY) return;
    // Commands on their way to the disk may have an earlier time, so another look may be needed.
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
