// Sub-accounts. Rules 9.1, 9.6.

import { describe, expect, test } from "bun:test";
import { micros } from "../../base/units.ts";
import type { AddSubAccount } from "../../language/commands/commands.ts";
import { Engine } from "../../run/engine.ts";
import { wordsOf } from "../../testing/refusal-codes.ts";
import { START } from "../../testing/setup.ts";
import { A, B, C, SmallExchange, USDC } from "../../testing/small-exchange.ts";

const at = START;
const add = (account: number, number: number, more: Partial<AddSubAccount> = {}): AddSubAccount => ({
  type: "add_sub_account",
  at,
  account,
  number,
  accountId: `0xsub${account}of${number}`,
  description: `number ${number}`,
  ...more,
});

describe("a sub-account", () => {
  test("belongs to its main account, is found by its id, and is not listed as the wallet's own account", () => {
    const market = new SmallExchange();
    const { created: sub } = market.apply(add(A, 1));
    const main = market.engine.account(A);
    expect(market.engine.account(sub)).toMatchObject({
      accountId: `0xsub${A}of1`,
      wallet: main.wallet,
      brokerId: "builder",
      mainAccount: A,
      description: "number 1",
      userId: 5,
    });
    expect(market.engine.findAccount(`0xSUB${A}OF1`)).toBe(sub);
    expect([
      market.engine.subAccounts(A),
      market.engine.subAccounts(sub),
      market.engine.accountsOfWallet(main.wallet),
    ]).toEqual([[sub], [], [A]]);
  });

  test("trades with its own money, and never with its owner's other accounts", () => {
    const market = new SmallExchange();
    const [one, two] = [market.apply(add(A, 1)).created, market.apply(add(A, 2)).created];
    expect(market.order(one, "BUY", "LIMIT", 150, 1).code).toBe(-1101);
    const receivers = [one, two].map((account) => ({ account, amount: micros(1_000 * USDC) }));
    market.apply({ type: "transfer_funds", at, account: A, receivers, nonce: 0 });
    const resting = market.rest(A, "SELL", 150, 1);
    market.rest(one, "SELL", 150, 1);
    market.rest(B, "SELL", 150, 1);
    const { orders, trades } = market.order(two, "BUY", "LIMIT", 150, 1);
    expect(orders.filter((each) => each.reason === "SELF_TRADE").map((each) => each.account)).toEqual([A, one]);
    expect([trades.length, trades[0]!.makerAccount]).toEqual([1, B]);
    expect(market.engine.findOrder(resting)).toBeUndefined();
    market.engine.audit();
  });

  test("is one of ten at most, numbered consecutively", () => {
    const market = new SmallExchange();
    const codeOf = (command: AddSubAccount) => market.apply(command).code;
    expect([codeOf(add(A, 2)), codeOf(add(A, 0))]).toEqual([-1005, -1005]);
    for (let number = 1; number <= 10; number++) {
      expect(wordsOf(market.apply(add(A, number + 1)).rejection)).toBe(`the next sub-account is ${number}`);
      expect(codeOf(add(A, number))).toBeNull();
    }
    expect(codeOf(add(A, 11))).toBe(-1012);
    expect(wordsOf(market.apply(add(B, 3)).rejection)).toBe("the next sub-account is 1");
    expect(codeOf(add(B, 1, { accountId: `0xsub${A}of1` }))).toBe(-1007);
    expect(codeOf(add(B, 1, { description: "x".repeat(65) }))).toBe(-1005);
    expect(codeOf(add(market.engine.subAccounts(A)[0]!, 1))).toBe(-1012);
    expect(codeOf(add(0, 1))).toBe(-1006);
    // The other owner counts from one.
    expect(codeOf(add(B, 1))).toBeNull();
  });

  test("is described by its main account only", () => {
    const market = new SmallExchange();
    const { created: sub } = market.apply(add(A, 1));
    const describeAs = (account: number, subAccount: number, description: string) =>
      market.apply({ type: "describe_sub_account", at, account, subAccount, description }).code;
    expect(describeAs(A, sub, "hedges")).toBeNull();
    expect(market.engine.account(sub).description).toBe("hedges");
    expect([describeAs(B, sub, "x"), describeAs(A, A, "x"), describeAs(A, 999, "x")]).toEqual([-1006, -1006, -1006]);
    expect(describeAs(A, sub, "x".repeat(65))).toBe(-1005);
  });

  test("survives a restart, with those of other owners in between", () => {
    const market = new SmallExchange();
    for (const command of [add(A, 1), add(B, 1), add(A, 2)]) market.apply(command);
    market.apply({ type: "set_delegate_signer", at, account: C, signer: `0x${"c".repeat(40)}` });
    const restored = Engine.restore(market.engine.snapshot());
    expect(restored.stateHash()).toBe(market.engine.stateHash());
    for (const account of [A, B, C]) {
      expect(restored.subAccounts(account)).toEqual(market.engine.subAccounts(account));
      expect(restored.account(account)).toEqual(market.engine.account(account));
    }
    expect(restored.fees.broker(0).firstAccount).toBe(A);
  });
});
