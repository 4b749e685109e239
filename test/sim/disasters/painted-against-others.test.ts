// Two quotes around the end of a minute move the mark of an empty book by an eighth of a per cent. That was enough to
// liquidate an account that was sound at the index, and to claim its position (7,875 of two million); to trigger
// another trader's stop into the painter's bid at the far end of the price range (55,490); and to buy shares of a vault
// at a painted value (1,560).
//
// Here no account is liquidated that is sound at the index, a stop triggers only if the index is there too, and trades
// near it, and a vault's shares are priced at index prices, which can't be painted.

import { describe, expect, test } from "bun:test";
import { START } from "@evermark/engine/testing/setup.ts";
import { DisasterStage, ONE, USDC } from "./disaster-stage.ts";
import { PRICE, RingWallets, SIZE, walk } from "./ring-of-wallets.ts";

const MINUTE_MS = 60_000;
const VAULT = `0x${"5b".repeat(32)}`;

/** Places quotes of more than the impact notional, both on one side of the index, around the end of a minute. */
function paint(stage: DisasterStage, bidder: number, seller: number, price: number, by: number): void {
  const { now } = stage.venue.engine;
  stage.tick((MINUTE_MS - ((now - START) % MINUTE_MS)) / 1_000 - 1);
  const size = Math.ceil(1.1e7 / price) / 100;
  for (const [account, side, off] of [
    [bidder, "BUY", by],
    [seller, "SELL", by + 0.0005],
  ] as const)
    stage.limit(account, side, Math.round(price * (1 + off)), size);
  stage.tick(2);
}

async function staged() {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: PRICE }]);
  stage.topUp(1_000_000);
  const wallets = new RingWallets(stage);
  const maker = stage.trader(1_000_000);
  const victim = stage.trader(21_100);
  stage.leverage(maker, 100);
  stage.leverage(victim, 100);
  return { stage, wallets, maker, victim, painters: [wallets.open(200_000), wallets.open(200_000)] as const };
}

describe("a painted mark", () => {
  test("liquidates no account that is sound at the index", async () => {
    const { stage, wallets, maker, victim, painters } = await staged();
    stage.trade(victim, "BUY", maker, PRICE, SIZE);
    walk(stage, PRICE, PRICE * 0.997);
    const index = PRICE * 0.997;
    expect(stage.isLiquidating(victim)).toBe(false);
    paint(stage, painters[0], painters[1], index, -0.0295);
    expect(stage.mark()).toBeLessThan(index);
    const { maintenanceMargin, totalCollateral } = stage.margin(victim);
    expect(totalCollateral).toBeLessThan(maintenanceMargin);
    const [offer] = stage.venue.engine.liquidations.offers();
    if (offer !== undefined) {
      const terms = { liquidationId: offer.liquidationId, ratio: 100_000_000, extraRatio: 0, limits: [], ratios: [] };
      stage.send({ type: "claim_liquidation", account: painters[0], ...terms } as never);
    }
    expect(stage.isLiquidating(victim)).toBe(false);
    expect(stage.position(victim).quantity as number).toBe(3_300_000);
    expect(wallets.gain).toBeLessThanOrEqual(0);
    await stage.end();
  });

  test("triggers no stop while the index is elsewhere, and none into a far bid when the index is there", async () => {
    const { stage, wallets, maker, victim, painters } = await staged();
    stage.deposit(victim, 300_000);
    stage.trade(victim, "BUY", maker, PRICE, SIZE);
    const stop = { algoType: "STOP", side: "SELL", orderType: "MARKET", triggerPrice: PRICE * 0.9995 * ONE };
    stage.accepted({
      ...{ type: "place_algo_order", account: victim, market: 0, ...stop, quantity: SIZE * ONE, price: 0 },
      ...{ activatedPrice: 0, callbackRate: 0, callbackValue: 0, reduceOnly: true, visible: true },
      ...{ clientOrderId: "", tag: "", marginMode: "CROSS", children: [] },
    } as never);
    stage.limit(painters[1], "BUY", PRICE * 0.9715, SIZE);
    paint(stage, painters[0], painters[1], PRICE, -0.0285);
    expect(stage.mark()).toBeLessThan(PRICE * 0.9995);
    expect(stage.position(victim).quantity as number).toBe(3_300_000);
    // The index has reached the trigger price: the stop is triggered and waits for a bid within its bound.
    for (const painter of painters) stage.cancelAll(painter);
    stage.limit(painters[1], "BUY", PRICE * 0.9715, SIZE);
    walk(stage, PRICE, PRICE * 0.999);
    expect(stage.position(victim).quantity as number).toBe(3_300_000);
    stage.limit(maker, "BUY", PRICE * 0.996, SIZE);
    stage.tick();
    expect(stage.position(victim).quantity as number).toBe(0);
    expect(wallets.gain).toBeLessThanOrEqual(0);
    await stage.end();
  });

  test("sells no vault shares for less than they are worth at the index", async () => {
    const { stage, wallets, maker, painters } = await staged();
    const provider = stage.trader(60_000);
    const fund = stage.venue.numbers.length;
    const accountId = `0x${"e".padStart(64, "0")}`;
    stage.accepted({ type: "add_sub_account", account: provider, number: 1, accountId, description: "fund" } as never);
    const terms = { name: "honest", kind: "operator", performanceFeePercent: 0 };
    stage.accepted({ type: "create_vault", vaultId: VAULT, provider, fund, ...terms } as never);
    const request = (account: number, operation: string, amount: number) =>
      stage.accepted({ type: "request_vault_operation", account, vaultId: VAULT, operation, amount } as never);
    request(provider, "SP_DEPOSIT", 60_000 * USDC);
    stage.leap(4 * 3_600_000);
    stage.accepted({ type: "set_vault_state", vaultId: VAULT, state: "live" } as never);
    stage.leverage(fund, 100);
    stage.trade(fund, "BUY", maker, PRICE, SIZE);
    const investor = wallets.open(200_000);
    request(investor, "LP_DEPOSIT", 190_000 * USDC);
    const { nextPeriodAt } = stage.venue.engine.vaults.vault(VAULT)!;
    stage.leap(nextPeriodAt - stage.venue.engine.now - 90_000);
    paint(stage, painters[0], painters[1], PRICE, -0.0295);
    stage.tick(70);
    expect(stage.mark()).toBeLessThan(PRICE);
    const { mainShares, vaultStrategyShares, providerStrategyShares } = stage.venue.engine.vaults.vault(VAULT)!;
    expect(mainShares).toBeGreaterThan(0);
    const part = vaultStrategyShares / (vaultStrategyShares + providerStrategyShares);
    expect(stage.worth(investor) + part * stage.worth(fund)).toBeLessThanOrEqual(200_000 + 0.01);
    await stage.end();
  });
});
