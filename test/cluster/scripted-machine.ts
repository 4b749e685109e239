// A machine that a node runs on: its two clocks, and what befalls it. A paused one does nothing until it wakes, and then all that came
// meanwhile at once; a crashed one forgets what was planned.

import type { ClusterClock } from "@evermark/core/cluster/index.ts";
import type { Kernel } from "./kernel.ts";

interface ClockSettings {
  /** What the wall clock is ahead of the truth. */
  readonly aheadMs: number;
  /** How fast the steady clock runs. */
  readonly rate: number;
}

/** 2023, at a whole minute: what the true time is when a round begins. */
export const BEGINNING = 1_700_000_100_000;

export class ScriptedMachine {
  readonly #kernel: Kernel;
  readonly #rate: number;
  #aheadMs: number;
  #leastAheadMs: number;
  #mostAheadMs: number;
  /** Rises with each crash. */
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

  /** What the wall clock is ahead of the truth. */
  get aheadMs(): number {
    return this.#aheadMs;
  }

  /** Since the round began. */
  get aheadMsWithin(): readonly [least: number, most: number] {
    return [this.#leastAheadMs, this.#mostAheadMs];
  }

  get isPaused(): boolean {
    return this.#isPaused;
  }

  /** How long it has been paused, all in all. */
  get pausedMs(): number {
    return this.#pausedMs + (this.#isPaused ? this.#kernel.now - this.#pausedAt : 0);
  }

  /** Does it on this machine, in this life of it. */
  after(ms: number, step: () => void): void {
    const life = this.#life;
    const here = () => {
      if (life !== this.#life) return;
      if (this.#isPaused) this.#backlog.push(here);
      else step();
    };
    this.#kernel.after(ms, here);
  }

  /** The clock of a node that starts now. */
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

  /** The wall clock is set. */
  jump(ms: number): void {
    this.#aheadMs += ms;
    this.#leastAheadMs = Math.min(this.#leastAheadMs, this.#aheadMs);
    this.#mostAheadMs = Math.max(this.#mostAheadMs, this.#aheadMs);
  }

  #steady(): number {
    return 1_000_000 + this.#kernel.now * this.#rate;
  }
}
