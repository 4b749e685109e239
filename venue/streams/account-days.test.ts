import { describe, expect, test } from "bun:test";
import { DAY_MS, MINUTE_MS } from "../candles.ts";
import { AccountDays, type AccountMinute } from "./account-days.ts";

const START = Date.parse("2026-05-20T10:05:30Z");

const fill = (fields: Partial<AccountMinute>): AccountMinute => ({
  account: 5,
  market: 0,
  marginMode: "CROSS",
  at: START,
  fee: 10,
  realizedPnl: 0,
  ...fields,
});

describe("the last day of an account", () => {
  test("is summed by market and margin mode, and over all of them", () => {
    const days = new AccountDays();
    days.add(fill({ realizedPnl: 100 }));
    days.add(fill({ realizedPnl: -30, at: START + MINUTE_MS }));
    days.add(fill({ marginMode: "ISOLATED", realizedPnl: 7 }));
    days.add(fill({ market: 1, fee: -2 }));
    days.add(fill({ account: 6, realizedPnl: 1_000 }));
    const now = START + MINUTE_MS;
    expect(days.ofPosition(5, 0, "CROSS", now)).toEqual({ pnl: 70, fee: 20 });
    expect(days.ofPosition(5, 0, "ISOLATED", now)).toEqual({ pnl: 7, fee: 10 });
    expect(days.ofAccount(5, now)).toEqual({ pnl: 77, fee: 28 });
    expect(days.ofAccount(99, now)).toEqual({ pnl: 0, fee: 0 });
  });

  test("ends by whole minutes after 24 hours", () => {
    const days = new AccountDays();
    days.add(fill({}));
    expect(days.ofAccount(5, START + DAY_MS)).toEqual({ pnl: 0, fee: 10 });
    expect(days.ofAccount(5, START + DAY_MS + MINUTE_MS)).toEqual({ pnl: 0, fee: 0 });
  });

  test("is forgotten when an account stops trading", () => {
    const days = new AccountDays();
    days.add(fill({}));
    days.add(fill({ account: 6, at: START + DAY_MS }));
    days.sweep(START + DAY_MS + MINUTE_MS);
    expect(days.size).toBe(1);
    expect(days.ofAccount(6, START + DAY_MS + MINUTE_MS).fee).toBe(10);
  });
});
