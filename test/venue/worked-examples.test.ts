// The worked examples of the rules (12), traded through REST by accounts from outside: margin figures with positions
// and orders, which orders are accepted and which are not, average prices and realized profit, and the matching trace
// report by report.

import { expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import type { Row } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { beginMinute, limitOrder, type Order, tradeAt } from "./outside/outside-trading.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { venueOfFile } from "./outside/venue-of-file.ts";

const venue = venueOfFile();

const positionsOf = async (trader: Trader) => accepted(await trader.get("/v1/positions")).data;
const rowOf = (positions: { readonly rows?: readonly Row[] }, symbol: string): Row | undefined =>
  positions.rows!.find((row) => row.symbol === symbol);

test("rules 12.1: an account with two positions and open orders", async () => {
  const maker = await newTrader(venue.url, { claims: 100 });
  const trader = await newTrader(venue.url, { claims: 4 });
  await beginMinute(venue.url, [maker, trader]);
  const [BTC, NEAR, SOL] = ["PERP_BTC_USDC", "PERP_NEAR_USDC", "PERP_SOL_USDC"] as const;
  const setLeverage = async (symbol: string, leverage: number): Promise<void> => {
    accepted(await trader.post("/v1/client/leverages", { symbol, leverage }));
  };
  const rests = async (order: Order): Promise<void> => {
    expect(accepted(await trader.order(order)).data.status).toBe("NEW");
  };
  await setLeverage(BTC, 20);
  await tradeAt(maker, trader, limitOrder(BTC, "BUY", 1.5, 62_000));
  // At a leverage of 20 a position of this size can't be opened, but may grow to it: rules 5.7 and Appendix C.7.
  await tradeAt(maker, trader, limitOrder(NEAR, "SELL", 60_000, 5.1));
  await setPrice(venue.url, NEAR, 5);
  await rests(limitOrder(NEAR, "SELL", 10_000, 5.2));
  expectRefusal(await trader.post("/v1/client/leverages", { symbol: NEAR, leverage: 20 }), [400, -1101]);
  await setPrice(venue.url, NEAR, 2.7);
  await setLeverage(NEAR, 20);
  for (const [symbol, price] of [
    [NEAR, 5],
    [BTC, 60_500],
    [SOL, 150],
  ] as const) {
    await setPrice(venue.url, symbol, price);
  }
  await rests(limitOrder(BTC, "BUY", 0.5, 60_000));
  await rests(limitOrder(SOL, "BUY", 200, 145));
  await rests(limitOrder(BTC, "SELL", 1.5, 61_500, { reduce_only: true }));

  const positions = await positionsOf(trader);
  expect(positions).toMatchObject({
    total_collateral_value: 43_510.6,
    account_value: 43_510.6,
    free_collateral: 6_236.88413,
    margin_ratio: 0.1113515,
    initial_margin_ratio: 0.06634047,
    maintenance_margin_ratio: 0.02875757,
    open_margin_ratio: 0.10904912,
    current_margin_ratio_with_orders: 0.0868475,
    initial_margin_ratio_with_orders: 0.07439864,
    maintenance_margin_ratio_with_orders: 0.02997577,
  });
  expect(positions.rows).toHaveLength(2);
  expect(rowOf(positions, BTC)).toMatchObject({
    position_qty: 1.5,
    cost_position: 93_055.8,
    average_open_price: 62_000,
    mark_price: 60_500,
    unsettled_pnl: -2_305.8,
    est_liq_price: 38_854.40484239,
    pending_long_qty: 0.5,
    pending_short_qty: 0,
    imr: 0.05,
    mmr: 0.006,
    IMR_withdraw_orders: 0.05,
    MMR_with_orders: 0.006,
    leverage: 20,
    margin_mode: "CROSS",
    fee_24_h: 55.8,
  });
  expect(rowOf(positions, NEAR)).toMatchObject({
    position_qty: -60_000,
    cost_position: -305_816.4,
    average_open_price: 5.1,
    mark_price: 5,
    unsettled_pnl: 5_816.4,
    est_liq_price: 5.51938139,
    pending_long_qty: 0,
    pending_short_qty: -10_000,
    imr: 0.0712834507,
    mmr: 0.0356417254,
    IMR_withdraw_orders: 0.0806391882,
    MMR_with_orders: 0.0403195941,
  });
  expect(accepted(await trader.get(`/v1/position/${BTC}`)).data).toMatchObject({
    position_qty: 1.5,
    cost_position: 93_055.8,
  });
  expect(accepted(await trader.get("/v1/client/holding")).data.holding).toMatchObject([{ holding: 40_000, frozen: 0 }]);

  const fits = async (order: Order): Promise<void> => {
    const placed = accepted(await trader.order(order));
    accepted(await trader.delete(`/v1/order?symbol=${order.symbol}&order_id=${placed.data.order_id}`));
  };
  const exceeds = async (order: Order): Promise<void> =>
    expectRefusal(await trader.order(order), [400, -1101, "insufficient margin"]);
  await fits(limitOrder(BTC, "BUY", 1, 61_000));
  await exceeds(limitOrder(BTC, "BUY", 3, 60_500));
  await fits(limitOrder(NEAR, "BUY", 50_000, 5.05));
  await fits(limitOrder(SOL, "SELL", 250, 149.5));
  await exceeds(limitOrder(SOL, "SELL", 1_000, 149.5));
  // The largest orders that fit, and then one lot more.
  await fits(limitOrder(BTC, "BUY", 2.03733, 60_500));
  await exceeds(limitOrder(BTC, "BUY", 2.03734, 60_500));
  await fits(limitOrder(BTC, "SELL", 5.49582, 60_500));
  await exceeds(limitOrder(BTC, "SELL", 5.49583, 60_500));
  await fits(limitOrder(SOL, "BUY", 413.31, 150));
  await exceeds(limitOrder(SOL, "BUY", 413.32, 150));
  expect(await positionsOf(trader)).toEqual(positions);
  accepted(await trader.delete("/v1/orders"));
});

test("average open price, cost and realized profit over adds, a reduce, a flip and a close", async () => {
  const [maker, trader] = await Promise.all([newTrader(venue.url, { claims: 10 }), newTrader(venue.url)]);
  const SUI = "PERP_SUI_USDC";
  const steps = [
    ["BUY", 120.5, 3.2451, 0.234621, 120.5, 3.2451, 391.269171, 0],
    ["BUY", 80.3, 3.3019, 0.159086, 200.8, 3.26781434, 656.570827, 0],
    ["SELL", 60.7, 3.4, 0.123828, 140.1, 3.26781434, 450.314655, 8.023669],
    ["SELL", 200, 3.15, 0.378, -59.9, 3.15, -179.307345, -16.505789],
    ["BUY", 59.9, 3.2, 0.115008, 0, 0, 12.487663, -2.995],
  ] as const;
  for (const [side, quantity, price, fee, position_qty, average_open_price, cost_position, realized_pnl] of steps) {
    await tradeAt(maker, trader, limitOrder(SUI, side, quantity, price));
    const [fill] = accepted(await trader.get("/v1/trades?size=1")).data.rows!;
    expect(fill).toMatchObject({
      side,
      executed_price: price,
      executed_quantity: quantity,
      fee,
      realized_pnl,
      is_maker: 0,
    });
    const positions = await positionsOf(trader);
    if (position_qty === 0) {
      // The remaining cost counts in the account, although there is no position to show.
      expect(positions.rows).toEqual([]);
      expect(positions.account_value).toBe(10_000 - cost_position);
    } else {
      expect(rowOf(positions, SUI)).toMatchObject({ position_qty, average_open_price, cost_position });
    }
  }
  const [makerFill] = accepted(await maker.get("/v1/trades?size=1")).data.rows!;
  const [takerFill] = accepted(await trader.get("/v1/trades?size=1")).data.rows!;
  expect(makerFill).toMatchObject({ side: "SELL", is_maker: 1, fee: 0.057504, match_id: takerFill!.match_id! });
  expect(makerFill!.id).not.toBe(takerFill!.id);
});

interface Step {
  readonly owner: string;
  readonly order: Order;
  /** The reports on the owners' streams, in order: order number, status, executed so far, reason. */
  readonly reports: readonly (readonly [number, string, number, string?])[];
  /** Fills as number of the resting order, quantity, and `is_maker` of the resting and of the incoming side. */
  readonly fills: readonly (readonly [number, number, boolean, boolean])[];
}

const S = "PERP_SOL_USDC";
const trace: readonly Step[] = [
  { owner: "A", order: limitOrder(S, "SELL", 10, 150, { visible_quantity: 4 }), reports: [[1, "NEW", 0]], fills: [] },
  { owner: "B", order: limitOrder(S, "SELL", 5, 150), reports: [[2, "NEW", 0]], fills: [] },
  { owner: "C", order: limitOrder(S, "SELL", 6, 150.01, { visible_quantity: 0 }), reports: [[3, "NEW", 0]], fills: [] },
  {
    owner: "D",
    order: limitOrder(S, "BUY", 12, 150),
    reports: [
      [4, "NEW", 0],
      [1, "PARTIAL_FILLED", 6],
      [4, "PARTIAL_FILLED", 6],
      [1, "FILLED", 10],
      [4, "PARTIAL_FILLED", 10],
      [2, "PARTIAL_FILLED", 2],
      [4, "FILLED", 12],
    ],
    fills: [
      [1, 6, false, false],
      [1, 4, true, false],
      [2, 2, true, false],
    ],
  },
  {
    owner: "B",
    order: limitOrder(S, "BUY", 4, 150.01, { order_type: "IOC" }),
    reports: [
      [5, "NEW", 0],
      [2, "CANCELLED", 2, "SELF_TRADE"],
      [3, "PARTIAL_FILLED", 4],
      [5, "FILLED", 4],
    ],
    fills: [[3, 4, false, false]],
  },
  {
    owner: "E",
    order: limitOrder(S, "BUY", 1, 150.01, { order_type: "POST_ONLY" }),
    reports: [
      [6, "NEW", 0],
      [3, "PARTIAL_FILLED", 5],
      [6, "FILLED", 1],
    ],
    fills: [[3, 1, false, true]],
  },
  {
    owner: "E",
    order: limitOrder(S, "BUY", 3, 150.01, { order_type: "POST_ONLY" }),
    reports: [
      [7, "NEW", 0],
      [3, "FILLED", 6],
      [7, "PARTIAL_FILLED", 1],
    ],
    fills: [[3, 1, false, true]],
  },
  {
    owner: "F",
    order: limitOrder(S, "SELL", 3, 150.01, { order_type: "FOK" }),
    reports: [
      [8, "NEW", 0],
      [8, "CANCELLED", 0, "FOK_UNFILLED"],
    ],
    fills: [],
  },
  {
    owner: "G",
    order: limitOrder(S, "SELL", 1, 150.01, { order_type: "POST_ONLY" }),
    reports: [
      [9, "NEW", 0],
      [9, "CANCELLED", 0, "POST_ONLY_CROSS"],
    ],
    fills: [],
  },
  {
    owner: "F",
    order: limitOrder(S, "SELL", 3, 0, { order_type: "MARKET", order_price: undefined }),
    reports: [
      [10, "NEW", 0],
      [7, "FILLED", 3],
      [10, "PARTIAL_FILLED", 2],
      [10, "CANCELLED", 2, "MARKET_REMAINDER"],
    ],
    fills: [[7, 2, true, false]],
  },
];

test("the matching trace: ten orders of seven owners, report by report", async () => {
  await setPrice(venue.url, S, 150);
  const owners = [...new Set(trace.map(({ owner }) => owner))];
  const traders = new Map<string, Trader>();
  const streams = new Map<string, OutsideStream>();
  for (const owner of owners) {
    const trader = await newTrader(venue.url);
    const stream = await OutsideStream.openPrivate(venue, trader);
    await stream.subscribe("executionreport");
    traders.set(owner, trader);
    streams.set(owner, stream);
  }
  const ownerOf = (number: number): string => trace[number - 1]!.owner;
  const ids: number[] = [];
  const seen = new Map<string, number>(owners.map((owner) => [owner, 0]));
  const fillsSeen: unknown[] = [];

  for (const [index, { owner, order, reports, fills }] of trace.entries()) {
    const trader = traders.get(owner)!;
    const answer = accepted(await trader.order(order));
    ids.push(Number(answer.data.order_id));
    expect(answer.data.status).toBe(reports.findLast(([number]) => number === index + 1)![1]);

    // Each owner gets reports of its own orders alone, in the engine's order.
    for (const each of owners) {
      const expected = reports.filter(([number]) => ownerOf(number) === each);
      const from = seen.get(each)!;
      const frames = (await streams.get(each)!.take("executionreport", from + expected.length)).slice(from);
      seen.set(each, from + expected.length);
      expect(
        frames.map(({ data }) => [
          ids.indexOf(Number(data.orderId)) + 1,
          data.status,
          data.totalExecutedQuantity,
          data.reason,
        ]),
      ).toEqual(expected.map(([number, status, executed, reason]) => [number, status, executed, reason ?? ""]));
    }
    const own = accepted(await trader.get(`/v1/order/${ids[index]}/trades`)).data.rows!.toReversed();
    expect(own.map((fill) => [fill.executed_quantity, fill.is_maker])).toEqual(
      fills.map(([, quantity, , incoming]) => [quantity, incoming ? 1 : 0]),
    );
    for (const [i, [resting, quantity, isMaker]] of fills.entries()) {
      const other = accepted(await traders.get(ownerOf(resting))!.get(`/v1/order/${ids[resting - 1]}/trades`)).data
        .rows!;
      const twin = other.find((fill) => fill.match_id === own[i]!.match_id);
      expect(twin).toMatchObject({ executed_quantity: quantity, is_maker: isMaker ? 1 : 0 });
      fillsSeen.push(twin);
    }
  }
  expect(fillsSeen).toHaveLength(7);

  const finals = [
    ["FILLED", 10],
    ["CANCELLED", 2],
    ["FILLED", 6],
    ["FILLED", 12],
    ["FILLED", 4],
    ["FILLED", 1],
    ["FILLED", 3],
    ["CANCELLED", 0],
    ["CANCELLED", 0],
    ["CANCELLED", 2],
  ];
  const found = await Promise.all(ids.map((id, i) => traders.get(ownerOf(i + 1))!.get(`/v1/order/${id}`)));
  expect(found.map(({ data }) => [data.status, data.executed_quantity])).toEqual(finals);
  for (const stream of streams.values()) {
    const seqs = stream.framesOf("executionreport").map(({ data }) => Number(data.seq));
    expect(seqs).toEqual(seqs.toSorted((a, b) => a - b));
    expect(new Set(seqs).size).toBe(seqs.length);
    stream.close();
  }
});

test("fees, positions and balances of an order in two fills, and of its maker", async () => {
  const [maker, trader] = await Promise.all([newTrader(venue.url), newTrader(venue.url)]);
  const ETH = "PERP_ETH_USDC";
  await beginMinute(venue.url, [maker, trader]);
  await setPrice(venue.url, ETH, 2_500);
  accepted(await maker.order(limitOrder(ETH, "SELL", 1, 2_500)));
  accepted(await maker.order(limitOrder(ETH, "SELL", 1, 2_500)));
  accepted(await trader.order(limitOrder(ETH, "BUY", 2, 2_500)));
  await setPrice(venue.url, ETH, 2_510);
  const { rows, ...summary } = await positionsOf(trader);
  // The running example of the streams, which has 1,000 USDC; here it is 10,000 from the faucet.
  expect(rows).toMatchObject([
    {
      symbol: ETH,
      position_qty: 2,
      cost_position: 5_003,
      average_open_price: 2_500,
      unsettled_pnl: 17,
      fee_24_h: 3,
      imr: 0.1,
      mmr: 0.006,
    },
  ]);
  expect(summary).toMatchObject({ account_value: 10_017, free_collateral: 9_515 });
  const other = await positionsOf(maker);
  expect(other.rows).toMatchObject([
    { position_qty: -2, cost_position: -4_998.5, unsettled_pnl: -21.5, fee_24_h: 1.5 },
  ]);

  // Closing needs no margin, and cancels the position's reduce-only orders.
  const guard = accepted(await trader.order(limitOrder(ETH, "SELL", 2, 2_600, { reduce_only: true })));
  expectRefusal(await trader.order(limitOrder(ETH, "BUY", 2, 2_500, { reduce_only: true })), [400, -1005]);
  accepted(await maker.order(limitOrder(ETH, "BUY", 2, 2_510)));
  accepted(
    await trader.order(
      limitOrder(ETH, "SELL", 2, 0, { order_type: "MARKET", order_price: undefined, reduce_only: true }),
    ),
  );
  expect((await trader.get(`/v1/order/${guard.data.order_id}`)).data.status).toBe("CANCELLED");
  const flat = await positionsOf(trader);
  expect(flat.rows).toEqual([]);
  expect(flat.account_value).toBe(10_000 + 20 - 3 - 3.012);
  expect(accepted(await trader.get(`/v1/position/${ETH}`)).data).toMatchObject({ symbol: ETH, position_qty: 0 });
});

test("rules 5.7: leverage changes what an order needs, and is refused where it does not fit", async () => {
  const [maker, trader] = await Promise.all([newTrader(venue.url, { claims: 100 }), newTrader(venue.url)]);
  const BTC = "PERP_BTC_USDC";
  await setPrice(venue.url, BTC, 60_000);
  const set = (leverage: number, symbol: string | undefined = BTC) =>
    trader.post("/v1/client/leverages", { symbol, leverage });
  const leverageOf = async (symbol: string) => (await trader.get(`/v1/client/leverage?symbol=${symbol}`)).data.leverage;
  expect(await leverageOf(BTC)).toBe(10);
  expect(await leverageOf("PERP_ARB_USDC")).toBe(10);
  expect(accepted(await set(20)).data).toMatchObject({ symbol: BTC, leverage: 20, margin_mode: "CROSS" });
  expect(await leverageOf(BTC)).toBe(20);

  // 3 BTC at 20: 9,000 of initial margin of 10,000; at 10 it would be 18,000.
  accepted(await maker.order(limitOrder(BTC, "SELL", 3, 60_000)));
  expect(accepted(await trader.order(limitOrder(BTC, "BUY", 3, 60_000))).data.status).toBe("FILLED");
  expectRefusal(await set(10), [400, -1101]);
  expectRefusal(await set(18), [400, -1101]);
  accepted(await set(19));
  accepted(await set(25));
  accepted(await set(20));
  expect(rowOf(await positionsOf(trader), BTC)).toMatchObject({ leverage: 20, imr: 0.05 });

  // Without a symbol, each market takes as much as it allows; if one can't, none changes.
  const { symbol: _, ...all } = { symbol: BTC, leverage: 50 };
  accepted(await trader.post("/v1/client/leverage", all));
  const rows = accepted(await trader.get("/v1/client/leverages")).data.rows!;
  const cross = new Map(rows.filter((row) => row.margin_mode === "CROSS").map((row) => [row.symbol, row.leverage]));
  expect([cross.get(BTC), cross.get("PERP_ARB_USDC"), cross.get("PERP_NEAR_USDC"), cross.get("PERP_BNB_USDC")]).toEqual(
    [50, 10, 20, 50],
  );
  expectRefusal(await trader.post("/v1/client/leverages", { leverage: 2 }), [400, -1101]);
  expect(await leverageOf("PERP_NEAR_USDC")).toBe(20);

  // The position of 180,000 fits: at 100 the size limit of the leverage is about 1.8 M.
  accepted(await set(100));
});
