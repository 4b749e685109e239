// A machine that a node runs on: its two clocks, and its faults. A paused machine does nothing until it wakes, and then
// everything that arrived meanwhile at once; a crashed one forgets its planned steps.

import type { ClusterClock } from "@evermark/core/cluster/index.ts";
import type { Kernel } from "./kernel.ts";

interface ClockSettings {
  /** By how much the wall clock is ahead of the true time. */
  readonly aheadMs: number;
  /** How fast the steady clock runs. */
  readonly rate: number;
}

/** The true time at the beginning of a round: in 2023, at a whole minute. */
export const BEGINNING = 1_700_000_100_000;

export class ScriptedMachine {
  readonly #kernel: Kernel;
  readonly #rate: number;
  #aheadMs: number;
  #leastAheadMs: number;
  #mostAheadMs: number;
  /** Counts crashes. */
  #life = 0;
  #isPaused = false;
  #pausedAt = 0;
  #pausedMs = 0;
  #backlog: (() => void)[] = [];
  #alarm = 0;

  constructor(kernel: Kernel, { aheadMs, rate }: ClockSettings) {
    this.#kernel = kernel;
    this.#aheadMs = this.#leastAheadMs = this.#mostAheadMs = aheadMs;
    this.#rate = rate;
  }

  /** By how much the wall clock is ahead of the true time. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** The same since the round began, as bounds. */
  get aheadMsWithin(): readonly [least: number, most: number] {
    return [this.#leastAheadMs, this.#mostAheadMs];
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** How long it has been paused in total. */
  get pausedMs(): number {
    return this.#pausedMs + (this.#isPaused ? this.#kernel.now - this.#pausedAt : 0);
  }

  /** Runs a step on this machine, unless it crashes before. */
  after(ms: number, step: () => void): void {
    const life = this.#life;
    const here = () => {
      if (life !== this.#life) return;
      if (this.#isPaused) this.#backlog.push(here);
      else step();
    };
    this.#kernel.after(ms, here);
  }

  /** The clock for a node that starts now. */
  clock(wake: () => void): ClusterClock {
    return {
      wall: () => Math.floor(BEGINNING + this.#kernel.now + this.#aheadMs),
      steady: () => this.#steady(),
      wakeAt: (steady) => {
        const alarm = ++this.#alarm;
        if (steady === Number.POSITIVE_INFINITY) return;
        this.after((steady - this.#steady()) / this.#rate, () => {
          if (alarm === this.#alarm) wake();
        });
      },
    };
  }

  crash(): void {
    this.#life++;
    this.#backlog = [];
    this.wake();
  }

  pause(): void {
    if (!this.#isPaused) this.#pausedAt = this.#kernel.now;
    this.#isPaused = true;
  }

  wake(): void {
    this.#pausedMs = this.pausedMs;
    this.#isPaused = false;
    for (const step of this.#backlog.splice(0)) this.#kernel.after(0, step);
  }

  /** Sets the wall clock. */
  jump(ms: number): void {
    this.#aheadMs += ms;
    this.#leastAheadMs = Math.min(this.#leastAheadMs, this.#aheadMs);
    this.#mostAheadMs = Math.max(this.#mostAheadMs, this.#aheadMs);
  }

  #steady(): number {
    return 1_000_000 + this.#kernel.now * this.#rate;
  }
}
