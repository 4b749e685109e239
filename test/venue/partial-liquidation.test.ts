// A partial liquidation from outside, the worked example of the rules (12.3 a) to the micro: the offer, what a frozen
// account can still do, what a claim may and may not ask for, and what each account is sent. Rules 7, errors 8.7.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { claim, ETH, FailingAccounts, NEAR, positionOf, positionsOf } from "./outside/failing-accounts.ts";
import { expectFrame } from "./outside/frame.ts";
import { call, post, type Row } from "./outside/outside-caller.ts";
import { setPrice } from "./outside/outside-controls.ts";
import { openSubAccount, transfer } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";

describe("rules 12.3 (a): a partial liquidation with ample margin", () => {
  const world = new FailingAccounts();
  let user: Trader;
  let rest: Trader;
  let liquidator: Trader;
  let id: number;
  let own: OutsideStream;
  let taking: OutsideStream;
  let tape: OutsideStream;
  beforeAll(async () => {
    await world.start(25_000);
    user = await world.trader(4_100);
    rest = await openSubAccount(user);
    liquidator = await world.trader(100_000);
    await world.open(user, NEAR, 8_000, 5.4, 20);
    const streams = [
      OutsideStream.openPrivate(world.venue, user),
      OutsideStream.openPrivate(world.venue, liquidator),
      OutsideStream.openPublic(world.venue, user.accountId),
    ];
    [own, taking, tape] = (await Promise.all(streams)) as [OutsideStream, OutsideStream, OutsideStream];
    for (const topic of ["liquidationsaccount", "executionreport", "position"]) await own.subscribe(topic);
    await taking.subscribe("liquidatorliquidations");
    await tape.subscribe("liquidation");
    await tape.subscribe(`${NEAR}@trade`);
  });
  afterAll(() => world.stop());

  test("the price move cancels the orders and puts 73 % on offer", async () => {
    const { order_id } = accepted(await user.order({ symbol: NEAR, order_price: 5.3, order_quantity: 10 })).data;
    await setPrice(world.venue.url, NEAR, 5);
    const [offer] = await world.offers();
    expect(offer).toEqual({
      liquidation_id: expect.any(Number),
      timestamp: expect.any(Number),
      type: "liquidated",
      positions_by_perp: [
        { symbol: NEAR, position_qty: 5_840, liquidator_fee: 0.006, claim_price: 5, abs_liquidator_fee: 175.2 },
      ],
    });
    id = Number(offer!.liquidation_id);
    const [shown] = await tape.take("liquidation", 1);
    expectFrame(shown, "liquidation", [
      {
        liquidationId: id,
        timestamp: offer!.timestamp,
        type: "liquidated",
        positionsByPerp: [{ symbol: NEAR, positionQty: 5_840, liquidatorFee: 0.006 }],
      },
    ]);
    const cancelled = await own.next(({ data }) => data?.status === "CANCELLED");
    expect(cancelled.data).toMatchObject({ orderId: order_id, reason: "LIQUIDATION" });
    expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 900, margin_ratio: 0.0225 });
  });

  const order = { symbol: NEAR, side: "SELL", order_type: "LIMIT", order_price: 5, order_quantity: 100 };
  const refusedWrites: readonly (readonly [string, string, object])[] = [
    ["an order", "/v1/order", order],
    ["a closing order", "/v1/order", { ...order, reduce_only: true }],
    ["an order of another market", "/v1/order", { ...order, symbol: ETH, order_price: 3_000 }],
    ["an isolated order", "/v1/order", { ...order, symbol: ETH, order_price: 3_000, margin_mode: "ISOLATED" }],
    ["leverage", "/v1/client/leverages", { symbol: NEAR, leverage: 1 }],
    ["margin mode", "/v1/client/margin_mode", { symbol: ETH, default_margin_mode: "ISOLATED" }],
    ["an algo order", "/v1/algo/order", { ...order, algo_type: "STOP", type: "MARKET", quantity: 1, trigger_price: 4 }],
  ];
  test.each(refusedWrites)("a frozen account is refused %s", async (_, path, body) => {
    const answer = await user.post(path, body);
    expectRefusal(answer, [400, -1012]);
    expect(answer.json.message).toContain("in liquidation");
  });

  test("a frozen account may not move money, but may cancel", async () => {
    expectRefusal(await transfer(user, rest.accountId, 1), [400, 5]);
    expect(accepted(await user.delete("/v1/orders")).data.status).toBe("CANCEL_ALL_SENT");
    // Its sub-account is a separate account.
    accepted(await rest.post("/v1/client/leverages", { symbol: NEAR, leverage: 20 }));
  });

  const bad: readonly (readonly [string, object, number, string])[] = [
    ["no id", { liquidation_id: undefined }, -1005, "liquidation_id must not be blank"],
    ["an id that is no number", { liquidation_id: "x" }, -1005, "liquidation_id"],
    ["no ratio", { ratio_qty_request: undefined }, -1005, "ratio_qty_request must not be blank"],
    ["a ratio of 0", { ratio_qty_request: 0 }, -1005, "ratio_qty_request"],
    ["a negative ratio", { ratio_qty_request: -0.5 }, -1005, "ratio_qty_request"],
    ["a ratio above 1", { ratio_qty_request: 1.0001 }, -1005, "ratio_qty_request"],
    ["a ratio of five decimals", { ratio_qty_request: 0.50001 }, -1005, "ratio_qty_request"],
    ["a ratio that is a word", { ratio_qty_request: "all" }, -1005, "ratio_qty_request"],
    ["extra beyond 1", { extra_liquidation_ratio: 1.5 }, -1005, "extra_liquidation_ratio"],
    ["negative extra", { extra_liquidation_ratio: -0.1 }, -1005, "extra_liquidation_ratio"],
    ["extra of a part", { ratio_qty_request: 0.9, extra_liquidation_ratio: 0.1 }, -1005, "extra_liquidation_ratio"],
    ["a limit for no market", { limit_price: { PERP_FOO_USDC: 1 } }, -1005, "invalid symbol PERP_FOO_USDC"],
    ["a limit of nothing", { limit_price: { [NEAR]: 0 } }, -1005, "limit_price"],
    ["a limit that is a list", { limit_price: [5] }, -1005, "limit_price"],
    ["symbols not in it", { symbols: [{ symbol: ETH, ratio_qty_request: 1 }] }, -1005, "symbols"],
    ["an unknown id", { liquidation_id: 99_999 }, -1202, ""],
    ["too little", { ratio_qty_request: 0.17 }, -1201, ""],
    ["a mark beyond its limit", { limit_price: { [NEAR]: 4.999 } }, -1012, "limit price"],
  ];
  test.each(bad)("a claim with %s is refused", async (_, changes, code, message) => {
    const answer = await claim(liquidator, id, changes);
    expectRefusal(answer, [400, code]);
    expect(answer.json.message).toContain(message);
  });

  test("a claim needs the trading scope, margin, and an owner other than the claimant", async () => {
    const poor = await world.trader(100);
    expectRefusal(await claim(poor, id), [400, -1101]);
    const limit = (max_notional: number) => post(`${world.venue.url}/sandbox/market`, { symbol: NEAR, max_notional });
    accepted(await limit(1_000));
    expectRefusal(await claim(liquidator, id), [400, -1101, "position limit exceeded"]);
    accepted(await limit(5_000_000));
    expectRefusal(await claim(user, id), [400, -1012]);
    expectRefusal(await claim(rest, id), [400, -1012, "one's own liquidation can't be claimed"]);
    const reader = await newTrader(world.venue.url, { scope: "read", claims: 1 });
    expectRefusal(await claim(reader, id), [401, -1002, "scope trading is required"]);
    expect((await positionOf(user, NEAR)).position_qty).toBe(8_000);
  });

  test("the claim moves 5,840 at the mark for 175.2", async () => {
    const claimed = accepted(await claim(liquidator, id, { limit_price: { [NEAR]: 5 } })).data;
    const taken = {
      symbol: NEAR,
      position_qty: 5_840,
      cost_position_transfer: 29_200,
      transfer_price: 5,
      liquidator_fee: 0.006,
      abs_liquidator_fee: 175.2,
    };
    const timestamp = claimed.timestamp as number;
    expect(claimed).toEqual({
      liquidation_id: id,
      timestamp: expect.any(Number),
      type: "liquidated",
      positions_by_perp: [taken],
    } as never);
    expect(await positionOf(liquidator, NEAR)).toMatchObject({ position_qty: 5_840, cost_position: 29_024.8 });
    expect(await positionOf(user, NEAR)).toMatchObject({ position_qty: 2_160, cost_position: 14_350.4 });
    expect(await positionsOf(user)).toMatchObject({
      total_collateral_value: 549.6,
      margin_ratio: 0.05088888,
      initial_margin_ratio: 0.05,
    });
    expect(await world.offers()).toEqual([]);
    expect(await world.fund()).toMatchObject({ balance: 25_000, total_collateral_value: 25_175.2, margin_ratio: 10 });

    const given = { ...taken, insurance_fund_fee: 0.006, abs_insurance_fund_fee: 175.2 };
    const page = { total: 1, records_per_page: 25, current_page: 1 };
    expect(accepted(await user.get("/v1/liquidations")).data).toEqual({
      rows: [
        {
          liquidation_id: id,
          timestamp,
          transfer_amount_to_insurance_fund: 0,
          margin_ratio: 0.0225,
          account_mmr: 0.025,
          position_notional: 40_000,
          collateral_value: 900,
          positions_by_perp: [{ total_position: 8_000, mark_price: 5, ...given }],
        },
      ],
      meta: page,
    });
    expect(accepted(await liquidator.get("/v1/client/liquidator_liquidations")).data).toEqual({
      rows: [{ liquidation_id: id, timestamp, type: "liquidated", assigned: 0, positions_by_perp: [taken] }],
      meta: page,
    });
    expect(await world.publicData("/v1/public/liquidated_positions")).toEqual({
      rows: [
        {
          liquidation_id: id,
          timestamp,
          type: "liquidated",
          transfer_amount_to_insurance_fund: 0,
          positions_by_perp: [{ seq: expect.any(Number), ...given }] as never,
        },
      ],
      meta: page,
    });
    expectRefusal(await claim(liquidator, id), [400, -1202]);

    const [lost] = await own.take("liquidationsaccount", 1);
    const moved = { symbol: NEAR, positionQty: 5_840, costPositionTransfer: 29_200, transferPrice: 5 };
    expectFrame(lost, "liquidationsaccount", [
      {
        liquidationId: id,
        timestamp,
        transferAmountToInsuranceFund: 0,
        positionsByPerp: [
          { ...moved, liquidatorFee: 0.006, insuranceFundFee: 0.006, absLiquidationFee: 350.4, marginMode: "CROSS" },
        ],
      },
    ]);
    const [gained] = await taking.take("liquidatorliquidations", 1);
    expectFrame(gained, "liquidatorliquidations", {
      liquidationId: id,
      timestamp,
      type: "liquidated",
      assigned: 0,
      positionsByPerp: [{ ...moved, liquidatorFee: 0.006, absLiquidatorFee: 175.2 }],
    });
    const row = await own.next(({ topic, data }) => {
      return topic === "position" && (data.positions as readonly Row[])[0]?.positionQty === 2_160;
    });
    expect(row.data.positions).toMatchObject([{ costPosition: 14_350.4, unsettledPnl: -3_550.4 }]);
    const removed = (await tape.take("liquidation", 2))[1]!;
    expect(removed.data).toMatchObject([{ liquidationId: id, positionsByPerp: [] }]);
    expect(tape.framesOf(`${NEAR}@trade`)).toEqual([]);
    for (const client of [own, taking, tape]) client.close();
  });

  test("afterwards the account trades again, and lists filter", async () => {
    expect(accepted(await user.order({ ...order, order_quantity: 2_160, reduce_only: true })).data.status).toBe("NEW");
    const lists = async (trader: Trader, path: string) => accepted(await trader.get(path)).data.rows!.length;
    expect(await lists(user, `/v1/liquidations?symbol=${NEAR}&liquidation_id=${id}&sort_by=time`)).toBe(1);
    expect(await lists(user, `/v1/liquidations?symbol=${ETH}`)).toBe(0);
    expect(await lists(user, "/v1/liquidations?liquidation_id=7777")).toBe(0);
    expect(await lists(user, "/v1/liquidations?end_t=1")).toBe(0);
    expect(await lists(liquidator, "/v1/liquidations")).toBe(0);
    expect(await lists(liquidator, `/v1/client/liquidator_liquidations?symbol=${ETH}`)).toBe(0);
    expect(await lists(user, "/v1/client/liquidator_liquidations")).toBe(0);
    for (const bad of ["symbol=PERP_FOO_USDC", "start_t=2&end_t=1", "size=501", "page=0", "start_t=x"]) {
      expectRefusal(await user.get(`/v1/liquidations?${bad}`), [400, -1005]);
      expectRefusal(await liquidator.get(`/v1/client/liquidator_liquidations?${bad}`), [400, -1005]);
      expectRefusal(await call(`${world.venue.url}/v1/public/liquidated_positions?${bad}`), [400, -1005]);
    }
    expectRefusal(await user.get("/v1/liquidations?sort_by=size"), [400, -1005]);
  });
});
