// Plans that are interrupted at any step, lose answers and are refused: no order is placed twice, no more than the size is
// traded, and every plan ends.

import { expect, test } from "bun:test";
import fc from "fast-check";
import type { ChaseTerms, Plan, PlanTerms, ScaleTerms, TwapTerms } from "./moves/plan.ts";
import { newPlan } from "./moves/plan.ts";
import { ON_ITS_WAY_MS, RunningPlan } from "./running-plan.ts";
import { type Luck, SmallVenue } from "./testing/small-venue.ts";

const common = {
  symbol: "PERP_BTC_USDC",
  side: "BUY",
  marginMode: undefined,
  reduceOnly: false,
  lot: 1,
  tick: 1,
} as const;
const twap: TwapTerms = {
  ...common,
  ...{ kind: "TWAP", sizeLots: 103, slices: 10, intervalMs: 1_000, isRandom: false, limitTicks: null, mostLots: 1_000 },
};
const scale: ScaleTerms = {
  ...common,
  ...{ kind: "SCALE", sizeLots: 1_003, orders: 23, fromTicks: 100, toTicks: 200, sizes: "rising", postOnly: true },
};
const chase: ChaseTerms = { ...common, kind: "CHASE", sizeLots: 50, limitTicks: 110, everyMs: 500 };

/** A browser in which pages come and go: each page has only what the previous one stored. */
class Browser {
  readonly venue = new SmallVenue();
  best: number | undefined = 100;
  kept: Plan;
  page: RunningPlan;

  constructor(terms: PlanTerms) {
    this.kept = newPlan(terms, "0123456789abcdefghijklmn");
    this.page = this.#opened();
  }

  reload(): void {
    this.page = this.#opened();
  }

  advance(): Promise<void> {
    return this.page.advance(() => ({ now: this.venue.now, bestTicks: this.best }));
  }

  /** Advances without failures until the plan is over or waits for other traders. */
  async toItsEnd(rounds = 60): Promise<void> {
    this.venue.willBe([]);
    for (let round = 0; round < rounds && this.kept.state.is !== "over"; round += 1) {
      if (this.kept.state.is === "paused") this.page.resume();
      this.venue.now += 20_000;
      await this.advance();
    }
  }

  #opened(): RunningPlan {
    return new RunningPlan(this.kept, this.venue, (plan) => (this.kept = plan), this.venue.now + ON_ITS_WAY_MS);
  }
}

const executed = ({ venue }: Browser) => venue.orders.reduce((sum, row) => sum + row.total_executed_quantity, 0);
const open = ({ venue }: Browser) =>
  venue.orders.filter(({ status }) => status === "NEW" || status === "PARTIAL_FILLED");
/** The size that has traded, plus the size that could still trade. */
const committed = (browser: Browser) =>
  executed(browser) + open(browser).reduce((sum, row) => sum + row.quantity - row.total_executed_quantity, 0);

const luck = fc.constantFrom<Luck>("fine", "fine", "fine", "lost before", "lost after", "late", "refused");
const happening = fc.oneof(
  fc.record({ is: fc.constant("advance" as const), luck: fc.array(luck, { maxLength: 8 }) }),
  fc.record({ is: fc.constant("reload" as const) }),
  fc.record({ is: fc.constant("later" as const), ms: fc.integer({ min: 1, max: 3_000 }) }),
  fc.record({ is: fc.constant("fill" as const), lots: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    is: fc.constant("best" as const),
    ticks: fc.option(fc.integer({ min: 90, max: 115 }), { nil: undefined }),
  }),
  fc.record({ is: fc.constant("depth" as const), lots: fc.integer({ min: 0, max: 20 }) }),
  fc.record({ is: fc.constant("pause" as const) }),
  fc.record({ is: fc.constant("resume" as const) }),
);

for (const terms of [twap, scale, { ...scale, reduceOnly: true, sizes: "falling" as const }, chase]) {
  const name = `${terms.kind}${terms.reduceOnly ? ", only reducing," : ""}`;
  test(`a ${name} that is broken off anywhere never commits more than its size, and comes to its end`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async (happenings) => {
        const browser = new Browser(terms);
        for (const each of happenings) {
          if (each.is === "reload") browser.reload();
          else if (each.is === "later") browser.venue.now += each.ms;
          else if (each.is === "best") browser.best = each.ticks;
          else if (each.is === "depth") browser.venue.depth = each.lots;
          else if (each.is === "pause") browser.page.pause({ is: "by trader" });
          else if (each.is === "resume" && browser.kept.state.is === "paused") browser.page.resume();
          else if (each.is === "fill") {
            const [first] = open(browser);
            if (first !== undefined) browser.venue.fill(first.order_id, each.lots);
            browser.page.doubt();
          } else if (each.is === "advance") {
            browser.venue.willBe(each.luck);
            await browser.advance();
          }
          expect(committed(browser)).toBeLessThanOrEqual(terms.sizeLots);
        }
        browser.best ??= 100;
        browser.venue.depth = Number.POSITIVE_INFINITY;
        await browser.toItsEnd(5);
        for (const { order_id } of open(browser)) browser.venue.fill(order_id, terms.sizeLots);
        browser.page.doubt();
        await browser.toItsEnd();
        expect(browser.kept.state.is).toBe("over");
        expect(committed(browser)).toBeLessThanOrEqual(terms.sizeLots);
        expect(open(browser)).toEqual([]);
        if (terms.kind === "SCALE") expect(executed(browser)).toBe(terms.sizeLots);
      }),
    );
  });

  test(`a ${name} that is stopped anywhere leaves nothing in the book`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(luck, { maxLength: 6 }), { maxLength: 6 }), async (turns) => {
        const browser = new Browser(terms);
        for (const turn of turns) {
          browser.venue.willBe(turn);
          await browser.advance();
          browser.venue.now += 700;
        }
        browser.page.change({ state: { is: "stopping" } });
        browser.reload();
        await browser.toItsEnd(5);
        browser.venue.now += 20_000;
        browser.venue.arrive();
        expect(browser.kept.state).toMatchObject({ is: "over", why: "stopped", executedLots: executed(browser) });
        expect(open(browser)).toEqual([]);
      }),
    );
  });
}

test("slices add up to the size, and the last one takes the remainder", async () => {
  const browser = new Browser(twap);
  await browser.toItsEnd();
  expect(browser.venue.orders.map(({ quantity }) => quantity)).toEqual([10, 10, 10, 10, 10, 10, 10, 11, 11, 11]);
  expect(browser.kept.state).toEqual({ is: "over", why: "filled", executedLots: 103 });
});

test("the unfilled part of a slice is shared among those to come, and that of the last one is reported", async () => {
  const browser = new Browser({ ...twap, sizeLots: 100, slices: 4 });
  browser.venue.depth = 20;
  await browser.toItsEnd();
  expect(browser.venue.orders.map(({ quantity }) => quantity)).toEqual([25, 26, 30, 40]);
  expect(browser.kept.state).toEqual({ is: "over", why: "through", executedLots: 80 });
});

test("a page that was closed for long continues at its pace, one slice at a time", async () => {
  const browser = new Browser(twap);
  await browser.advance();
  browser.venue.now += 1_000_000;
  browser.reload();
  await browser.advance();
  expect(browser.venue.orders).toHaveLength(2);
  browser.venue.now += 999;
  await browser.advance();
  expect(browser.venue.orders).toHaveLength(2);
  browser.venue.now += 1;
  await browser.advance();
  expect(browser.venue.orders).toHaveLength(3);
});

test("a refused order pauses its plan with the venue's reason; when resumed, the order is placed under another name", async () => {
  const browser = new Browser(twap);
  browser.venue.willBe(["refused"]);
  await browser.advance();
  expect(browser.kept.state).toEqual({
    ...{ is: "paused", why: { is: "refused", refusal: { code: -1101, message: "insufficient margin" } } },
  });
  browser.reload();
  browser.page.resume();
  await browser.advance();
  expect(browser.venue.orders.map(({ client_order_id }) => client_order_id)).toEqual([`${browser.kept.id}-0-1`]);
});

test("a chase follows the best price up but not down, within its pace, and ends past its limit", async () => {
  const browser = new Browser(chase);
  const price = () => browser.venue.orders.map((row) => row.price);
  await browser.advance();
  browser.best = 105;
  browser.venue.now += 499;
  await browser.advance();
  expect(price()).toEqual([100]);
  browser.venue.now += 1;
  await browser.advance();
  expect(price()).toEqual([105]);
  browser.best = 95;
  browser.venue.now += 10_000;
  await browser.advance();
  expect(price()).toEqual([105]);
  browser.best = 111;
  await browser.advance();
  expect(browser.kept.state).toEqual({ is: "over", why: "limit", executedLots: 0 });
  expect(open(browser)).toEqual([]);
});

test("a chase whose order was cancelled by hand pauses, and continues with the rest when the trader resumes it", async () => {
  const browser = new Browser(chase);
  await browser.advance();
  const [order] = browser.venue.orders;
  browser.venue.fill(order!.order_id, 20);
  await browser.venue.cancel("", order!.order_id);
  browser.reload();
  await browser.advance();
  expect(browser.kept.state).toEqual({ is: "paused", why: { is: "cancelled" } });
  browser.page.resume();
  browser.venue.now += 500;
  await browser.advance();
  expect(browser.venue.orders.map(({ quantity }) => quantity)).toEqual([50, 30]);
});
