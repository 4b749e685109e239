import { expect, test } from "bun:test";
import type { EngineReader } from "@evermark/engine";
import { balanceTotals } from "./balance-totals.ts";

/** Six accounts: one of the system, and five of two builders. */
function venueOf(holdings: number[]) {
  const looked: number[] = [];
  const engine = {
    accountCount: holdings.length,
    balance(account: number) {
      looked.push(account);
      return { broker: account === 0 ? -1 : account % 2, holding: holdings[account]!, unsettledPnl: -account };
    },
  } as unknown as EngineReader;
  const clock = {
    time: 1_000,
    now() {
      return this.time;
    },
  };
  return { engine, clock, looked };
}

const HOLDINGS = [1_000, 1, 20, 300, 4_000, 50_000];

test("balances are added up by builder, without the system's accounts", async () => {
  const { brokers, at } = await balanceTotals(venueOf(HOLDINGS));
  expect([...brokers]).toEqual([
    [1, { holding: 50_301, unsettledPnl: -9 }],
    [0, { holding: 4_020, unsettledPnl: -6 }],
  ]);
  expect(at).toBe(1_000);
});

test("few accounts are added up for each caller, many at most once a minute, a part at a time", async () => {
  const few = venueOf(HOLDINGS);
  await balanceTotals(few);
  await balanceTotals(few);
  expect(few.looked).toHaveLength(12);

  const many = venueOf(HOLDINGS);
  const first = balanceTotals(many, 2);
  // Two callers share a round, which has not reached every account yet.
  const second = balanceTotals(many, 2);
  expect(many.looked).toEqual([0, 1]);
  expect(await second).toBe(await first);
  expect(many.looked).toHaveLength(6);
  many.clock.time += 59_999;
  expect(await balanceTotals(many, 2)).toBe(await first);
  expect(many.looked).toHaveLength(6);

  // Then the earlier totals are returned once more, while the next round runs.
  many.clock.time += 1;
  expect(await balanceTotals(many, 2)).toBe(await first);
  while (many.looked.length < 12) await Bun.sleep(0);
  await Bun.sleep(0);
  expect((await balanceTotals(many, 2)).at).toBe(61_000);
});
