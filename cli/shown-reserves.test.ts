// A venue's assets and liabilities as lines on a terminal.

import { expect, test } from "bun:test";
import { linesOfReserves } from "./shown-reserves.ts";

type Reserves = Parameters<typeof linesOfReserves>[0];

const treasury = (changes: Partial<Reserves["rows"][number]> = {}): Reserves["rows"][number] => ({
  ...{ place: "treasury", chain_id: 1, address: "0xaa", token: "USDT", token_address: "0xbb", balance: 90 },
  ...{ block: 7, uncredited: 0, price: 1, value: 90, cap: 250_000, stop: null, ...changes },
});
const linesOf = (changes: Partial<Reserves>) =>
  linesOfReserves({ assets: 1_320.5, liabilities: 1_320.5, shortfall: 0, updated_time: 1, rows: [], ...changes });

test("each treasury has a line, and the total has one", () => {
  const stop = "USDT is off its peg: within 0.5 % of one USDC; now 0.9";
  const rows = [
    treasury({ place: "vault" }),
    treasury(),
    treasury({ uncredited: 30, price: 0.9, stop }),
    treasury({ balance: null, price: null, value: null }),
  ];
  expect(linesOf({ rows })).toEqual([
    "treasury   90 of at most 250000 USDT on chain 1",
    `treasury   90 of at most 250000 USDT on chain 1, 30 of it not credited, at 0.9 USDC: ${stop}`,
    "treasury   USDT on chain 1: not looked at yet",
    "all        holds 1320.5 USDC in vault and treasuries, owes 1320.5 USDC to all accounts: all of it is there",
  ]);
});

test("a shortfall stands out, and unknown assets are shown as unknown", () => {
  expect(linesOf({ assets: 20, liabilities: 25, shortfall: 5 })).toEqual([
    "all        holds 20 USDC in vault and treasuries, owes 25 USDC to all accounts, 5 USDC LESS THAN IS OWED",
  ]);
  expect(linesOf({ assets: null, shortfall: null })).toEqual([
    "all        holds an amount that is not fully known yet, owes 1320.5 USDC to all accounts",
  ]);
});
