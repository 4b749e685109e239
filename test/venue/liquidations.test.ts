// Liquidations from outside: of an account with little margin, cured by a deposit, of an isolated position, and an
// offer that no account claims. Worked examples of the rules (12.3 b, 12.4) to the micro. Rules 7, errors 8.7.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { BTC, claim, ETH, FailingAccounts, NEAR, positionOf, positionsOf } from "./outside/failing-accounts.ts";
import { post } from "./outside/outside-caller.ts";
import { advance, setPrice } from "./outside/outside-controls.ts";
import { holdingOf, openSubAccount, transfer } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted } from "./outside/trader.ts";

describe("rules 12.3 (b) and 12.4, cures and assignments", () => {
  const world = new FailingAccounts();
  beforeAll(() => world.start(100_000));
  afterAll(() => world.stop());

  test("with little margin left, the liquidator gets half of the fee and the fund the rest", async () => {
    const user = await world.trader(2_600);
    const liquidator = await world.trader(200_000);
    await world.open(user, BTC, 2, 61_000, 100);
    await setPrice(world.venue.url, BTC, 60_000);
    expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 600, margin_ratio: 0.005 });
    const [offer] = await world.offers();
    expect(offer!.positions_by_perp).toEqual([
      { symbol: BTC, position_qty: 2, liquidator_fee: 0.003, claim_price: 60_000, abs_liquidator_fee: 360 },
    ]);
    const id = offer!.liquidation_id;
    // In a market of the low tier a claim can't name ratios for single symbols.
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

  test("a sub-account in liquidation settles nothing", async () => {
    const main = await world.trader(2_600);
    const sub = await openSubAccount(main);
    accepted(await transfer(main, sub.accountId, 2_600));
    await world.open(sub, BTC, 2, 61_000, 100);
    await setPrice(world.venue.url, BTC, 60_000);
    const { settle_nonce } = accepted(await sub.get("/v1/settle_nonce")).data;
    expectRefusal(await sub.post("/v1/sub_account_settle_pnl", { settle_nonce }), [400, -1012]);
    const [offer] = await world.offers();
    accepted(await claim(world.house, offer!.liquidation_id));
    expect(await world.offers()).toEqual([]);
  });

  test("a deposit cures the account", async () => {
    const user = await world.trader(4_100);
    await world.open(user, NEAR, 8_000, 5.4, 20);
    const tape = await OutsideStream.openPublic(world.venue, user.accountId);
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

  test("an isolated position is liquidated alone, and the balance is untouched", async () => {
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
    expect(offer!.positions_by_perp).toEqual([
      { symbol: ETH, position_qty: 6, liquidator_fee: 0.003, claim_price: 2_857.14, abs_liquidator_fee: 51.42852 },
    ]);
    // Only this position's row is frozen.
    const isolated = { symbol: ETH, side: "SELL", order_quantity: 1, order_price: 2_860, margin_mode: "ISOLATED" };
    expectRefusal(await user.order(isolated), [400, -1012]);
    expectRefusal(await user.post("/v1/position_margin", { symbol: ETH, amount: "1", type: "ADD" }), [400, -1012]);
    const other = accepted(await user.order({ symbol: BTC, order_price: 50_000 }));
    accepted(await user.delete(`/v1/order?symbol=${BTC}&order_id=${other.data.order_id}`));

    const own = await OutsideStream.openPrivate(world.venue, user);
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
    const own = await OutsideStream.openPrivate(world.venue, user);
    const taking = await OutsideStream.openPrivate(world.venue, liquidator);
    await own.subscribe("liquidationsaccount");
    await taking.subscribe("liquidatorliquidations");
    const before = await world.fund();
    await world.wait(9_000 - ((await advance(world.venue.url, 0)) - Number(offer!.timestamp)));
    expect((await world.offers())[0]).toMatchObject({ type: "liquidated" });
    await world.wait(2_000);
    const [inventory] = await world.offers();
    expect(inventory).toMatchObject({
      type: "claim",
      // The fund received the fee of 350.4 with it: more than the discount on the whole inventory.
      positions_by_perp: [{ symbol: NEAR, position_qty: 5_840, liquidator_fee: 0.005, abs_liquidator_fee: 146 }],
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
    const limit = (max_notional: number) => post(`${world.venue.url}/sandbox/market`, { symbol: NEAR, max_notional });
    accepted(await limit(1_000));
    await refused({}, -1101, "position limit exceeded");
    accepted(await limit(5_000_000));

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
    // The field name that stock clients use.
    const rest = { liquidation_id: claim_id, symbol: NEAR, qty_request: "4840", limit_price: { [NEAR]: 5 } };
    accepted(await liquidator.post("/v1/claim_insurance_fund", rest));
    expect(await world.offers()).toEqual([]);
    expect((await world.fund()).rows).toEqual([]);
    for (const client of [own, taking]) client.close();
  });
});
