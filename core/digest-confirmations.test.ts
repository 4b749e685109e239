// How often the journal records a digest of what the engine has reported, which a replay compares.

import { expect, test } from "bun:test";
import { type Command, Engine, millis, silent } from "@evermark/engine";
import { DigestConfirmations } from "./digest-confirmations.ts";
import type { Done, Unstamped } from "./sequencing.ts";

/** A sequencer that holds back what it takes until the test lets it be applied. */
class Slow {
  readonly engine = Engine.atBeginning();
  readonly journal: Command[] = [];
  readonly waiting: { command: Unstamped; done: Done }[] = [];
  readonly confirmations = new DigestConfirmations(this.engine, this);
  now = 0;

  submit(command: Unstamped, done: Done): void {
    this.waiting.push({ command, done });
  }

  /** Applies what waits, then ticks once a second. */
  run(ticks: number): void {
    for (const { command, done } of this.waiting.splice(0)) {
      const answer = this.apply(command);
      done({ ...answer, position: this.journal.length, at: this.now });
    }
    for (let left = ticks; left > 0; left--) {
      this.now += 1_000;
      this.apply({ type: "tick" });
    }
    this.confirmations.applied(this.journal.length);
  }

  get confirmed(): number {
    return this.journal.filter(({ type }) => type === "confirm_digest").length;
  }

  private apply(command: Unstamped) {
    const stamped = { ...command, at: millis(this.now) } as Command;
    this.journal.push(stamped);
    return this.engine.apply(stamped, silent);
  }
}

test("a confirmation is submitted with each minute of venue time, one at a time", () => {
  const venue = new Slow();
  venue.run(59);
  expect(venue.waiting).toEqual([]);
  venue.run(1);
  expect(venue.waiting.length).toBe(1);
  venue.confirmations.applied(60);
  venue.confirmations.applied(50_000);
  expect(venue.waiting.length).toBe(1);
  for (let minute = 0; minute < 5; minute++) venue.run(60);
  expect(venue.confirmed).toBe(5);
  const again = Engine.atBeginning();
  for (const command of venue.journal) again.apply(command, silent);
  expect(again.stateHash()).toBe(venue.engine.stateHash());
});

test("a confirmation is submitted with every ten thousand commands, however little time has passed", () => {
  const venue = new Slow();
  venue.confirmations.applied(9_999);
  expect(venue.waiting).toEqual([]);
  venue.confirmations.applied(10_000);
  expect(venue.waiting.length).toBe(1);
});

test("a confirmation that could not be made durable is tried again", () => {
  const venue = new Slow();
  venue.run(60);
  for (const { done } of venue.waiting.splice(0)) done({ unavailable: "the venue's disk is full" });
  venue.run(1);
  expect(venue.waiting.length).toBe(1);
});
