// The strategy provider and those who invest with it: a vault over a sub-account, deposits and withdrawals of both
// sides, trades of the fund, and at last the closing.

import type { Character, Draft, Floor } from "../floor.ts";
import { USDC } from "../floor.ts";
import { taker } from "./taker.ts";

const VAULT = `0x${"5a".repeat(32)}`;

export const provider: Character = (floor, account) => {
  const { dice } = floor;
  if (!floor.plays("create_vault")) return taker(floor, account);
  const vault = floor.engine.vaults.vault(VAULT);
  if (vault === undefined) return found(floor, account);
  const operation = (who: number, name: string, amount: number): Draft =>
    ({ type: "request_vault_operation", account: who, vaultId: VAULT, operation: name, amount }) as never;
  switch (
    dice.weighted({ trade: 6, provide: 2, live: vault.state === "pre_launch" ? 3 : 1, invest: 4, redeem: 3, close: 1 })
  ) {
    case "trade": {
      const fund = floor.opening(vault.fund);
      return fund < 0 ? undefined : taker(floor, fund);
    }
    case "provide":
      return dice.chance(700)
        ? operation(account, "SP_DEPOSIT", dice.pick([60_000, 500]) * USDC)
        : operation(account, "SP_WITHDRAW", dice.pick([1_000, 1, 70_000]) * USDC);
    case "live":
      return { type: "set_vault_state", vaultId: VAULT, state: "live" };
    case "invest":
      return operation(floor.someone(), "LP_DEPOSIT", dice.pick([5, 10, 1_000, 20_000]) * USDC);
    case "redeem": {
      const who = floor.someone();
      const { available } = floor.engine.vaults.shares(VAULT, floor.number(who));
      return operation(who, "LP_WITHDRAW", Math.max(1, Math.floor(available / dice.pick([1, 2, 10]))));
    }
    case "close":
      return dice.chance(100) ? { type: "set_vault_state", vaultId: VAULT, state: "closing" } : undefined;
  }
};

/** A sub-account first, then the vault over it. */
function found(floor: Floor, account: number): Draft[] {
  const subs = floor.engine.subAccounts(floor.number(account));
  if (subs.length === 0) {
    const accountId = `0x${(0x8000 - account).toString(16).padStart(64, "0")}`;
    return [{ type: "add_sub_account", account, number: 1, accountId, description: "the fund" }];
  }
  const kind = floor.dice.pick(["operator", "operator", "permissionless"] as const);
  const vault = { type: "create_vault", vaultId: VAULT, name: "trend", provider: account, kind } as const;
  return [{ ...vault, fund: floor.opening(subs[0]!), performanceFeePercent: floor.dice.pick([0, 20, 50]) }];
}
