// A vault settles deposits and withdrawals at its fund's value when a period begins. One period began while the fund's
// only market was halted, at a mark that everyone knew to be wrong: investors who had asked in time bought shares for
// less than they were worth, at the expense of the holders.
//
// Here a period waits until every market in which the fund holds something is live and believed, and begins on the
// first such tick, at the prices of that moment. Requests made after the hour at which it was due belong to the next
// period.

import { expect, test } from "bun:test";
import { DisasterStage, USDC } from "./disaster-stage.ts";

const VAULT = `0x${"5a".repeat(32)}`;
const K = 1_000 * USDC;

/** A vault of 200,000, half of it an investor's; its fund is long 1,000 SOL at 150. */
async function staged() {
  const stage = await DisasterStage.open([{ price: 150 }]);
  const provider = stage.trader(100_000);
  const accountId = `0x${"f".repeat(64)}`;
  stage.accepted({ type: "add_sub_account", account: provider, number: 1, accountId, description: "the fund" });
  const fund = stage.venue.numbers.length - 1;
  const terms = { vaultId: VAULT, name: "trend", provider, fund, kind: "operator", performanceFeePercent: 0 } as const;
  stage.accepted({ type: "create_vault", ...terms });
  const [early, late, maker] = [stage.trader(200_000), stage.trader(100_000), stage.trader(1_000_000)];
  ask(stage, provider, "SP_DEPOSIT", 100 * K);
  nextPeriod(stage);
  stage.accepted({ type: "set_vault_state", vaultId: VAULT, state: "live" });
  ask(stage, early, "LP_DEPOSIT", 100 * K);
  nextPeriod(stage);
  stage.trade(fund, "BUY", maker, 150, 1_000);
  return { stage, early, late };
}

type Operation = "SP_DEPOSIT" | "LP_DEPOSIT";

function ask(stage: DisasterStage, account: number, operation: Operation, amount: number): void {
  stage.accepted({ type: "request_vault_operation", account, vaultId: VAULT, operation, amount });
}

function vaultOf(stage: DisasterStage) {
  return stage.venue.engine.vaults.vault(VAULT)!;
}

function sharesOf(stage: DisasterStage, account: number): number {
  return stage.venue.engine.vaults.shares(VAULT, stage.venue.numbers[account]!).total;
}

/** Lets time pass until `before` milliseconds before the next period is due. */
function until(stage: DisasterStage, before: number): void {
  stage.leap(vaultOf(stage).nextPeriodAt - before - stage.venue.engine.now);
}

function nextPeriod(stage: DisasterStage): void {
  const { period } = vaultOf(stage);
  until(stage, 0);
  expect(vaultOf(stage).period).toBe(period + 1);
}

test("a period that is due while the fund's market is halted begins when its price is believed again", async () => {
  const { stage, early, late } = await staged();
  until(stage, 60_000);
  const due = vaultOf(stage).nextPeriodAt;
  stage.says("silent");
  stage.tick(22);
  expect(stage.market().state).toBe("HALTED");
  // The price is already 180 elsewhere.
  ask(stage, early, "LP_DEPOSIT", 100 * K);
  stage.leap(due - stage.venue.engine.now);
  stage.tick(20);
  expect(vaultOf(stage)).toMatchObject({ period: 2, queuedDeposits: 100 * K });
  ask(stage, late, "LP_DEPOSIT", 100 * K);

  stage.says(180);
  stage.tick(29);
  expect(stage.market().state).toBe("HALTED");
  expect(vaultOf(stage).period).toBe(2);
  for (let second = 0; vaultOf(stage).period === 2 && second < 10; second++) stage.tick();
  // 200,000 less 90 of fees and 30,000 more, for 200,000 shares. At the halted mark a share would have been 0.99955.
  expect(stage.market().state).toBe("ACTIVE");
  expect(vaultOf(stage)).toMatchObject({ period: 3, mainPrice: 114_955_000, queuedDeposits: 100 * K });
  expect(vaultOf(stage).nextPeriodAt - due).toBe(3 * 3_600_000);
  // 100,000 at 1.14955.
  expect(sharesOf(stage, early)).toBe(100 * K + 86_990_561_524);
  expect(sharesOf(stage, late)).toBe(0);

  nextPeriod(stage);
  expect(sharesOf(stage, late)).toBeGreaterThan(86_900 * USDC);
  expect(vaultOf(stage).queuedDeposits as number).toBe(0);
  await stage.end();
});
