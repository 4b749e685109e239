import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { DAY_MS, MINUTE_MS } from "../sums/candle-sums.ts";
import { type FillSums, noFills } from "../sums/fill-sums.ts";
import { AccountDays, type AccountMinute } from "./account-days.ts";

const START = Date.parse("2026-05-20T10:05:30Z");

const NAMES = Object.keys(noFills) as (keyof FillSums)[];

const fill = (fields: Partial<AccountMinute>): AccountMinute => ({
  account: 5,
  market: 0,
  marginMode: "CROSS",
  at: START,
  quantity: 2,
  cost: 1_000,
  fee: 10,
  volume: 1_000,
  trades: 1,
  closes: 1,
  wins: 0,
  ...fields,
});

describe("the last day of an account", () => {
  test("is summed by market and margin mode", () => {
    const days = new AccountDays();
    days.add(fill({}));
    days.add(fill({ quantity: -3, cost: -1_490, volume: 1_490, at: START + MINUTE_MS }));
    days.add(fill({ marginMode: "ISOLATED", cost: 7 }));
    days.add(fill({ market: 1, fee: -2 }));
    days.add(fill({ account: 6, cost: 5_000 }));
    expect(days.of(5, START + MINUTE_MS)).toEqual([
      {
        market: 0,
        marginMode: "CROSS",
        quantity: -1,
        cost: -490,
        fee: 20,
        volume: 2_490,
        trades: 2,
        closes: 2,
        wins: 0,
      },
      {
        market: 0,
        marginMode: "ISOLATED",
        quantity: 2,
        cost: 7,
        fee: 10,
        volume: 1_000,
        trades: 1,
        closes: 1,
        wins: 0,
      },
      {
        market: 1,
        marginMode: "CROSS",
        quantity: 2,
        cost: 1_000,
        fee: -2,
        volume: 1_000,
        trades: 1,
        closes: 1,
        wins: 0,
      },
    ]);
    expect(days.of(99, START + MINUTE_MS)).toEqual([]);
  });

  test("ends by whole minutes after 24 hours", () => {
    const days = new AccountDays();
    days.add(fill({}));
    expect(days.of(5, START + DAY_MS)).toMatchObject([{ quantity: 2, cost: 1_000, fee: 10 }]);
    expect(days.of(5, START + DAY_MS + MINUTE_MS)).toMatchObject([{ quantity: 0, cost: 0, fee: 0 }]);
  });

  test("is the sum over the day's fills, whenever it is read", () => {
    const anyFill = fc.record({
      waitMs: fc.nat(DAY_MS / 4),
      quantity: fc.integer({ min: -50, max: 50 }),
      cost: fc.integer({ min: -9_000, max: 9_000 }),
      fee: fc.integer({ min: -5, max: 20 }),
      volume: fc.nat(9_000),
      isRead: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(anyFill, { minLength: 1, maxLength: 60 }), (fills) => {
        const days = new AccountDays();
        const all: AccountMinute[] = [];
        let now = START;
        for (const { waitMs, isRead, ...sums } of fills) {
          now += waitMs;
          all.push(fill({ ...sums, at: now }));
          days.add(all.at(-1)!);
          if (!isRead) continue;
          const since = Math.floor(now / MINUTE_MS) * MINUTE_MS - DAY_MS;
          const counted = all.filter(({ at }) => at >= since);
          const total = (field: keyof FillSums) => counted.reduce((sum, each) => sum + each[field], 0);
          const expected = Object.fromEntries(NAMES.map((name) => [name, total(name)])) as unknown as FillSums;
          expect(days.of(5, now)).toEqual([{ market: 0, marginMode: "CROSS", ...expected }]);
        }
      }),
    );
  });

  test("is forgotten when an account stops trading", () => {
    const days = new AccountDays();
    days.add(fill({}));
    days.add(fill({ account: 6, at: START + DAY_MS }));
    expect(days.size).toBe(2);
    days.add(fill({ account: 6, at: START + 2 * DAY_MS }));
    expect(days.size).toBe(1);
    expect(days.of(6, START + 2 * DAY_MS)).toMatchObject([{ fee: 20 }]);
  });
});
