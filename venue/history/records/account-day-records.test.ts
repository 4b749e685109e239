import { describe, expect, test } from "bun:test";
import { micros, millis, priceE8, silent } from "@evermark/engine";
import { START } from "@evermark/engine/testing/setup.ts";
import fc from "fast-check";
import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import { countIn, inEveryDatabase } from "../testing/databases.ts";
import { ProjectedEngine } from "../testing/projected-engine.ts";
import { AccountDayRecords } from "./account-day-records.ts";

const FIRST = dayOf(START);
/** An hour of a day, counted from the first. */
const at = (day: number, hour: number) => (FIRST + day) * DAY_MS + hour * 3_600_000;

inEveryDatabase((fresh, runs) => {
  describe("an account by day", () => {
    test("is worth what it was at midnight, with its positions at the mark prices of that time", () => {
      const world = new ProjectedEngine(fresh());
      const [maker, taker, idle] = world.open(3, 100_000) as [number, number, number];
      world.place(at(1, 1), maker, "SELL", 2);
      world.place(at(1, 2), taker, "BUY", 2);
      world.setPrice(at(1, 20), 3_100);
      world.setPrice(at(2, 20), 2_900);
      world.place(at(3, 1), maker, "BUY", 1, 2_900);
      world.place(at(3, 2), taker, "SELL", 1, 2_900);
      world.apply(at(6, 0), { type: "tick" });

      const day = world.history.accountDays({ account: taker, from: FIRST, to: FIRST + 5 });
      // 6 basis points.
      const fees = (notional: number) => (notional * 6) / 10_000;
      expect(day.map(({ day, ...figures }) => ({ ...figures, day: day - FIRST }))).toEqual([
        // A deposit is not profit.
        { day: 0, value: 100_000e6, pnl: 0, volume: 0, fee: 0, trades: 0 },
        { day: 1, value: (100_200 - fees(6_000)) * 1e6, pnl: (200 - fees(6_000)) * 1e6, ...traded(6_000) },
        { day: 2, value: (99_800 - fees(6_000)) * 1e6, pnl: -400e6, volume: 0, fee: 0, trades: 0 },
        { day: 3, value: (99_800 - fees(8_900)) * 1e6, pnl: -fees(2_900) * 1e6, ...traded(2_900) },
        { day: 4, value: (99_800 - fees(8_900)) * 1e6, pnl: 0, volume: 0, fee: 0, trades: 0 },
        { day: 5, value: (99_800 - fees(8_900)) * 1e6, pnl: 0, volume: 0, fee: 0, trades: 0 },
      ]);
      function traded(notional: number) {
        return { volume: notional * 1e6, fee: fees(notional) * 1e6, trades: 1 };
      }
      // Nothing happened to this account, so no days of it are stored.
      expect(countIn(world.tables, `account_days WHERE account = ${idle}`)).toBe(1);
      expect(world.history.accountDays({ account: idle, from: FIRST + 4, to: FIRST + 5 })).toEqual([
        { day: FIRST + 4, value: 100_000e6, pnl: 0, volume: 0, fee: 0, trades: 0 },
        { day: FIRST + 5, value: 100_000e6, pnl: 0, volume: 0, fee: 0, trades: 0 },
      ]);
      expect(world.history.accountDays({ account: idle, from: FIRST - 9, to: FIRST - 1 })).toEqual([]);
    });

    test("does not lose by sending money away, and its value includes withdrawals until they are paid out", () => {
      const world = new ProjectedEngine(fresh());
      const [account] = world.open(1, 1_000) as [number];
      const terms = {
        account,
        amount: micros(400e6),
        fee: micros(1e6),
        chainId: 196,
        receiver: world.engine.account(account).wallet,
      };
      world.apply(at(1, 1), { type: "issue_nonce", account, kind: "withdraw" });
      world.apply(at(1, 2), { type: "request_withdrawal", ...terms, nonce: 1 });
      world.apply(at(1, 3), { type: "advance_withdrawal", withdrawalId: 1, to: "PROCESSING", transaction: "" });
      world.apply(at(2, 1), { type: "advance_withdrawal", withdrawalId: 1, to: "COMPLETED", transaction: "0x1" });
      world.apply(at(3, 1), { type: "tick" });
      const [, requested, paid] = world.history.accountDays({ account, from: FIRST, to: FIRST + 2 });
      expect([requested, paid]).toMatchObject([
        { value: 1_000e6, pnl: 0 },
        { value: 600e6, pnl: 0 },
      ]);
    });

    test("continues after a restart, and its sums since a day include the running day", () => {
      const world = new ProjectedEngine(fresh());
      const [maker, taker] = world.open(2, 100_000) as [number, number];
      for (let day = 1; day <= 4; day++) {
        world.place(at(day, 1), maker, "SELL", 1);
        world.restart();
        world.place(at(day, 2), taker, "BUY", 1);
      }
      const totals = world.history.accountTotals({ account: taker, days: [FIRST + 4, FIRST + 3, FIRST] });
      expect(totals.since.map(({ volume }) => volume)).toEqual([3_000e6, 6_000e6, 12_000e6]);
      expect(totals.since[1]!.fee).toBe(3.6e6);
      expect(totals.volume).toBe(12_000e6);
      expect(world.history.accountTotals({ account: 99, days: [FIRST] })).toEqual({
        since: [{ volume: 0, fee: 0 }],
        volume: 0,
      });
    });

    test("begins with the account's value where an older version had stored nothing", () => {
      const world = new ProjectedEngine(fresh());
      const [maker, taker] = world.open(2, 100_000) as [number, number];
      world.place(at(1, 1), maker, "SELL", 2);
      world.place(at(1, 2), taker, "BUY", 2);
      world.tables.execute("DELETE FROM account_days");
      world.restart();
      world.setPrice(at(1, 20), 3_100);
      world.apply(at(2, 1), { type: "tick" });
      expect(world.history.accountDays({ account: taker, from: FIRST + 1, to: FIRST + 1 })).toMatchObject([
        { pnl: 200e6 },
      ]);
    });

    test("adds up: the accounts' profits and losses are their value beyond their deposits", () => {
      const anyStep = fc.record({
        hours: fc.nat(9),
        account: fc.nat(3),
        side: fc.constantFrom("BUY" as const, "SELL" as const),
        eth: fc.integer({ min: 1, max: 4 }),
        price: fc.integer({ min: 2_970, max: 3_030 }),
      });
      fc.assert(
        fc.property(fc.array(anyStep, { maxLength: 60 }), (steps) => {
          const world = new ProjectedEngine(fresh());
          const accounts = world.open(4, 100_000);
          let now = at(1, 0);
          for (const { hours, account, side, eth, price } of steps) {
            now += hours * 3_600_000;
            world.apply(now, { type: "tick" });
            world.place(now, accounts[account]!, side, eth, price);
            if (hours === 7) world.setPrice(now, price);
          }
          const today = dayOf(now);
          world.apply((today + 1) * DAY_MS, { type: "tick" });
          for (const account of accounts) {
            const days = world.history.accountDays({ account, from: 0, to: today });
            expect(days.reduce((sum, { pnl }) => sum + pnl, 100_000e6)).toBe(days.at(-1)!.value);
            const { volume, since } = world.history.accountTotals({ account, days: [FIRST] });
            expect(days.reduce((sum, day) => sum + day.volume, 0)).toBe(volume);
            expect(since[0]!.volume).toBe(volume);
          }
        }),
        { numRuns: runs(20) },
      );
    });

    test("is noted when the day ends and written a slice at a time, whatever happens meanwhile", () => {
      const world = new ProjectedEngine(fresh());
      const accounts = world.open(600, 1_000);
      const [maker, taker] = accounts as [number, number];
      world.place(START + 1, maker, "SELL", 1);
      world.place(START + 2, taker, "BUY", 1);
      const records = new AccountDayRecords(world.tables, world.engine);
      records.begin();
      const written = () => countIn(world.tables, `account_days WHERE day = ${FIRST} AND value IS NOT NULL`);
      records.end(FIRST);
      expect([written(), records.isClosing]).toEqual([0, true]);
      const before = world.engine.balance(taker).value;
      world.engine.apply(
        { type: "set_index_prices", prices: [{ market: 0, price: priceE8(3_100e8) }], at: millis(START + 3) },
        silent,
      );
      expect(world.engine.balance(taker).value).not.toBe(before);
      for (const rows of [250, 500]) {
        records.closeSome();
        expect([written(), records.isClosing]).toEqual([rows, true]);
      }
      records.closeSome();
      expect([written(), records.isClosing]).toEqual([600, false]);
      const [day] = world.history.accountDays({ account: taker, from: FIRST, to: FIRST });
      expect(day?.value).toBe(before);
    });
  });
});
