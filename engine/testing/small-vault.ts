// A strategy vault on the small exchange: C is the provider, a sub-account of C is the fund, A and B are investors, and the
// fund trades against D. Shared by the tests of vaults.

import { assert } from "../base/fault.ts";
import { micros, millis } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import type { VaultEvent } from "../language/events/events.ts";
import type { VaultView } from "../language/views/views.ts";
import { wordsOf } from "./refusal-codes.ts";
import { START } from "./setup.ts";
import { type Applied, C, SmallExchange, USDC } from "./small-exchange.ts";

export const VAULT = `0x${"5".repeat(64)}`;
const HOUR = 3_600_000;

export class SmallVault extends SmallExchange {
  readonly fund: number;

  constructor(performanceFeePercent = 20, kind: "operator" | "permissionless" = "operator") {
    super();
    this.fund = this.apply({
      type: "add_sub_account",
      at: START,
      account: C,
      number: 1,
      accountId: "0xfund",
      description: "fund",
    }).created;
    const terms = { vaultId: VAULT, name: "Steady", provider: C, fund: this.fund, kind, performanceFeePercent };
    const { rejection } = this.apply({ type: "create_vault", at: START, ...terms });
    assert(rejection === null, "the vault is created", { message: wordsOf(rejection) });
  }

  /** A vault that is open to investors: its provider has put in 100,000. */
  static live(performanceFeePercent = 20): SmallVault {
    const vault = new SmallVault(performanceFeePercent);
    vault.ask(C, "SP_DEPOSIT", 100_000 * USDC);
    vault.nextPeriod();
    const { rejection } = vault.set("live");
    assert(rejection === null, "the vault goes live", { message: wordsOf(rejection) });
    return vault;
  }

  /** Leaves out the hourly valuations, so that only events of commands and of period starts remain. */
  override apply(command: Command): Applied {
    const applied = super.apply(command);
    return { ...applied, vault: applied.vault.filter(({ type }) => type !== "valued") };
  }

  get vault(): VaultView {
    return this.engine.vaults.vault(VAULT)!;
  }

  ask(
    account: number,
    operation: "LP_DEPOSIT" | "LP_WITHDRAW" | "SP_DEPOSIT" | "SP_WITHDRAW",
    amount: number,
  ): Applied {
    return this.apply({ type: "request_vault_operation", at: START, account, vaultId: VAULT, operation, amount });
  }

  set(state: "live" | "closing"): Applied {
    return this.apply({ type: "set_vault_state", at: START, vaultId: VAULT, state });
  }

  /** Runs the next period start. @returns its events */
  nextPeriod(): VaultEvent[] {
    return this.apply({ type: "tick", at: this.vault.nextPeriodAt }).vault;
  }

  /** Runs one tick the given number of hours from now: for lock-ups. */
  after(hours: number): VaultEvent[] {
    return this.apply({ type: "tick", at: millis(this.engine.now + hours * HOUR) }).vault;
  }

  /** Makes the fund gain `usdc`: a gift to it from the account `from`. */
  gain(usdc: number, from: number): void {
    const receivers = [{ account: this.fund, amount: micros(usdc * USDC) }];
    const nonce = this.apply({ type: "issue_nonce", at: START, account: from, kind: "transfer" }).created;
    const { rejection } = this.apply({ type: "transfer_funds", at: START, account: from, receivers, nonce });
    assert(rejection === null, "the gift is accepted", { message: wordsOf(rejection) });
  }

  holding(account: number): number {
    return this.engine.margin(account).holding;
  }
}

/** Operations in an event list, each as [id, state, result]. */
export function steps(events: readonly VaultEvent[]): [number, string, number][] {
  return events.flatMap((each) =>
    each.type === "operation" ? [[each.operationId, each.state, each.result] as [number, string, number]] : [],
  );
}
