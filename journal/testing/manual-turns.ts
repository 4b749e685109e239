// Turns of the event loop that a test releases itself.

import type { Turns } from "../journal-turns.ts";

export class ManualTurns implements Turns {
  private tasks: (() => void)[] = [];
  private timers: (() => void)[] = [];

  soon(task: () => void): void {
    this.tasks.push(task);
  }

  later(_ms: number, task: () => void): () => void {
    this.timers.push(task);
    return () => {
      this.timers = this.timers.filter((other) => other !== task);
    };
  }

  /** Runs the tasks that wait for the next turn. */
  next(): void {
    const tasks = this.tasks;
    this.tasks = [];
    for (const task of tasks) task();
  }

  /** Fires all timers. */
  idle(): void {
    const timers = this.timers;
    this.timers = [];
    for (const timer of timers) timer();
  }

  /** Drops everything that waits, because the process ends. */
  drop(): void {
    this.tasks = [];
    this.timers = [];
  }
}
