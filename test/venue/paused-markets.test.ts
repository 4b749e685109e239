// A paused market, from outside: in a liquidation only its own positions wait, and while its price is in doubt nothing
// leaves the accounts that hold a position there. Rules 7.1, 7.7, 11.4.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { expectRefusal } from "./outside/expected-refusal.ts";
import { BTC, ETH, FailingAccounts, positionOf, positionsOf } from "./outside/failing-accounts.ts";
import { post, type Row } from "./outside/outside-caller.ts";
import { holdingOf, openSubAccount, transfer } from "./outside/outside-funds.ts";
import { OutsideStream } from "./outside/outside-stream.ts";
import { accepted, type Trader } from "./outside/trader.ts";

const world = new FailingAccounts();
beforeAll(() => world.start(25_000));
afterAll(() => world.stop());

async function setState(symbol: string, state: string): Promise<void> {
  accepted(await post(`${world.venue.url}/sandbox/market`, { symbol, state, reason: "a look at the feed" }));
}

const ids = (rows: readonly Row[], type: string) => rows.filter((row) => row.type === type);

test("a position in a halted market stays with its owner, and so does the debt, until the market resumes", async () => {
  const user = await world.trader(5_000);
  const own = await OutsideStream.openPrivate(world.venue, user);
  for (const topic of ["liquidationsaccount", "balance"]) await own.subscribe(topic);
  await world.open(user, BTC, 2, 63_000, 100);
  await world.open(user, ETH, 10, 3_100, 100);
  await setState(ETH, "HALTED");
  // 5,000 − 6,000 of BTC: the BTC goes to the fund at 60,000, the remaining 31,000 of ETH can't.
  await world.prices({ [BTC]: 60_000 });
  expect(await positionsOf(user)).toMatchObject({
    total_collateral_value: -1_000,
    rows: [{ symbol: ETH, position_qty: 10 }],
  });
  expect(await holdingOf(user)).toBe(-1_000);
  const [row] = accepted(await user.get("/v1/liquidations")).data.rows!;
  expect(row).toMatchObject({
    transfer_amount_to_insurance_fund: 0,
    collateral_value: -1_000,
    position_notional: 151_000,
    positions_by_perp: [{ symbol: BTC, position_qty: 2, transfer_price: 60_000 }],
  });
  const [frame] = await own.take("liquidationsaccount", 1);
  expect(frame!.data).toMatchObject([{ transferAmountToInsuranceFund: 0, positionsByPerp: [{ symbol: BTC }] }]);
  const balance = await own.next(
    ({ topic, data }) => topic === "balance" && (data.balances as { USDC: Row }).USDC.holding === -1_000,
  );
  expect(balance.data.balances).toMatchObject({ USDC: { holding: -1_000 } });
  own.close();

  // The fund's figures are its own. Nothing of the account is on offer, but the fund's BTC is.
  expect(await world.fund()).toMatchObject({ balance: 25_000, total_collateral_value: 25_000 });
  expect([ids(await world.offers(), "liquidated"), ids(await world.offers(), "claim").length]).toEqual([[], 1]);
  expectRefusal(await user.order({ symbol: BTC, order_price: 55_000 }), [400, -1012]);

  await setState(ETH, "ACTIVE");
  expect(await positionsOf(user)).toMatchObject({ total_collateral_value: 0, rows: [] });
  expect([await holdingOf(user), (await world.fund()).balance]).toEqual([0, 24_000]);
  const listed = (await world.publicData("/v1/public/liquidated_positions")).rows!;
  expect(listed.map((each) => [each.type, each.transfer_amount_to_insurance_fund])).toEqual([
    ["takeover", -1_000],
    ["takeover", 0],
  ]);
  expectRefusal(await user.order({ symbol: BTC, order_price: 55_000, order_quantity: 1 }), [400, -1101]);
});

test("nothing leaves an account that holds a position in a halted market, in any way", async () => {
  const user = await world.trader(50_000);
  const sub = await openSubAccount(user);
  await world.open(user, BTC, 0.1, 60_000, 10);
  const isolated = { symbol: ETH, margin_mode: "ISOLATED", order_quantity: 1, order_price: 3_100 };
  accepted(await user.order({ ...isolated, side: "BUY" }));
  accepted(await world.house.order({ ...isolated, margin_mode: "CROSS", side: "SELL" }));
  const margin = (trader: Trader, type: string) =>
    trader.post("/v1/position_margin", { symbol: ETH, amount: "1", type });
  accepted(await margin(user, "ADD"));
  await setState(BTC, "HALTED");

  const ways = [
    await transfer(user, sub.accountId, 1),
    await user.post("/v1/client/leverages", { symbol: BTC, leverage: 20 }),
    await user.post("/v1/client/leverages", { leverage: 20 }),
    await user.post("/v1/client/margin_mode", { symbol: BTC, default_margin_mode: "ISOLATED" }),
    await margin(user, "ADD"),
  ];
  for (const refused of ways) {
    expectRefusal(refused, [400, -1012]);
    expect(refused.json.message).toContain(`its position in ${BTC} can't be liquidated: it is halted`);
  }
  // What gives nothing away is still allowed, and so are orders that the account can bear beside its frozen position.
  accepted(await margin(user, "REDUCE"));
  accepted(await user.order({ ...isolated, side: "BUY", order_price: 3_000 }));
  accepted(await user.post("/v1/client/leverages", { symbol: BTC, leverage: 5 }));
  accepted(await user.order({ symbol: ETH, order_price: 3_000, order_quantity: 0.1 }));

  await setState(BTC, "ACTIVE");
  accepted(await transfer(user, sub.accountId, 1));
  accepted(await margin(user, "REDUCE"));
  expect((await positionOf(user, BTC)).position_qty).toBe(0.1);
});
