// The clocks of a node that runs in a process, and its single alarm.

import type { ClusterClock } from "../ports/cluster-clock.ts";
import { bootTime } from "./boot-time.ts";

/** Timers stand still while the machine sleeps, so none is longer than this. */
const TIMER_MS_MAX = 1_000;

export class MachineClock implements ClusterClock {
  readonly steady: () => number = bootTime();
  readonly #wake: () => void;
  #alarmAt = Number.POSITIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Steady time at which the timer ends. */
  #timerAt = Number.POSITIVE_INFINITY;

  constructor(wake: () => void) {
    this.#wake = wake;
  }

  wall(): number {
    return Date.now();
  }

  /** Sets the alarm. A timer that ends sooner stays as it is: most alarms are moved before they are due. */
  wakeAt(steady: number): void {
    this.#alarmAt = steady;
    if (steady < this.#timerAt) this.#start();
  }

  stop(): void {
    this.wakeAt(Number.POSITIVE_INFINITY);
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#timerAt = Number.POSITIVE_INFINITY;
  }

  #start(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    const now = this.steady();
    const ms = Math.min(Math.max(0, Math.ceil(this.#alarmAt - now)), TIMER_MS_MAX);
    this.#timerAt = now + ms;
    this.#timer = setTimeout(() => this.#ring(), ms);
  }

  #ring(): void {
    this.#timer = null;
    this.#timerAt = Number.POSITIVE_INFINITY;
    if (this.#alarmAt === Number.POSITIVE_INFINITY) return;
    if (this.steady() < this.#alarmAt) return this.#start();
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#wake();
  }
}
