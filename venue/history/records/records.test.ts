// What algo orders, funding, liquidations and movements of money leave in history, and how it is read back.

import { expect, test } from "bun:test";
import {
  type AlgoOrderView,
  type AlgoReport,
  type FundsEvent,
  type LiquidationEvent,
  lots,
  micros,
  millis,
  ratioE10,
  ticks,
} from "@evermark/engine";
import { inEveryDatabase } from "../testing/databases.ts";
import { tapeEngine } from "../testing/event-tape.ts";
import { historyQueries } from "../thread/history-queries.ts";
import { Projector } from "./projector.ts";

const at = (second: number) => millis(1_700_000_000_000 + second * 1_000);
const newest = { page: 1, size: 10 };

inEveryDatabase((fresh) => {
  function projected(feed: (projector: Projector) => void) {
    const tables = fresh();
    const projector = new Projector(tables, tapeEngine);
    projector.begin();
    feed(projector);
    projector.commit({ position: 1, checksum: "" });
    return historyQueries(tables);
  }

  function algoOrder(fields: Partial<AlgoOrderView>): AlgoOrderView {
    return {
      algoOrderId: 1,
      parentAlgoOrderId: 0,
      rootAlgoOrderId: 1,
      account: 5,
      market: 0,
      marginMode: "CROSS",
      algoType: "TP_SL",
      side: "SELL",
      orderType: "",
      clientOrderId: "",
      tag: "",
      reduceOnly: true,
      visible: true,
      quantity: lots(3),
      price: ticks(0),
      triggerPrice: ticks(0),
      activatedPrice: ticks(0),
      callbackRate: 0,
      callbackValue: ticks(0),
      extremePrice: ticks(0),
      isActivated: true,
      isTriggered: false,
      triggerStatus: null,
      triggerTradePrice: ticks(0),
      triggerTime: millis(0),
      status: "NEW",
      rootStatus: "NEW",
      orderId: 0,
      executed: lots(0),
      executedNotional: micros(0),
      totalFee: micros(0),
      totalRealizedPnl: micros(0),
      createdAt: at(1),
      updatedAt: at(1),
      children: [],
      ...fields,
    };
  }

  function report(order: AlgoOrderView, root: AlgoOrderView): AlgoReport {
    return { account: 5, order, root, cause: "new", reason: "", execution: null, at: order.updatedAt, seq: 1 };
  }

  test("a tree of algo orders is returned whole, in its latest state, and each leg can be listed", () => {
    const root = algoOrder({ clientOrderId: "mine" });
    const profit = algoOrder({ algoOrderId: 2, parentAlgoOrderId: 1, algoType: "TAKE_PROFIT", orderType: "MARKET" });
    const loss = algoOrder({ algoOrderId: 3, parentAlgoOrderId: 1, algoType: "STOP_LOSS", orderType: "MARKET" });
    const history = projected((projector) => {
      for (const order of [root, profit, loss]) projector.algo(report(order, root));
      const fired = { ...profit, isTriggered: true, status: "FILLED" as const, updatedAt: at(9) };
      projector.algo(report(fired, { ...root, status: "FILLED" }));
      projector.algo(report({ ...loss, status: "CANCELLED" }, { ...root, status: "FILLED" }));
    });

    const tree = history.algoOrder(5, 1);
    expect(tree?.children.map(({ algoOrderId, status, rootStatus }) => [algoOrderId, status, rootStatus])).toEqual([
      [2, "FILLED", "FILLED"],
      [3, "CANCELLED", "FILLED"],
    ]);
    expect(history.algoOrderByClientId(5, "mine")).toEqual(tree);
    expect(history.algoOrders({ account: 5, ...newest }).rows).toEqual([tree!]);
    const legs = history.algoOrders({ account: 5, algoType: "TAKE_PROFIT", isTriggered: true, ...newest });
    expect([legs.total, legs.rows[0]?.algoOrderId, legs.rows[0]?.rootStatus]).toEqual([1, 2, "FILLED"]);
    expect(history.algoOrders({ account: 5, statuses: ["NEW"], ...newest }).total).toBe(0);
    expect(history.algoOrder(6, 1)).toBeUndefined();
  });

  test("a funding payment is accrued until its account settles, and enters the day's result", () => {
    const rate = { market: 0, rate: ratioE10(100), mark: ticks(50) };
    const paid = {
      type: "paid",
      account: 5,
      marginMode: "CROSS",
      quantity: lots(-3),
      fee: micros(7),
      ...rate,
    } as const;
    const history = projected((projector) => {
      projector.funding({ type: "applied", sumUnitaryFunding: 1n, at: at(1), ...rate });
      projector.funding({ ...paid, at: at(1) });
      projector.funding({ ...paid, account: 6, fee: micros(-7), at: at(1) });
      projector.funds({ ...settlement, at: at(2) });
      projector.funding({ ...paid, at: at(3) });
    });
    const rates = history.fundingRates({ market: 0, ...newest }).rows;
    expect(rates).toEqual([{ market: 0, at: at(1), rate: 100, mark: 50, nextAt: null }]);
    expect(history.fundingRatesSince(at(2))).toEqual([]);
    expect(history.fundingPayments({ account: 5, ...newest }).rows.map((row) => [row.at, row.settledAt])).toEqual([
      [at(3), 0],
      [at(1), at(2)],
    ]);
    expect(history.fundingPayments({ account: 6, market: 0, ...newest }).rows[0]).toMatchObject({
      fee: -7,
      settledAt: 0,
    });
    const sums = history
      .runningFigures({ markets: 1, tradesMax: 1, candlesSince: 0, daySince: 0, priceTimes: [] })
      .accountMinutes.filter(({ account }) => account === 5);
    expect(sums.reduce((cost, sum) => cost + sum.cost, 0)).toBe(14);
    expect(sums.map(({ quantity, fee }) => quantity + fee)).toEqual(sums.map(() => 0));
  });

  test("a deposit is one record in all its states, and a second one when it comes again", () => {
    const onChain = { key: "196:0xa:0", chainId: 196, transaction: "0xa", source: "chain" } as const;
    const seen = { type: "deposit", ...onChain, account: 5, amount: micros(9), reason: "" } as const;
    const given = { ...seen, key: "", chainId: 0, transaction: "", source: "faucet", reference: "faucet:5:1" } as const;
    const withdrawal = { type: "withdrawal", account: 5, amount: micros(4), fee: micros(1), chainId: 196 } as const;
    const request = {
      withdrawalId: 1,
      receiver: "0xab",
      transaction: "",
      reason: "",
      createdAt: at(4),
      at: at(4),
    } as const;
    const history = projected((projector) => {
      projector.funds({ ...given, state: "COMPLETED", createdAt: at(1), at: at(1) });
      projector.funds({ ...seen, reference: "deposit:1", state: "PENDING", createdAt: at(2), at: at(2) });
      projector.funds({
        ...seen,
        reference: "deposit:1",
        state: "FAILED",
        reason: "gone",
        createdAt: at(2),
        at: at(3),
      });
      projector.funds({ ...withdrawal, ...request, state: "PENDING" });
      projector.funds({ ...seen, reference: "deposit:2", state: "PENDING", createdAt: at(5), at: at(5) });
      projector.funds({
        ...seen,
        account: 6,
        key: "196:0xb:0",
        reference: "deposit:3",
        state: "PENDING",
        createdAt: at(6),
        at: at(6),
      });
      projector.funds({ ...seen, reference: "deposit:2", state: "PROCESSED", createdAt: at(5), at: at(7) });
      projector.funds({
        ...seen,
        reference: "deposit:3",
        amount: micros(8),
        state: "COMPLETED",
        createdAt: at(5),
        at: at(8),
      });
    });
    const list = (more: object = {}) => history.assets({ account: 5, ...newest, ...more });
    const { rows, total } = list();
    expect([total, rows.map((row) => [row.side, row.state, row.amount, row.createdAt, row.updatedAt])]).toEqual([
      4,
      [
        ["DEPOSIT", "COMPLETED", 8, at(5), at(8)],
        ["WITHDRAW", "PENDING", 4, at(4), at(4)],
        ["DEPOSIT", "FAILED", 9, at(2), at(3)],
        ["DEPOSIT", "COMPLETED", 9, at(1), at(1)],
      ],
    ]);
    expect(rows[0]).toMatchObject({ chainKey: "196:0xa:0", reference: "deposit:3", transaction: "0xa", chainId: 196 });
    const paged = [1, 2].flatMap((page) => list({ page, size: 3 }).rows);
    expect([paged, list({ page: 1, size: 3 }).total]).toEqual([rows, 4]);
    expect(list({ side: "DEPOSIT", states: ["COMPLETED"] }).rows.map(({ createdAt }) => createdAt)).toEqual([
      at(5),
      at(1),
    ] as never);
    expect([list({ side: "WITHDRAW" }).total, list({ startTime: at(5) }).total, list({ states: [] }).total]).toEqual([
      1, 1, 0,
    ]);
    expect(history.assets({ account: 6, ...newest }).rows).toMatchObject([{ state: "PENDING" }]);
  });

  const settlement = {
    type: "settled",
    settlementId: 4,
    account: 5,
    holdingBefore: micros(10),
    holdingAfter: micros(17),
    symbols: [{ market: 0, amount: micros(7) }],
    at: at(2),
  } as const satisfies FundsEvent;

  test("settlements, transfers, withdrawals and distributions are listed for their accounts", () => {
    const withdrawal = {
      type: "withdrawal",
      withdrawalId: 1,
      account: 5,
      amount: micros(9),
      fee: micros(1),
      chainId: 196,
      receiver: "0xab",
      transaction: "",
      reason: "",
      createdAt: at(1),
    } as const;
    const history = projected((projector) => {
      projector.funds(settlement);
      projector.funds({
        type: "transferred",
        transferId: 1,
        requestId: 1,
        from: 5,
        to: 6,
        amount: micros(3),
        at: at(3),
      });
      projector.funds({ ...withdrawal, state: "PENDING", at: at(1) });
      projector.funds({ ...withdrawal, state: "COMPLETED", transaction: "0x1", at: at(8) });
      projector.funds({
        type: "distributed",
        distributionId: 1,
        account: 6,
        kind: "REFEREE_REBATE",
        amount: micros(2),
        at: at(4),
      });
    });
    expect(history.settlements({ account: 5, ...newest }).rows).toEqual([
      {
        settlementId: 4,
        account: 5,
        holdingBefore: 10,
        holdingAfter: 17,
        symbols: [{ market: 0, amount: micros(7) }],
        at: at(2),
      },
    ]);
    const sent = { transferId: 1, requestId: 1, from: 5, to: 6, amount: 3, at: at(3) };
    expect(history.transfers({ account: 5, side: "OUT", ...newest }).rows).toEqual([sent]);
    expect(history.transfers({ account: 6, side: "IN", others: [5], ...newest }).rows).toEqual([sent]);
    expect(history.transfers({ account: 6, side: "IN", others: [7], ...newest }).total).toBe(0);
    expect(history.assets({ account: 5, ...newest }).rows).toMatchObject([
      { side: "WITHDRAW", id: 1, state: "COMPLETED", transaction: "0x1", createdAt: at(1), updatedAt: at(8) },
    ]);
    expect(history.distributions({ accounts: [6], kinds: ["REFEREE_REBATE"], ...newest }).total).toBe(1);
    expect(history.distributions({ accounts: [6], kinds: ["BROKER_FEE"], ...newest }).total).toBe(0);
  });

  test("a liquidation is found by either side, by its number and by each of its markets", () => {
    const transferred: LiquidationEvent = {
      type: "transferred",
      liquidationId: 41,
      kind: "liquidated",
      account: 5,
      marginMode: "CROSS",
      market: -1,
      taker: 6,
      assigned: false,
      amount: micros(0),
      marginRatioE8: 3,
      maintenance: micros(4),
      notional: micros(100),
      collateral: micros(3),
      positions: [
        {
          market: 2,
          marginMode: "CROSS",
          quantity: lots(8),
          totalQuantity: lots(9),
          price: ticks(50),
          costTransfer: micros(400),
          liquidatorFeeRate: ratioE10(1),
          insuranceFeeRate: ratioE10(1),
          liquidatorFee: micros(1),
          insuranceFee: micros(1),
          realizedPnl: micros(-5),
        },
      ],
      at: at(5),
    };
    const history = projected((projector) => projector.liquidation(transferred));
    const row = { transferId: 1, ...transferred };
    for (const filter of [
      { account: 5 },
      { taker: 6 },
      { market: 2 },
      { liquidationId: 41 },
      { kinds: ["liquidated"] as const },
    ]) {
      expect(history.liquidations({ ...filter, ...newest }).rows).toEqual([row]);
    }
    for (const filter of [{ account: 6 }, { taker: 5 }, { market: 0 }, { kinds: ["adl"] as const }]) {
      expect(history.liquidations({ ...filter, ...newest }).total).toBe(0);
    }
  });

  test("a takeover of nothing but a debt is found by the account that owed it, and belongs to no market", () => {
    const debt: LiquidationEvent = {
      type: "transferred",
      liquidationId: 42,
      kind: "takeover",
      account: 5,
      marginMode: "CROSS",
      market: -1,
      taker: 0,
      assigned: true,
      amount: micros(-95),
      marginRatioE8: 1_000_000_000,
      maintenance: micros(0),
      notional: micros(0),
      collateral: micros(-95),
      positions: [],
      at: at(5),
    };
    const history = projected((projector) => projector.liquidation(debt));
    expect(history.liquidations({ account: 5, ...newest }).rows).toEqual([{ transferId: 1, ...debt }]);
    expect(history.liquidations({ account: 5, market: 0, ...newest }).total).toBe(0);
  });
});
