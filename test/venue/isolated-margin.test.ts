// Isolated positions from outside: adding and removing margin, closing, flipping, and liquidation, with the figures of
// rules 12.4 and with frames compared to REST. Rules 5.7 to 5.9 and 7.9.

import { expect, test } from "bun:test";
import { expectRefusal, expectSuccess, type Refusal } from "./outside/expected-refusal.ts";
import { balanceOf, ETH, isolated, isolatedSetup, moveMargin, orderOf, SOL } from "./outside/isolated-setup.ts";
import type { Row } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { type Frame, OutsideStream } from "./outside/outside-stream.ts";
import { fillOf, holdingOf, limitOrder, positionOf } from "./outside/outside-trading.ts";
import { accepted, newTrader } from "./outside/trader.ts";

const setup = isolatedSetup();

/** Every field of a position frame with its name in REST; "" where REST has no such field. */
const POSITION_FIELDS: Readonly<Record<string, string>> = {
  symbol: "symbol",
  positionQty: "position_qty",
  costPosition: "cost_position",
  lastSumUnitaryFunding: "last_sum_unitary_funding",
  sumUnitaryFundingVersion: "",
  pendingLongQty: "pending_long_qty",
  pendingShortQty: "pending_short_qty",
  settlePrice: "settle_price",
  averageOpenPrice: "average_open_price",
  unsettledPnl: "unsettled_pnl",
  pnl24H: "pnl_24_h",
  fee24H: "fee_24_h",
  markPrice: "mark_price",
  estLiqPrice: "est_liq_price",
  version: "",
  imrwithOrders: "IMR_withdraw_orders",
  mmrwithOrders: "MMR_with_orders",
  mmr: "mmr",
  imr: "imr",
  seq: "",
  timestamp: "timestamp",
  updated_time: "updated_time",
  leverage: "leverage",
  marginMode: "margin_mode",
  margin: "margin",
};

/** Expects a position's frame to agree with its REST row. */
function expectSamePosition(frame: Frame, row: Row): void {
  const { positions } = frame.data as { readonly positions: readonly Row[] };
  expect(positions).toHaveLength(1);
  const shown = positions[0]!;
  expect(Object.keys(shown).sort()).toEqual(Object.keys(POSITION_FIELDS).sort());
  for (const [field, name] of Object.entries(POSITION_FIELDS)) {
    // A liquidation price that does not exist is 0 in frames and null in REST.
    if (name !== "") expect({ [field]: shown[field] }).toEqual({ [field]: row[name] ?? 0 });
  }
}

function expectSameBalance(frame: Frame, holding: Row): void {
  expect(frame.data).toMatchObject({
    balances: {
      USDC: {
        holding: holding.holding,
        frozen: holding.frozen,
        isolatedMargin: holding.isolated_margin,
        isolatedOrderFrozen: holding.isolated_order_frozen,
        markPrice: 1,
      },
    },
  });
}

test("rules 12.4: an isolated position from its order to its liquidation, and what the streams report of it", async () => {
  const trader = await setup.trader();
  const stream = await OutsideStream.openPrivate(setup.venue, trader);
  await stream.subscribe("position");
  await stream.subscribe("balance");
  const steps = new Map<string, number>();
  /** The frames of a topic that arrived since the last call; there is at least one. */
  const news = async (topic: string): Promise<Frame[]> => {
    const seen = steps.get(topic) ?? 0;
    const frames = (await stream.take(topic, seen + 1)).slice(seen);
    steps.set(topic, seen + frames.length);
    return frames;
  };
  const expectReported = async (): Promise<void> => {
    expectSamePosition((await news("position")).at(-1)!, await positionOf(trader, ETH, "ISOLATED"));
    expectSameBalance((await news("balance")).at(-1)!, await holdingOf(trader));
  };

  const { order_id } = await orderOf(trader, isolated("BUY", 10, 3_000));
  expect(await balanceOf(trader)).toEqual([10_000, 0, 1_518]);
  await expectReported();
  accepted(await trader.delete(`/v1/order?symbol=${ETH}&order_id=${order_id}`));
  expect(await balanceOf(trader)).toEqual([10_000, 0, 0]);
  await expectReported();

  await fillOf(setup.maker, trader, isolated("BUY", 10, 3_000));
  await expectReported();
  expect(await balanceOf(trader)).toEqual([8_482, 1_518, 0]);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({
    position_qty: 10,
    cost_position: 30_018,
    average_open_price: 3_000,
    unsettled_pnl: -18,
    margin: 1_518,
    leverage: 20,
    margin_mode: "ISOLATED",
    imr: 0.05,
    mmr: 0.006,
    est_liq_price: 2_867.20321932,
    fee_24_h: 18,
    pnl_24_h: -18,
  });
  expectRefusal(await moveMargin(trader, "REDUCE", "0.000001"), [400, -1101]);

  expectSuccess(await moveMargin(trader, "ADD", "500"));
  await expectReported();
  expect(await balanceOf(trader)).toEqual([7_982, 2_018, 0]);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({ margin: 2_018, est_liq_price: 2_816.90140846 });
  expectRefusal(await moveMargin(trader, "REDUCE", "500.000001"), [400, -1101]);

  await setPrice(setup.venue.url, ETH, 3_060);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({
    mark_price: 3_060,
    unsettled_pnl: 582,
    est_liq_price: 2_816.90140846,
  });
  expectRefusal(await moveMargin(trader, "REDUCE", "488.000001"), [400, -1101]);
  expectSuccess(await moveMargin(trader, "REDUCE", "400"));
  await expectReported();
  expect(await balanceOf(trader)).toEqual([8_382, 1_618, 0]);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({ est_liq_price: 2_857.14285715 });
  expectRefusal(await moveMargin(trader, "REDUCE", "88.000001"), [400, -1101]);

  await fillOf(setup.maker, trader, isolated("SELL", 4, 3_060));
  await expectReported();
  expect(await balanceOf(trader)).toEqual([9_254.656, 970.8, 0]);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({
    position_qty: 6,
    cost_position: 18_010.8,
    average_open_price: 3_000,
    unsettled_pnl: 349.2,
    margin: 970.8,
    est_liq_price: 2_857.14285715,
  });
  expect(accepted(await trader.get("/v1/trades?size=1")).data.rows).toMatchObject([
    { side: "SELL", fee: 7.344, realized_pnl: 240, margin_mode: "ISOLATED", margin_change_qty: -647.2 },
  ]);
  expectRefusal(await moveMargin(trader, "REDUCE", "52.800001"), [400, -1101]);
  // Isolated margin belongs to the account, but is no collateral for anything else.
  expect(accepted(await trader.get("/v1/positions")).data).toMatchObject({
    account_value: 9_254.656 + 970.8 + 349.2,
    total_collateral_value: 9_254.656,
    free_collateral: 9_254.656,
    margin_ratio: 10,
  });

  await setPrice(setup.venue.url, ETH, 2_857.15);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({ position_qty: 6, unsettled_pnl: -867.9 });
  expectSuccess(await moveMargin(trader, "ADD", "0.000001"));
  await expectReported();
  await setPrice(setup.venue.url, ETH, 2_857.14);
  // From here on the position waits to be taken over: its row is frozen, the rest of the account is not.
  expectRefusal(await moveMargin(trader, "ADD", "100"), [400, -1012]);
  expectRefusal(await trader.order(isolated("SELL", 1, 2_857)), [400, -1012]);
  await orderOf(trader, limitOrder(ETH, "BUY", 0.01, 2_500, { margin_mode: "CROSS" }));
  await advance(setup.venue.url, 11_000);
  await trader.synchronise();
  await setup.maker.synchronise();
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({ position_qty: 0, margin: 0, cost_position: 0 });
  // Nothing goes back to the balance, and the margin is gone.
  expect(await balanceOf(trader)).toEqual([9_254.655999, 0, 0]);
  expectSameBalance((await news("balance")).at(-1)!, await holdingOf(trader));
  stream.close();
});

const refusedMoves: readonly (readonly [string, Readonly<Record<string, unknown>>, Refusal])[] = [
  ["no symbol", { symbol: undefined }, [400, -1005, "symbol must not be blank"]],
  ["an unknown symbol", { symbol: "PERP_X_USDC" }, [400, -1005, "invalid symbol PERP_X_USDC"]],
  ["no amount", { amount: undefined }, [400, -1005, "amount must not be blank"]],
  ["an empty amount", { amount: "" }, [400, -1005, "amount must not be blank"]],
  ["an amount as a number", { amount: 5 }, [400, -1005]],
  ["an amount of 0", { amount: "0" }, [400, -1005]],
  ["a negative amount", { amount: "-1" }, [400, -1005]],
  ["an amount in words", { amount: "ten" }, [400, -1005]],
  ["an amount with a unit", { amount: "10 USDC" }, [400, -1005]],
  ["an amount of 7 decimals", { amount: "0.0000001" }, [400, -1005]],
  ["an amount beyond every balance", { amount: "99999999999999999999" }, [400, -1101]],
  ["no type", { type: undefined }, [400, -1005, "type must not be blank"]],
  ["a type in lower case", { type: "add" }, [400, -1005]],
  ["more than there is", { amount: "8482.000001" }, [400, -1101]],
  ["a symbol without a position", { symbol: SOL }, [400, -1006]],
];

/** The interface allows an account ten moves in a second. */
const MOVES_MAX = 10;

test("margin moves only into an isolated position, in an amount given as text, and only from free collateral", async () => {
  for (let from = 0; from < refusedMoves.length; from += MOVES_MAX) {
    const trader = await setup.trader();
    await fillOf(setup.maker, trader, isolated("BUY", 10, 3_000));
    for (const [, changes, refusal] of refusedMoves.slice(from, from + MOVES_MAX)) {
      const answer = await trader.post("/v1/position_margin", { symbol: ETH, amount: "1", type: "ADD", ...changes });
      expectRefusal(answer, refusal);
      const [field] = Object.keys(changes);
      if (refusal[1] === -1005) expect(answer.json.message).toContain(field!);
      if (refusal[1] === -1006) expect(answer.json.message).toContain(SOL);
    }
    expect(await balanceOf(trader)).toEqual([8_482, 1_518, 0]);
  }

  const cross = await newTrader(setup.venue.url);
  await fillOf(setup.maker, cross, limitOrder(ETH, "BUY", 1, 3_000));
  expectRefusal(await moveMargin(cross, "ADD", "1"), [400, -1006]);
  const reader = await newTrader(setup.venue.url, { scope: "read" });
  expectRefusal(await moveMargin(reader, "ADD", "1"), [401, -1002, "scope trading is required"]);
});

test("a sell order that would have closed, and now would open, is cancelled when there is not enough margin for it", async () => {
  const trader = await setup.trader();
  const stream = await OutsideStream.openPrivate(setup.venue, trader);
  await stream.subscribe("executionreport");
  await fillOf(setup.maker, trader, isolated("BUY", 60, 3_000));
  const { order_id } = await orderOf(trader, isolated("SELL", 60, 3_100));
  expect(await balanceOf(trader)).toEqual([892, 9_108, 0]);
  await setPrice(setup.venue.url, ETH, 2_900);
  await fillOf(setup.maker, trader, isolated("SELL", 60, 2_900, { reduce_only: true }));
  expect((await stream.next(({ data }) => data?.orderId === order_id && data.status !== "NEW")).data).toMatchObject({
    status: "CANCELLED",
    reason: "MARGIN",
    totalExecutedQuantity: 0,
    marginMode: "ISOLATED",
  });
  // 892 + 9,108 − 6,000 of loss − 108 and 104.4 of fees.
  expect(await balanceOf(trader)).toEqual([3_787.6, 0, 0]);
  expect(accepted(await trader.get("/v1/positions")).data.rows).toEqual([]);
  stream.close();
});

test("one order closes a position and opens the opposite one, each with its own margin", async () => {
  const trader = await setup.trader();
  await fillOf(setup.maker, trader, isolated("BUY", 2, 3_000));
  expect(await balanceOf(trader)).toEqual([9_696.4, 303.6, 0]);
  await setPrice(setup.venue.url, ETH, 3_060);
  await fillOf(setup.maker, trader, isolated("SELL", 5, 3_060));
  // Closed: 303.6 of margin + 120 of profit − 3.6 and 3.672 of fees come back. Opened: 3 × 3,060 × 5.06 % go.
  expect(await balanceOf(trader)).toEqual([9_648.22, 464.508, 0]);
  expect(await positionOf(trader, ETH, "ISOLATED")).toMatchObject({
    position_qty: -3,
    average_open_price: 3_060,
    cost_position: -9_174.492,
    unsettled_pnl: -5.508,
    margin: 464.508,
  });
  expect(accepted(await trader.get("/v1/trades?size=1")).data.rows).toMatchObject([
    { executed_quantity: 5, realized_pnl: 120, fee: 9.18 },
  ]);
  // And then closed: 10,000 + 120 − 3.6 − 9.18 − 5.508.
  await fillOf(setup.maker, trader, isolated("BUY", 3, 3_060, { reduce_only: true }));
  expect(await balanceOf(trader)).toEqual([10_101.712, 0, 0]);
});

test("a symbol can have a cross and an isolated position at the same time", async () => {
  const trader = await setup.trader();
  await fillOf(setup.maker, trader, isolated("BUY", 1, 3_000));
  expectRefusal(await trader.order(limitOrder(ETH, "SELL", 1, 3_000, { reduce_only: true })), [400, -1005]);
  await fillOf(setup.maker, trader, limitOrder(ETH, "SELL", 2, 3_000));
  const { rows } = accepted(await trader.get("/v1/positions")).data;
  expect(rows!.map((row) => [row.margin_mode, row.position_qty, row.leverage, row.margin])).toEqual([
    ["CROSS", -2, 10, 0],
    ["ISOLATED", 1, 20, 151.8],
  ]);
  const lite = accepted(await trader.get("/v1/positions_lite")).data.rows!;
  expect(lite.map((row) => [row.margin_mode, row.position_qty])).toEqual([
    ["CROSS", -2],
    ["ISOLATED", 1],
  ]);
  // A reduce-only order counts only the position of its own margin mode.
  expectRefusal(await trader.order(isolated("BUY", 1, 3_000, { reduce_only: true })), [400, -1005]);
  expectRefusal(await trader.order(limitOrder(ETH, "SELL", 1, 3_000, { reduce_only: true })), [400, -1005]);
  await fillOf(setup.maker, trader, isolated("SELL", 1, 3_000, { reduce_only: true }));
  await fillOf(setup.maker, trader, limitOrder(ETH, "BUY", 2, 3_000, { reduce_only: true }));
  expect(accepted(await trader.get("/v1/positions")).data.rows).toEqual([]);
});
