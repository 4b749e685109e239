// The budget of all previews, on a simulated clock: a preview takes as long as the clock is moved during it.

import { expect, test } from "bun:test";
import { ApiError } from "../../wire/api-error.ts";
import { PreviewBudget } from "./preview-budget.ts";

class HandTime {
  at = 0;
  now(): number {
    return this.at;
  }
  async pass(ms: number): Promise<void> {
    this.at += ms;
  }
  async nextTurn(): Promise<void> {}
}

/** Time that does not pass for those who wait, until the test moves it. */
class StillTime extends HandTime {
  readonly waiting: (() => void)[] = [];
  override pass(): Promise<void> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

test("all previews together take a tenth of the time, however many there are", async () => {
  const time = new HandTime();
  const budget = new PreviewBudget(time);
  let taken = 0;
  for (let n = 0; n < 1_000; n++) {
    taken += await budget.run(() => {
      time.at += 3;
      return 3;
    });
  }
  expect(taken).toBe(3_000);
  // A tenth of a second was available at the start; the rest was earned at a tenth of the time that passed.
  expect(time.at).toBeGreaterThanOrEqual((taken - 100 - 3) * 10);
});

test("a preview that takes long is paid for by those after it", async () => {
  const time = new HandTime();
  const budget = new PreviewBudget(time);
  await budget.run(() => {
    time.at += 130;
  });
  const before = time.at;
  await budget.run(() => {});
  expect(time.at - before).toBeGreaterThan(100);
});

test("each preview has a turn of its own: other work is done between two of them", async () => {
  const turns: (() => void)[] = [];
  const budget = new PreviewBudget({
    now: () => 0,
    pass: async () => {},
    nextTurn: () => new Promise((resolve) => turns.push(resolve)),
  });
  const done: number[] = [];
  const answers = [1, 2, 3].map((n) => budget.run(() => done.push(n)));
  for (let turn = 1; turn <= 3; turn++) {
    expect(done).toHaveLength(turn);
    for (const begin of turns.splice(0)) begin();
    await Bun.sleep(0);
  }
  await Promise.all(answers);
  expect(done).toEqual([1, 2, 3]);
});

test("previews over the budget are refused when too many wait or one has waited long; errors of a preview are passed on", async () => {
  const time = new StillTime();
  const budget = new PreviewBudget(time);
  await expect(
    budget.run(() => {
      time.at += 200;
      throw new Error("as it was");
    }),
  ).rejects.toThrow("as it was");
  const answers = Array.from({ length: 64 }, () => budget.run(() => "answered"));
  const refused = budget.run(() => "answered");
  await expect(refused).rejects.toBeInstanceOf(ApiError);
  await expect(refused).rejects.toMatchObject({ status: 429, code: -1003 });
  time.at += 5_000;
  for (const wake of time.waiting.splice(0)) wake();
  expect(await Promise.all(answers)).toEqual(Array(64).fill("answered"));

  await budget.run(() => {
    time.at += 10_000;
  });
  const late = budget.run(() => "answered");
  time.at += 600;
  for (const wake of time.waiting.splice(0)) wake();
  await expect(late).rejects.toMatchObject({ code: -1003 });
});
