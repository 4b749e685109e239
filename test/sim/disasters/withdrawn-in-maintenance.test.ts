// Nothing is liquidated during maintenance, in the minute after it, and while the venue's clock is in doubt; but prices
// continued, and money could leave. Two wallets of one owner held both sides of a position, the index rose by three per
// cent and came back, and the winning side withdrew at the top: 38,000 a swing. Ten pairs took 281,000 of other
// people's money, because their debts were in accounts that were not being liquidated, and so no halt came.
//
// Here nothing leaves an account with a position that can't be liquidated at the moment, and the debts of such accounts
// count.

import { describe, expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";
import { PRICE, RingWallets, walk } from "./ring-of-wallets.ts";

const TOP = PRICE * 1.03;

/** Starts a time in which nothing is liquidated, and lets it pass. */
const pauses = {
  maintenance: {
    begin: (stage: DisasterStage) => announce(stage, 120_000),
    end: (stage: DisasterStage) => stage.tick(180),
  },
  "the minute after it": {
    begin: (stage: DisasterStage) => {
      announce(stage, 2_000);
      stage.tick(3);
    },
    end: (stage: DisasterStage) => stage.tick(60),
  },
  "a doubted clock": {
    begin: (stage: DisasterStage) => stage.accepted({ type: "halt_for_clock", halted: true } as never),
    end: (stage: DisasterStage) => {
      stage.accepted({ type: "halt_for_clock", halted: false } as never);
      stage.tick();
    },
  },
} as const;

function announce(stage: DisasterStage, ms: number): void {
  const startAt = stage.venue.engine.now + 1_000;
  stage.accepted({ type: "schedule_maintenance", startAt, endAt: startAt + ms, message: "" } as never);
  stage.tick();
}

describe.each(Object.entries(pauses))("in %s", (_, { begin, end }) => {
  test("a swing of the index takes nothing out", async () => {
    const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
    stage.topUp(1_000_000);
    const wallets = new RingWallets(stage);
    const [long] = wallets.pair();
    const fund = stage.fund.collateral as number;
    begin(stage);
    walk(stage, PRICE, TOP);
    wallets.leave(long);
    walk(stage, TOP, PRICE);
    end(stage);
    expect(wallets.gain).toBeLessThanOrEqual(0);
    expect(stage.fund.collateral as number).toBeGreaterThanOrEqual(fund);
    await stage.end();
  });
});

test("debts of accounts that can't be liquidated halt withdrawals before anyone else has to bear them", async () => {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(100_000);
  const other = stage.trader(300_000);
  const wallets = new RingWallets(stage);
  const pairs = Array.from({ length: 10 }, () => wallets.pair());
  announce(stage, 120_000);
  walk(stage, PRICE, TOP);
  for (const [long] of pairs) wallets.leave(long);
  expect(stage.withdraw(other, 1_000 * USDC).rejection).not.toBe(null);
  walk(stage, TOP, PRICE);
  expect(stage.withdraw(other, 1_000 * USDC).rejection).toBe(null);
  stage.tick(180);
  expect(wallets.gain).toBeLessThanOrEqual(0);
  expect(stage.worth(other)).toBe(300_000);
  await stage.end();
});
