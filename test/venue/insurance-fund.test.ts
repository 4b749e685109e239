// How the insurance fund takes over positions and gets rid of them: a bankruptcy to the micro (rules 12.3 c),
// auto-deleveraging, and a fund with negative equity. Rules 7.6 to 7.10, 11.4.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { BTC, bankrupt, ETH, FailingAccounts, positionOf, positionsOf } from "./outside/failing-accounts.ts";
import { post, type Row } from "./outside/outside-caller.ts";
import { holdingOf, openSubAccount, transfer } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted } from "./outside/trader.ts";

describe("rules 12.3 (c): a bankruptcy", () => {
  const world = new FailingAccounts();
  beforeAll(() => world.start(25_000));
  afterAll(() => world.stop());

  test("its position is taken over, and a claim improves the fund's margin ratio", async () => {
    const user = await world.trader(5_000);
    const liquidator = await world.trader(100_000);
    const own = await OutsideStream.openPrivate(world.venue, user);
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

    const now = await world.wait(0);
    const window = { start_time: now + 2_000, end_time: now + 600_000 };
    accepted(await post(`${world.venue.url}/sandbox/maintenance`, window));
    await world.wait(3_000);
    expectRefusal(await liquidator.post("/v1/claim_insurance_fund", body), [503, -1011]);
    accepted(await post(`${world.venue.url}/sandbox/maintenance`, { start_time: 0 }));
  });
});

describe("auto-deleveraging", () => {
  test("happens 30 s after the take-over in the worked example", async () => {
    const world = new FailingAccounts();
    await world.start(25_000);
    const user = await world.trader(5_000);
    const tape = await OutsideStream.openPrivate(world.venue, world.house);
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
    const [frame] = await tape.take("liquidationsaccount", 1);
    expect(frame!.data).toMatchObject([
      { positionsByPerp: [{ symbol: BTC, positionQty: -1.14481, transferPrice: 61_000, absLiquidationFee: 0 }] },
    ]);
    tape.close();
    await world.stop();
  });

  test("a fund that owes money halts withdrawals and transfers until it is topped up", async () => {
    const world = new FailingAccounts();
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
    // Trading continues.
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
