// Liquidations from outside: the worked examples of the rules (12.3) to the micro, what a claim may and may not ask for,
// what a frozen account can still do, and how positions end up with the insurance fund and leave it. Rules 7, errors 8.7.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { micros } from "@evermark/engine/units.ts";
import { call, post, type Row } from "./outside/caller.ts";
import { advance, setPrice } from "./outside/controls.ts";
import { expectFrame } from "./outside/frame.ts";
import { holdingOf, newTraderWith, openSubAccount, transfer } from "./outside/funds.ts";
import { expectRefusal } from "./outside/refusal.ts";
import { StreamClient } from "./outside/stream-client.ts";
import { accepted, newTrader, type Trader } from "./outside/trader.ts";
import { type OutsideVenue, startVenue } from "./outside/venue.ts";

const [BTC, ETH, NEAR] = ["PERP_BTC_USDC", "PERP_ETH_USDC", "PERP_NEAR_USDC"] as const;
const MILLION = 1_000_000;

/** A venue whose fund has so much, a house that takes the other side of everything, and makers that pay no fee. */
class World {
  venue!: OutsideVenue;
  house!: Trader;
  readonly #traders: Trader[] = [];

  async start(fund: number): Promise<void> {
    const faucet = { amount: micros(MILLION * 1e6), claimsPerAccount: 10 };
    this.venue = await startVenue({ insuranceFund: micros(fund * 1e6), faucet, calm: true });
    this.house = this.#known(await newTrader(this.venue.url, { claims: 10 }));
    const rates = { maker_fee_rate: 0, taker_fee_rate: 0.0003 };
    accepted(await this.house.post("/v1/broker/fee_rate/default", rates));
  }

  async stop(): Promise<void> {
    expect(this.venue.errors).toEqual([]);
    this.venue.audit();
    await this.venue.stop();
  }

  async trader(holding: number): Promise<Trader> {
    return this.#known(await newTraderWith(this.venue.url, holding));
  }

  #known(trader: Trader): Trader {
    this.#traders.push(trader);
    return trader;
  }

  /** @returns venue time afterwards */
  async wait(ms: number): Promise<number> {
    const now = await advance(this.venue.url, ms);
    for (const trader of this.#traders) await trader.synchronise();
    return now;
  }

  async prices(prices: Readonly<Record<string, number>>): Promise<void> {
    accepted(await post(`${this.venue.url}/sandbox/prices`, { prices }));
  }

  /** The trader rests at a price, fee-free, and the house takes it. A negative quantity sells. */
  async open(trader: Trader, symbol: string, quantity: number, price: number, leverage: number): Promise<void> {
    accepted(await trader.post("/v1/client/leverages", { symbol, leverage }));
    await setPrice(this.venue.url, symbol, price);
    const order = { symbol, order_type: "LIMIT", order_quantity: Math.abs(quantity), order_price: price };
    const [side, other] = quantity > 0 ? ["BUY", "SELL"] : ["SELL", "BUY"];
    accepted(await trader.order({ ...order, side }));
    expect(accepted(await this.house.order({ ...order, side: other })).data.status).toBe("FILLED");
  }

  async publicData(path: string): Promise<{ readonly rows?: readonly Row[] } & Readonly<Record<string, unknown>>> {
    return accepted(await call(`${this.venue.url}${path}`)).data;
  }

  async offers(): Promise<readonly Row[]> {
    return (await this.publicData("/v1/public/liquidation")).rows!;
  }

  async fund() {
    return this.publicData("/v1/public/insurancefund");
  }
}

const positionsOf = async (trader: Trader) => accepted(await trader.get("/v1/positions")).data;
const positionOf = async (trader: Trader, symbol: string): Promise<Row> =>
  accepted(await trader.get(`/v1/position/${symbol}`)).data;
const claim = (trader: Trader, liquidation_id: unknown, changes: object = {}) =>
  trader.post("/v1/liquidation", { liquidation_id, ratio_qty_request: 1, ...changes });

describe("rules 12.3 (a): a partial liquidation with ample margin", () => {
  const world = new World();
  let user: Trader;
  let rest: Trader;
  let liquidator: Trader;
  let id: number;
  let own: StreamClient;
  let taking: StreamClient;
  let tape: StreamClient;
  beforeAll(async () => {
    await world.start(25_000);
    user = await world.trader(4_100);
    rest = await openSubAccount(user);
    liquidator = await world.trader(100_000);
    await world.open(user, NEAR, 8_000, 5.4, 20);
    const streams = [
      StreamClient.openPrivate(world.venue, user),
      StreamClient.openPrivate(world.venue, liquidator),
      StreamClient.openPublic(world.venue, user.accountId),
    ];
    [own, taking, tape] = (await Promise.all(streams)) as [StreamClient, StreamClient, StreamClient];
    for (const topic of ["liquidationsaccount", "executionreport", "position"]) await own.subscribe(topic);
    await taking.subscribe("liquidatorliquidations");
    await tape.subscribe("liquidation");
    await tape.subscribe(`${NEAR}@trade`);
  });
  afterAll(() => world.stop());

  test("the price cancels the orders and puts 73 % on offer", async () => {
    const { order_id } = accepted(await user.order({ symbol: NEAR, order_price: 5.3, order_quantity: 10 })).data;
    await setPrice(world.venue.url, NEAR, 5);
    const [offer] = await world.offers();
    expect(offer).toEqual({
      liquidation_id: expect.any(Number),
      timestamp: expect.any(Number),
      type: "liquidated",
      positions_by_perp: [{ symbol: NEAR, position_qty: 5_840, liquidator_fee: 0.006 }],
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

  test("a frozen account may not move money, and may cancel", async () => {
    expectRefusal(await transfer(user, rest.accountId, 1), [400, 5]);
    expect(accepted(await user.delete("/v1/orders")).data.status).toBe("CANCEL_ALL_SENT");
    // Its sub-account is an account of its own.
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

  test("a claim needs the trading scope, margin, and another owner", async () => {
    const poor = await world.trader(100);
    expectRefusal(await claim(poor, id), [400, -1101]);
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

describe("rules 12.3 (b) and 12.4, cures and assignments", () => {
  const world = new World();
  beforeAll(() => world.start(100_000));
  afterAll(() => world.stop());

  test("with little margin the liquidator has its half, and the fund the rest", async () => {
    const user = await world.trader(2_600);
    const liquidator = await world.trader(200_000);
    await world.open(user, BTC, 2, 61_000, 100);
    await setPrice(world.venue.url, BTC, 60_000);
    expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 600, margin_ratio: 0.005 });
    const [offer] = await world.offers();
    expect(offer!.positions_by_perp).toEqual([{ symbol: BTC, position_qty: 2, liquidator_fee: 0.003 }]);
    const id = offer!.liquidation_id;
    // A market of the low tier takes no ratios of its own for single symbols.
    expectRefusal(await claim(liquidator, id, { symbols: [{ symbol: BTC, ratio_qty_request: 1 }] }), [400, -1005]);

    const half = accepted(await claim(liquidator, id, { ratio_qty_request: 0.5 })).data;
    expect(half.positions_by_perp).toMatchObject([{ position_qty: 1, abs_liquidator_fee: 180 }]);
    expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 300 });
    expect((await world.offers())[0]).toMatchObject({ liquidation_id: id, positions_by_perp: [{ position_qty: 1 }] });
    const whole = accepted(await claim(liquidator, id)).data;
    expect(whole.positions_by_perp).toMatchObject([{ position_qty: 1, abs_liquidator_fee: 180 }]);
    expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 0, rows: [] });
    const rows = accepted(await user.get("/v1/liquidations")).data.rows!;
    expect(rows.map(({ positions_by_perp }) => positions_by_perp)).toMatchObject([
      [{ total_position: 1, abs_liquidator_fee: 180, abs_insurance_fund_fee: 120 }],
      [{ total_position: 2, abs_liquidator_fee: 180, abs_insurance_fund_fee: 120 }],
    ]);
    expect(await positionOf(liquidator, BTC)).toMatchObject({ position_qty: 2, cost_position: 119_640 });
  });

  test("a deposit cures", async () => {
    const user = await world.trader(4_100);
    await world.open(user, NEAR, 8_000, 5.4, 20);
    const tape = await StreamClient.openPublic(world.venue, user.accountId);
    await tape.subscribe("liquidation");
    await setPrice(world.venue.url, NEAR, 5);
    const [offer] = await world.offers();
    await tape.take("liquidation", 1);
    accepted(await post(`${world.venue.url}/v1/faucet/usdc`, { user_address: user.wallet.address, broker_id: "demo" }));
    expect(await world.offers()).toEqual([]);
    const gone = (await tape.take("liquidation", 2))[1]!;
    expect(gone.data).toMatchObject([{ liquidationId: offer!.liquidation_id, positionsByPerp: [] }]);
    expectRefusal(await claim(world.house, offer!.liquidation_id), [400, -1202]);
    const close = { symbol: NEAR, side: "SELL", order_price: 5, order_quantity: 8_000, reduce_only: true };
    accepted(await user.order(close));
    expect((await positionOf(user, NEAR)).position_qty).toBe(8_000);
    tape.close();
  });

  test("an isolated position is liquidated alone, and what the balance holds is untouched", async () => {
    const user = await world.trader(10_000);
    accepted(
      await world.house.post("/v1/broker/fee_rate/set", {
        account_ids: [user.accountId],
        maker_fee_rate: 0.0003,
        taker_fee_rate: 0.0006,
      }),
    );
    const { url } = world.venue;
    await setPrice(url, ETH, 3_000);
    accepted(await user.post("/v1/client/leverages", { symbol: ETH, leverage: 20, margin_mode: "ISOLATED" }));
    const take = async (side: string, order_quantity: number, order_price: number): Promise<void> => {
      const order = { symbol: ETH, order_quantity, order_price };
      accepted(await world.house.order({ ...order, side: side === "BUY" ? "SELL" : "BUY" }));
      const taken = await user.order({ ...order, side, margin_mode: "ISOLATED" });
      expect(accepted(taken).data.status).toBe("FILLED");
    };
    await take("BUY", 10, 3_000);
    accepted(await user.post("/v1/position_margin", { symbol: ETH, amount: "500", type: "ADD" }));
    await setPrice(url, ETH, 3_060);
    accepted(await user.post("/v1/position_margin", { symbol: ETH, amount: "400", type: "REDUCE" }));
    await take("SELL", 4, 3_060);
    expect(await holdingOf(user)).toBe(9_254.656);
    await setPrice(url, ETH, 2_857.15);
    expect(await world.offers()).toEqual([]);
    await setPrice(url, ETH, 2_857.14);
    const [offer] = await world.offers();
    expect(offer!.positions_by_perp).toEqual([{ symbol: ETH, position_qty: 6, liquidator_fee: 0.003 }]);
    // Only the row is frozen.
    const isolated = { symbol: ETH, side: "SELL", order_quantity: 1, order_price: 2_860, margin_mode: "ISOLATED" };
    expectRefusal(await user.order(isolated), [400, -1012]);
    expectRefusal(await user.post("/v1/position_margin", { symbol: ETH, amount: "1", type: "ADD" }), [400, -1012]);
    const other = accepted(await user.order({ symbol: BTC, order_price: 50_000 }));
    accepted(await user.delete(`/v1/order?symbol=${BTC}&order_id=${other.data.order_id}`));

    const own = await StreamClient.openPrivate(world.venue, user);
    await own.subscribe("liquidationsaccount");
    const taken = accepted(await claim(world.house, offer!.liquidation_id)).data;
    expect(taken.positions_by_perp).toMatchObject([{ position_qty: 6, abs_liquidator_fee: 51.42852 }]);
    expect(await holdingOf(user)).toBe(9_254.656);
    expect((await positionsOf(user)).rows).toEqual([]);
    const [row] = accepted(await user.get("/v1/liquidations")).data.rows!;
    expect(row).toMatchObject({
      collateral_value: 102.84,
      position_notional: 17_142.84,
      positions_by_perp: [{ abs_liquidator_fee: 51.42852, abs_insurance_fund_fee: 51.41148 }],
    });
    const [lost] = await own.take("liquidationsaccount", 1);
    expect(lost!.data).toMatchObject([{ positionsByPerp: [{ absLiquidationFee: 102.84, marginMode: "ISOLATED" }] }]);
    own.close();
  });

  test("after 10 s an offer goes to the fund, whose inventory can be claimed", async () => {
    const user = await world.trader(4_100);
    const liquidator = await world.trader(100_000);
    await world.open(user, NEAR, 8_000, 5.4, 20);
    await setPrice(world.venue.url, NEAR, 5);
    const [offer] = await world.offers();
    const own = await StreamClient.openPrivate(world.venue, user);
    const taking = await StreamClient.openPrivate(world.venue, liquidator);
    await own.subscribe("liquidationsaccount");
    await taking.subscribe("liquidatorliquidations");
    const before = await world.fund();
    await world.wait(9_000 - ((await advance(world.venue.url, 0)) - Number(offer!.timestamp)));
    expect((await world.offers())[0]).toMatchObject({ type: "liquidated" });
    await world.wait(2_000);
    const [inventory] = await world.offers();
    expect(inventory).toMatchObject({
      type: "claim",
      positions_by_perp: [{ symbol: NEAR, position_qty: 5_840, liquidator_fee: 0.005 }],
    });
    expect((await own.take("liquidationsaccount", 1))[0]!.data).toMatchObject([
      { liquidationId: offer!.liquidation_id, positionsByPerp: [{ positionQty: 5_840, absLiquidationFee: 350.4 }] },
    ]);
    expect(await positionOf(user, NEAR)).toMatchObject({ position_qty: 2_160, cost_position: 14_350.4 });
    const fund = await world.fund();
    expect(fund.rows).toMatchObject([
      { symbol: NEAR, position_qty: 5_840, cost_position: 28_849.6, mark_price: 5, average_open_price: 5 },
    ]);
    expect(Number(fund.total_collateral_value)).toBeCloseTo(Number(before.total_collateral_value) + 350.4, 6);
    const ratio = Number(fund.margin_ratio);
    expect(ratio).toBe(Math.floor((Number(fund.total_collateral_value) / 29_200) * 1e8) / 1e8);
    expect(Number(fund.free_collateral)).toBeCloseTo(Number(fund.total_collateral_value) - 0.3 * 29_200, 6);

    const claim_id = Number(inventory!.liquidation_id);
    const body = { claim_id, symbol: NEAR, qty_request: 1_000 };
    const refused = async (changes: object, code: number, message = ""): Promise<void> => {
      const answer = await liquidator.post("/v1/claim_insurance_fund", { ...body, ...changes });
      expectRefusal(answer, [400, code]);
      expect(answer.json.message).toContain(message);
    };
    await refused({ claim_id: undefined }, -1005, "claim_id must not be blank");
    await refused({ symbol: undefined }, -1005, "symbol must not be blank");
    await refused({ symbol: "PERP_FOO_USDC" }, -1005, "invalid symbol PERP_FOO_USDC");
    await refused({ qty_request: undefined }, -1005, "qty_request must not be blank");
    await refused({ qty_request: 0 }, -1005, "qty_request");
    await refused({ claim_id: 88_888 }, -1202);
    await refused({ symbol: ETH }, -1005, "symbol");
    await refused({ qty_request: -1_000 }, -1005, "qty_request");
    await refused({ qty_request: 1_000.05 }, -1005, "qty_request");
    await refused({ qty_request: 5_840.1 }, -1005, "qty_request");
    await refused({ qty_request: 999.9 }, -1201);
    await refused({ limit_price: { [NEAR]: 4.99 } }, -1012, "limit price");
    await refused({ limit_price: { PERP_FOO_USDC: 5 } }, -1005, "invalid symbol PERP_FOO_USDC");
    const poor = await world.trader(10);
    expectRefusal(await poor.post("/v1/claim_insurance_fund", body), [400, -1101]);

    const claimed = accepted(await liquidator.post("/v1/claim_insurance_fund", body)).data;
    const taken = {
      symbol: NEAR,
      position_qty: 1_000,
      cost_position_transfer: 5_000,
      transfer_price: 5,
      liquidator_fee: 0.005,
      abs_liquidator_fee: 25,
    };
    expect(claimed).toEqual({
      liquidation_id: claim_id,
      timestamp: expect.any(Number),
      positions_by_perp: [taken],
    } as never);
    expect(await positionOf(liquidator, NEAR)).toMatchObject({ position_qty: 1_000, cost_position: 4_975 });
    const [gained] = await taking.take("liquidatorliquidations", 1);
    expect(gained!.data).toMatchObject({
      liquidationId: claim_id,
      type: "claim",
      assigned: 0,
      positionsByPerp: [{ symbol: NEAR, positionQty: 1_000, costPositionTransfer: 5_000, absLiquidatorFee: 25 }],
    });
    expect(accepted(await liquidator.get("/v1/client/liquidator_liquidations")).data.rows).toEqual([
      {
        liquidation_id: claim_id,
        timestamp: claimed.timestamp,
        type: "claim",
        assigned: 0,
        positions_by_perp: [taken],
      },
    ]);
    // The name that stock clients use.
    const rest = { liquidation_id: claim_id, symbol: NEAR, qty_request: "4840", limit_price: { [NEAR]: 5 } };
    accepted(await liquidator.post("/v1/claim_insurance_fund", rest));
    expect(await world.offers()).toEqual([]);
    expect((await world.fund()).rows).toEqual([]);
    for (const client of [own, taking]) client.close();
  });
});

/** Holding 5,000 with 2 BTC bought at 63,000 and 10 ETH at 3,100, and the marks that bankrupt it. */
async function bankrupt(world: World, user: Trader): Promise<void> {
  await world.open(user, BTC, 2, 63_000, 100);
  await world.open(user, ETH, 10, 3_100, 100);
  await world.prices({ [BTC]: 61_000, [ETH]: 2_950 });
}

describe("rules 12.3 (c): a bankruptcy", () => {
  const world = new World();
  beforeAll(() => world.start(25_000));
  afterAll(() => world.stop());

  test("is taken over, and a claim helps the fund's ratio", async () => {
    const user = await world.trader(5_000);
    const liquidator = await world.trader(100_000);
    const own = await StreamClient.openPrivate(world.venue, user);
    for (const topic of ["liquidationsaccount", "balance"]) await own.subscribe(topic);
    await bankrupt(world, user);
    expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 0, account_value: 0, rows: [] });
    expect(await holdingOf(user)).toBe(0);
    const rows = accepted(await user.get("/v1/liquidations")).data.rows!;
    expect(rows).toMatchObject([
      {
        transfer_amount_to_insurance_fund: -500,
        position_notional: 151_500,
        collateral_value: -500,
        account_mmr: 0.006,
        positions_by_perp: [
          { symbol: BTC, position_qty: 2, cost_position_transfer: 122_000, transfer_price: 61_000 },
          { symbol: ETH, position_qty: 10, cost_position_transfer: 29_500, transfer_price: 2_950 },
        ],
      },
    ]);
    const [lost] = await own.take("liquidationsaccount", 1);
    expect(lost!.data).toMatchObject([
      { liquidationId: rows[0]!.liquidation_id, transferAmountToInsuranceFund: -500, positionsByPerp: [{}, {}] },
    ]);
    const balance = await own.next(({ topic }) => topic === "balance");
    expect(balance.data.balances).toMatchObject({ USDC: { holding: 0 } });
    own.close();

    expect(await world.fund()).toMatchObject({
      balance: 24_500,
      total_collateral_value: 24_500,
      total_account_value: 24_500,
      margin_ratio: 0.16171617,
      min_insurance_fund_initial_margin_ratio: 0.3,
      min_insurance_fund_margin_ratio: 0.25,
      free_collateral: 0,
      rows: [
        { symbol: BTC, position_qty: 2, cost_position: 122_000, mark_price: 61_000 },
        { symbol: ETH, position_qty: 10, cost_position: 29_500, mark_price: 2_950 },
      ],
    });
    const offer = (await world.offers()).find(({ positions_by_perp }) => {
      return (positions_by_perp as readonly Row[])[0]!.symbol === BTC;
    })!;
    const body = { claim_id: offer.liquidation_id, symbol: BTC, qty_request: 1 };
    accepted(await liquidator.post("/v1/claim_insurance_fund", body));
    expect(await positionOf(liquidator, BTC)).toMatchObject({ position_qty: 1, cost_position: 60_847.5 });
    expect(await world.fund()).toMatchObject({ total_collateral_value: 24_347.5, margin_ratio: 0.26903314 });
  });
});

describe("auto-deleveraging", () => {
  test("of the worked example, 30 s after the take-over", async () => {
    const world = new World();
    await world.start(25_000);
    const user = await world.trader(5_000);
    const tape = await StreamClient.openPrivate(world.venue, world.house);
    for (const topic of ["liquidationsaccount", "position"]) await tape.subscribe(topic);
    await bankrupt(world, user);
    await world.wait(31_000);
    const fund = await world.fund();
    expect(fund.margin_ratio).toBe(0.30000028);
    expect((fund.rows as readonly Row[])[0]).toMatchObject({ symbol: BTC, position_qty: 0.85519 });
    expect((await positionOf(world.house, BTC)).position_qty).toBe(-0.85519);
    const [row] = accepted(await world.house.get("/v1/liquidations")).data.rows!;
    expect(row).toMatchObject({
      transfer_amount_to_insurance_fund: 0,
      positions_by_perp: [
        { symbol: BTC, total_position: -2, position_qty: -1.14481, transfer_price: 61_000, abs_liquidator_fee: 0 },
      ],
    });
    expect(accepted(await world.house.get("/v1/client/liquidator_liquidations")).data.rows).toEqual([]);
    const listed = (await world.publicData("/v1/public/liquidated_positions")).rows!;
    expect(listed.map(({ type }) => type)).toEqual(["adl", "takeover"]);
    const [told] = await tape.take("liquidationsaccount", 1);
    expect(told!.data).toMatchObject([
      { positionsByPerp: [{ symbol: BTC, positionQty: -1.14481, transferPrice: 61_000, absLiquidationFee: 0 }] },
    ]);
    tape.close();
    await world.stop();
  });

  test("a fund that owes halts withdrawals and transfers until it is topped up", async () => {
    const world = new World();
    await world.start(0);
    const user = await world.trader(5_000);
    const rich = await world.trader(1_000);
    const sub = await openSubAccount(rich);
    await bankrupt(world, user);
    await world.wait(2_000);
    expect(await world.fund()).toMatchObject({ balance: -500, total_collateral_value: -500, rows: [] });
    const refused = await transfer(rich, sub.accountId, 1);
    expectRefusal(refused, [400, -1012]);
    expect(refused.json.message).toContain("insurance fund");
    // Trading goes on.
    expect(accepted(await rich.order({ order_price: 50_000 })).data.status).toBe("NEW");
    const topUp = (amount: unknown) => post(`${world.venue.url}/sandbox/insurance_fund`, { amount });
    for (const amount of [0, -1, "x", 1.0000001, undefined]) expectRefusal(await topUp(amount), [400, -1005]);
    expect(accepted(await topUp(499.999999)).data).toEqual({ balance: -0.000001 });
    expectRefusal(await transfer(rich, sub.accountId, 1), [400, -1012]);
    expect(accepted(await topUp("0.000001")).data).toEqual({ balance: 0 });
    accepted(await transfer(rich, sub.accountId, 1));
    await world.stop();
  });
});
