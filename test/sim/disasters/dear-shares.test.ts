// The provider of a vault had a single millionth of a share, and sent money to its fund's account until that millionth
// was worth tens of thousands. An investor's deposit then bought only whole millionths, or none, and rounding gave the
// rest to the provider: of 119,000, 8,950 were left.
//
// Here a provider keeps 50,000 shares, however little they are worth, and the part of a deposit that does not buy a
// whole millionth is returned.

import { expect, test } from "bun:test";
import { type DisasterStage as AnyStage, DisasterStage, USDC } from "./disaster-stage.ts";

const VAULT = `0x${"5a".repeat(32)}`;
const INVESTED = 119_000;

function request(stage: AnyStage, account: number, operation: string, amount: number) {
  return stage.send({ type: "request_vault_operation", account, vaultId: VAULT, operation, amount } as never);
}

function nextPeriod(stage: AnyStage): void {
  stage.leap(4 * 3_600_000);
  stage.tick();
}

/** An investor's money: in his account, and as his fraction of all shares. */
function worthOf(stage: AnyStage, investor: number, fund: number): number {
  const { engine, numbers } = stage.venue;
  const account = numbers[investor]!;
  const { mainShares, vaultStrategyShares, providerStrategyShares } = engine.vaults.vault(VAULT)!;
  const waits = engine.vaults.operations(VAULT).reduce((sum, { unsettled }) => sum + unsettled, 0) / USDC;
  const part = mainShares === 0 ? 0 : engine.vaults.shares(VAULT, account).total / mainShares;
  const ofFund = (part * vaultStrategyShares) / Math.max(1, vaultStrategyShares + providerStrategyShares);
  return stage.worth(investor) + waits + ofFund * stage.worth(fund);
}

test.each([
  [1, 60_000],
  [3, 178_600],
  [50_000_000_000, 200_000],
])("a provider of %d millionths of a share, who sends them %d, takes nothing of a deposit", async (shares, gift) => {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: 60_000 }]);
  const provider = stage.trader(500_000);
  const investor = stage.trader(INVESTED);
  const fund = stage.venue.numbers.length;
  const accountId = `0x${"f".padStart(64, "0")}`;
  stage.accepted({ type: "add_sub_account", account: provider, number: 1, accountId, description: "fund" } as never);
  const terms = { name: "dear", kind: "operator", performanceFeePercent: 0 };
  stage.accepted({ type: "create_vault", vaultId: VAULT, provider, fund, ...terms } as never);
  stage.accepted(requestOf(provider, "SP_DEPOSIT", shares) as never);
  nextPeriod(stage);
  stage.transfer(provider, fund, gift * USDC);
  stage.send({ type: "set_vault_state", vaultId: VAULT, state: "live" } as never);
  // A share's price is set at the start of a period: after one more start, a share is expensive.
  nextPeriod(stage);
  stage.send({ type: "set_vault_state", vaultId: VAULT, state: "live" } as never);
  request(stage, investor, "LP_DEPOSIT", INVESTED * USDC);
  nextPeriod(stage);
  // A millionth for each share that he could have bought.
  expect(worthOf(stage, investor, fund)).toBeGreaterThan(INVESTED - 0.3);
  stage.leap(50 * 3_600_000);
  const { available } = stage.venue.engine.vaults.shares(VAULT, stage.venue.numbers[investor]!);
  if (available > 0) request(stage, investor, "LP_WITHDRAW", available);
  nextPeriod(stage);
  expect(worthOf(stage, investor, fund)).toBeGreaterThan(INVESTED - 0.6);
  await stage.end();
});

function requestOf(account: number, operation: string, amount: number) {
  return { type: "request_vault_operation", account, vaultId: VAULT, operation, amount };
}
