// Settling profit: that of cross rows into the holding, that of isolated rows into their margin. Rules 4.5, 4.6, 9.4.

import { describe, expect, test } from "bun:test";
import { millis, priceE8, quantityE8 } from "../../base/units.ts";
import { CLEARING } from "../../memory/account/accounts.ts";
import { LiquidationWorld } from "../../testing/liquidation-world.ts";
import { listMarket, START } from "../../testing/setup.ts";
import { A, B, C, ONE, SmallExchange, shown, USDC } from "../../testing/small-exchange.ts";
import { defaultMarket } from "../../testing/vectors.ts";

const settle = (market: SmallExchange, account: number) =>
  market.apply({ type: "settle_pnl", at: START, account, nonce: 0 });

describe("settling", () => {
  /** A is long 2 from 150, and the mark has gone to 160: 20 up, less 0.18 of fee. */
  function profit(): SmallExchange {
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 2);
    market.pin(160);
    return market;
  }

  test("moves unsettled profit into the balance, and changes neither equity nor margin nor position", () => {
    const market = profit();
    const before = { margin: market.engine.margin(A), row: market.engine.position(A, 0, "CROSS") };
    const { ledger } = settle(market, A);
    const after = { margin: market.engine.margin(A), row: market.engine.position(A, 0, "CROSS") };
    expect(ledger.map(({ account, kind, amount, market }) => ({ account, kind, amount, market })) as object[]).toEqual([
      { account: A, kind: "settlement", amount: 19_820_000, market: 0 },
    ]);
    const { holding, unsettledPnl, withdrawable, ...rest } = after.margin;
    expect([holding - before.margin.holding, unsettledPnl] as number[]).toEqual([19_820_000, 0]);
    expect(withdrawable).toBeGreaterThan(before.margin.withdrawable);
    expect(before.margin).toMatchObject(rest);
    const { cost, unsettledPnl: _, settlePrice, updatedAt, version, ...same } = after.row;
    expect([updatedAt as number, version - before.row.version]).toEqual([market.engine.now, 1]);
    expect([cost - before.row.cost, settlePrice] as number[]).toEqual([19_820_000, 160_000]);
    expect(before.row).toMatchObject(same);
    market.engine.audit();
  });

  test("has CLEARING on the other side, whose equity is zero at any price", () => {
    const market = profit();
    settle(market, A);
    const clearing = market.engine.position(CLEARING, 0, "CROSS");
    expect([market.engine.margin(CLEARING).holding, clearing.cost, clearing.quantity] as number[]).toEqual([
      -19_820_000, -19_820_000, 0,
    ]);
    market.pin(155);
    market.engine.audit();
    settle(market, B);
    settle(market, A);
    market.engine.audit();
    // A's and B's PnL since 150; CLEARING owes the fees to the accounts that received them.
    expect(market.engine.margin(CLEARING).holding as number).toBe(-(10_000_000 - 180_000) + (10_000_000 + 90_000));
  });

  test("twice at one price moves nothing the second time", () => {
    const market = profit();
    settle(market, A);
    const { holding } = market.engine.margin(A);
    settle(market, A);
    expect(market.engine.margin(A).holding).toBe(holding);
  });

  test("pays out what a closed position left, symbols ascending, and nothing where no row is", () => {
    const market = new SmallExchange();
    market.apply(listMarket(defaultMarket("PERP_ARB_USDC"), ONE));
    const inArb = { market: 1, price: priceE8(ONE), quantity: quantityE8(100 * ONE) };
    market.rest(B, "SELL", 1, 100, inArb);
    market.rest(A, "BUY", 1, 100, inArb);
    market.trade(A, "BUY", B, 150, 1);
    market.trade(A, "SELL", C, 150, 1);
    expect(settle(market, A).ledger.map((entry) => [entry.market, entry.amount as number])).toEqual([
      [1, -60_000],
      [0, -180_000],
    ]);
    // The flat row has nothing more to settle; the open row settles an amount of 0.
    expect(settle(market, A).ledger.map((entry) => [entry.market, entry.amount as number])).toEqual([[1, 0]]);
  });

  test("is refused to a system account, and where collateral is negative", () => {
    const market = new SmallExchange();
    expect(shown(settle(market, CLEARING).rejection)).toEqual({
      code: -1006,
      message: "account does not exist",
      detail: {},
    });
    market.trade(A, "BUY", B, 150, 10_000);
    // Nothing is liquidated during maintenance.
    const [startAt, endAt] = [millis(START + 60_000), millis(START + 120_000)];
    market.apply({ type: "schedule_maintenance", at: START, startAt, endAt, message: "" });
    market.apply({ type: "tick", at: startAt });
    market.pin(30);
    expect(shown(settle(market, A).rejection)).toEqual({
      code: -1012,
      message: "the account's collateral is negative",
      detail: {},
    });
    expect(settle(market, B).code).toBeNull();
    market.engine.audit();
  });
});

describe("a settlement", () => {
  test("has an id, shows the amount per symbol, and is reported even when nothing was unsettled", () => {
    const market = new SmallExchange();
    market.trade(A, "BUY", B, 150, 2);
    market.pin(160);
    const first = settle(market, A);
    expect([first.created, first.funds] as unknown[]).toEqual([
      1,
      [
        {
          type: "settled",
          settlementId: 1,
          account: A,
          holdingBefore: 1_000_000 * USDC,
          holdingAfter: 1_000_000 * USDC + 19_820_000,
          symbols: [{ market: 0, amount: 19_820_000 }],
          at: market.engine.now,
        },
      ],
    ]);
    const empty = settle(market, C);
    expect([empty.created, empty.funds[0]] as unknown[]).toMatchObject([2, { account: C, symbols: [] }]);
  });

  test("with a nonce is accepted once, and uses the nonce up even if the settlement is refused", () => {
    const market = new SmallExchange();
    const withNonce = (nonce: number) => market.apply({ type: "settle_pnl", at: START, account: A, nonce }).code;
    const issue = () => market.apply({ type: "issue_nonce", at: START, account: A, kind: "settle" }).created;
    expect([withNonce(1), issue(), withNonce(1), withNonce(1), issue()]).toEqual([10, 1, null, 10, 2]);
    market.trade(A, "BUY", B, 150, 10_000);
    const [startAt, endAt] = [millis(START + 60_000), millis(START + 120_000)];
    market.apply({ type: "schedule_maintenance", at: START, startAt, endAt, message: "" });
    market.apply({ type: "tick", at: startAt });
    market.pin(30);
    expect([withNonce(2), withNonce(2)]).toEqual([-1012, 10]);
  });

  test("leaves an isolated row that is in liquidation as it is", () => {
    const world = new LiquidationWorld({ SOL: 150 });
    const user = world.user(10_000);
    world.open(user, "SOL", 1_000, 150_000, { marginMode: "ISOLATED", margin: 4_000 * USDC });
    world.pin({ SOL: 147 });
    const row = () => world.engine.position(user, 0, "ISOLATED");
    expect(world.engine.liquidations.offers().length).toBe(1);
    const before = row();
    expect(world.apply({ type: "settle_pnl", at: START, account: user, nonce: 0 }).rejection).toBeNull();
    expect(row()).toEqual(before);
  });

  test("leaves an isolated row that is flat, or has negative equity, as it is", () => {
    const market = new SmallExchange();
    for (const [account, side] of [
      [A, "BUY"],
      [C, "BUY"],
      [C, "SELL"],
    ] as const) {
      market.rest(B, side === "BUY" ? "SELL" : "BUY", 150, 2);
      market.rest(account, side, 150, 2, { marginMode: "ISOLATED" });
    }
    // Nothing is liquidated during maintenance.
    const [startAt, endAt] = [millis(START + 60_000), millis(START + 120_000)];
    market.apply({ type: "schedule_maintenance", at: START, startAt, endAt, message: "" });
    market.apply({ type: "tick", at: startAt });
    market.pin(130);
    for (const account of [A, C]) {
      const before = market.engine.position(account, 0, "ISOLATED");
      settle(market, account);
      expect(market.engine.position(account, 0, "ISOLATED")).toEqual(before);
    }
    market.engine.audit();
  });

  test("of an isolated row stays in its margin", () => {
    const market = new SmallExchange();
    const isolated = { marginMode: "ISOLATED" } as const;
    market.rest(B, "SELL", 150, 2);
    market.rest(A, "BUY", 150, 2, isolated);
    market.pin(160);
    const before = market.engine.position(A, 0, "ISOLATED");
    const { holding } = market.engine.margin(A);
    const { funds } = settle(market, A);
    const after = market.engine.position(A, 0, "ISOLATED");
    expect(funds[0] as object).toMatchObject({ symbols: [] });
    expect(market.engine.margin(A).holding).toBe(holding);
    expect([after.margin - before.margin, after.unsettledPnl, after.settlePrice] as number[]).toEqual([
      19_820_000, 0, 160_000,
    ]);
    // A loss, too, as far as the margin covers it.
    market.pin(140);
    settle(market, A);
    expect(market.engine.position(A, 0, "ISOLATED").margin - after.margin).toBe(-40 * USDC);
    market.engine.audit();
  });
});
