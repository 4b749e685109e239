// Before a vault's launch its provider redeemed every share. The fund had a position, so part of the money could not be
// paid at once; the position then lost more than the money that was left. The provider deposited again, for shares at
// the last price, and part of the deposit went to what the fund still owed: the shares were worth less than they cost,
// which no state may show, and the whole venue stopped and could not restart from its journal.
//
// Here a fund that has less than it owes sells no shares: the money is returned.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const VAULT = `0x${"5a".repeat(32)}`;

test("a fund that owes more than it has sells no shares, and the venue continues", async () => {
  const stage = await DisasterStage.open([{ symbol: "PERP_BTC_USDC", price: 60_000 }]);
  const provider = stage.trader(200_000);
  const maker = stage.trader(1_000_000);
  const fund = stage.venue.numbers.length;
  const accountId = `0x${"f".padStart(64, "0")}`;
  stage.accepted({ type: "add_sub_account", account: provider, number: 1, accountId, description: "fund" });
  const terms = { name: "debt", kind: "operator", performanceFeePercent: 0 } as const;
  stage.accepted({ type: "create_vault", vaultId: VAULT, provider, fund, ...terms });
  const vault = () => stage.venue.engine.vaults.vault(VAULT)!;
  const request = (operation: "SP_DEPOSIT" | "SP_WITHDRAW", amount: number) => {
    stage.accepted({ type: "request_vault_operation", account: provider, vaultId: VAULT, operation, amount });
    stage.leap(vault().nextPeriodAt - stage.venue.engine.now);
  };
  request("SP_DEPOSIT", 100_000 * USDC);
  stage.trade(fund, "BUY", maker, 60_000, 10);
  request("SP_WITHDRAW", vault().providerStrategyShares);
  const [{ unpaid } = { unpaid: 0 }] = stage.venue.engine.vaults.operations(VAULT);
  expect(unpaid).toBeGreaterThan(50_000 * USDC);
  stage.says(59_000);
  stage.tick();

  const before = stage.worth(provider);
  request("SP_DEPOSIT", 100_000 * USDC);
  expect([vault().providerStrategyShares, stage.worth(provider)]).toEqual([0, before]);
  // The price rises by a thousand, and the fund has what it owes.
  stage.says(61_000);
  stage.tick();
  request("SP_DEPOSIT", 100_000 * USDC);
  expect(vault().providerStrategyShares).toBeGreaterThan(99_000 * USDC);
  await stage.end();
});
