// Decisions about deposits by transfer, case by case.

import { describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { type Hex, pad } from "viem";
import { HELD_BACK } from "../reserves/tokens/held-back.ts";
import { decide, type Known } from "./decisions.ts";
import type { Movement } from "./movements.ts";
import { balanceName, depositsIn } from "./receiver-deposits.ts";
import { moneyOf } from "./token-amount.ts";

const token = { symbol: "USDC", address: pad("0xcc", { size: 20 }), decimals: 6 };
const CHAIN = { chainId: 1, factory: pad("0xfa"), treasury: pad("0xee"), tokens: [token], confirmations: 10 };
const [T1, T2]: readonly Hex[] = [pad("0x01"), pad("0x02")] as const;
const came = (usdc: number, block: number, changes: Partial<Movement> = {}): Movement => ({
  ...{ kind: "in", account: 7, token, value: BigInt(usdc * 1e6), transaction: T1!, nth: 0, block, index: 3 },
  ...changes,
});
const went = (usdc: number, block: number): Movement => came(usdc, block, { kind: "out", transaction: T2! });
const NOTHING: Known = { isCredited: () => false, pendingDeposit: () => undefined, isParked: () => false };

const decided = (
  movements: readonly Movement[],
  safe: number,
  changes: {
    known?: Partial<Known>;
    trouble?: string;
    objection?: (symbol: string, later: bigint) => string | null;
  } = {},
) =>
  decide(1, {
    deposits: depositsIn(CHAIN, movements),
    safe,
    known: { ...NOTHING, ...changes.known },
    troubles: new Map(changes.trouble === undefined ? [] : [["7.USDC", changes.trouble]]),
    objection: changes.objection ?? (() => null),
    accountId: String,
  });
const acts = (...of: Parameters<typeof decided>) => {
  const { commands, sweeps } = decided(...of);
  return [
    ...commands.map((command) => ("state" in command ? command.state : command.type)),
    ...sweeps.map(balanceName),
  ];
};
const pending = (state: "PENDING" | "PROCESSED"): Partial<Known> => {
  const [deposit] = depositsIn(CHAIN, [came(9, 20)]);
  const { key, reference, account, amount, transaction } = deposit!;
  const source = "receiver" as const;
  const view = { key, reference, account, amount, transaction, source, chainId: 1, state, createdAt: 0 };
  return { pendingDeposit: () => view as unknown as ReturnType<Known["pendingDeposit"]> };
};

describe("a deposit by transfer", () => {
  test("is shown when seen, swept when final, shown as swept, and credited when the sweep is final", () => {
    expect(acts([came(9, 20)], 19)).toEqual(["PENDING"]);
    expect(acts([came(9, 20)], 19, { known: pending("PENDING") })).toEqual([]);
    expect(acts([came(9, 20)], 20, { known: pending("PENDING") })).toEqual(["7.USDC"]);
    expect(acts([came(9, 20), went(9, 25)], 24, { known: pending("PENDING") })).toEqual(["PROCESSED"]);
    expect(acts([came(9, 20), went(9, 25)], 24, { known: pending("PROCESSED") })).toEqual([]);
    expect(acts([came(9, 20), went(9, 25)], 25, { known: pending("PROCESSED") })).toEqual(["credit_deposit"]);
    expect(acts([came(9, 20), went(9, 25)], 25)).toEqual(["credit_deposit"]);
    expect(acts([came(9, 20), went(9, 25)], 25, { known: { isCredited: () => true } })).toEqual([]);
  });

  test("whose sweep was in a block that was replaced waits for another sweep", () => {
    expect(acts([came(9, 20)], 20, { known: pending("PROCESSED") })).toEqual(["PENDING", "7.USDC"]);
  });

  test("that can't be swept is shown as failed until it can be", () => {
    expect(acts([came(9, 20)], 20, { known: pending("PENDING"), trouble: "no" })).toEqual(["drop_deposit", "7.USDC"]);
    expect(acts([came(9, 20)], 20, { trouble: "no" })).toEqual(["7.USDC"]);
    expect(acts([came(9, 20), went(9, 25)], 24, { trouble: "no" })).toEqual(["PROCESSED"]);
  });

  test("is not counted as swept by a sweep before it", () => {
    expect(acts([went(9, 19), came(9, 20)], 30)).toEqual(["PENDING", "7.USDC"]);
  });

  test("that reached the treasury short is kept for the operator", () => {
    const short = [came(9, 20), went(8.999999, 25)];
    expect(acts(short, 24)).toEqual(["PROCESSED"]);
    expect(acts(short, 25, { known: pending("PROCESSED") })).toEqual(["drop_deposit", "park_deposit"]);
    expect(acts(short, 25, { known: { isParked: () => true } })).toEqual([]);
  });

  test("that reached the treasury and may not be credited is kept with the reason, which its client sees as well", () => {
    const swept = [came(9, 20), went(9, 25)];
    const objection = () => HELD_BACK.off;
    expect(acts(swept, 24, { objection })).toEqual(["PROCESSED"]);
    expect(acts(swept, 25, { objection, known: pending("PROCESSED") })).toEqual(["drop_deposit", "park_deposit"]);
    const { commands } = decided(swept, 25, { objection });
    const [shown, dropped, parked] = commands as readonly { type: string; reason?: string; state?: string }[];
    expect(commands.length).toBe(3);
    expect(shown?.state).toBe("PROCESSED");
    expect([dropped?.reason, parked?.reason]).toEqual([HELD_BACK.off, HELD_BACK.off]);
    expect(parked).toMatchObject({ type: "park_deposit", amount: 9e6, accountId: "7" });
    expect(acts(swept, 25, { objection, known: { isParked: () => true } })).toEqual([]);
  });

  test("whose token has no price for a moment waits, shown unchanged", () => {
    const swept = [came(9, 20), went(9, 25)];
    expect(acts(swept, 25, { objection: () => "waits" })).toEqual(["PROCESSED"]);
    expect(acts(swept, 25, { objection: () => "waits", known: pending("PROCESSED") })).toEqual([]);
  });

  test("is judged with later swept deposits of its token, not with those credited or still at an address", () => {
    const requests: [string, bigint][] = [];
    const objection = (symbol: string, later: bigint) => {
      requests.push([symbol, later]);
      return null;
    };
    const usdt = { symbol: "USDT", address: pad("0xdd", { size: 20 }), decimals: 6 };
    const second = came(20, 21, { transaction: T2! });
    const movements = [came(9, 20), second, came(7, 22, { token: usdt }), went(29, 25), went(7, 25), came(50, 26)];
    decided(movements.with(4, { ...went(7, 25), token: usdt }), 25, { objection });
    expect(requests).toEqual([
      ["USDC", 20_000_000n],
      ["USDC", 0n],
      ["USDT", 0n],
    ]);
    requests.length = 0;
    const isCredited = (reference: string) => reference.includes(T2!);
    decided([came(9, 20), second, went(29, 25)], 25, { objection, known: { isCredited } });
    expect(requests).toEqual([["USDC", 0n]]);
  });

  test("that moved to another place in another block is shown there before it is credited", () => {
    const moved = [came(9, 21, { index: 4 }), went(9, 25)];
    expect(acts(moved, 25, { known: pending("PENDING") })).toEqual(["PROCESSED", "credit_deposit"]);
    const [, credit] = decided(moved, 25, { known: pending("PENDING") }).commands;
    expect(credit).toMatchObject({ reference: `receiver:1:${T1}:4:USDC`, amount: 9e6 });
  });

  test("has to be of 5 tokens on its own, and no more than a balance can hold", () => {
    expect(acts([came(4.999999, 20), came(4.999999, 21)], 30)).toEqual([]);
    expect(acts([came(5, 20)], 10)).toEqual(["PENDING"]);
    expect(acts([came(0, 20, { value: 2n ** 255n })], 30)).toEqual([]);
  });
});

test("amounts of tokens with any decimals become money, rounded down", () => {
  expect(moneyOf(5_000_000_999_999_999_999n, 18)).toBe(micros(5_000_000));
  expect(moneyOf(1_234_567n, 6)).toBe(micros(1_234_567));
  expect(moneyOf(512n, 2)).toBe(micros(5_120_000));
  expect(moneyOf(7n, 0)).toBe(micros(7_000_000));
  expect(moneyOf(BigInt(Number.MAX_SAFE_INTEGER) + 1n, 6)).toBeUndefined();
});
