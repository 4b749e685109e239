// An engine whose events about money and positions are kept until a test asks: what `SideBySide` has no place for.

import type { Command } from "../language/commands/commands.ts";
import {
  type FundingEvent,
  type FundsEvent,
  type LedgerEntry,
  type LiquidationEvent,
  type Listener,
  type PositionTransfer,
  silent,
} from "../language/events/events.ts";
import type { Answer } from "../language/views/views.ts";
import { INSURANCE } from "../memory/account/accounts.ts";
import { readSnapshot } from "../memory/snapshot.ts";
import { Engine } from "../run/engine.ts";

/** What one command made the engine say, by kind and in order. */
interface Heard {
  readonly transfers: PositionTransfer[];
  readonly liquidations: LiquidationEvent[];
  readonly fundings: FundingEvent[];
  readonly funds: FundsEvent[];
  readonly entries: LedgerEntry[];
}

const nothing = (): Heard => ({ transfers: [], liquidations: [], fundings: [], funds: [], entries: [] });

export class OverheardEngine extends Engine {
  heard: Heard = nothing();

  static override restore(snapshot: Uint8Array): OverheardEngine {
    return new OverheardEngine(readSnapshot(snapshot));
  }

  override apply(command: Command, out: Listener): Answer {
    const heard = nothing();
    this.heard = heard;
    // Called on `out` itself, which may keep what it hears.
    const methods = out as unknown as Record<string, (...said: unknown[]) => void>;
    const passed = Object.fromEntries(
      Object.keys(silent).map((name) => [name, (...said: unknown[]) => methods[name]!(...said)]),
    ) as unknown as Listener;
    return super.apply(command, {
      ...passed,
      transfer: (transfer) => {
        heard.transfers.push(transfer);
        out.transfer(transfer);
      },
      liquidation: (event) => {
        heard.liquidations.push(event);
        out.liquidation(event);
      },
      funding: (event) => {
        heard.fundings.push(event);
        out.funding(event);
      },
      funds: (event) => {
        heard.funds.push(event);
        out.funds(event);
      },
      ledger: (entry) => {
        heard.entries.push(entry);
        out.ledger(entry);
      },
    });
  }

  /** The id of a user's account, "fund" for INSURANCE, "" for the system's others. */
  idOf(account: number): string {
    if (account === INSURANCE) return "fund";
    const { accountId } = this.account(account);
    return this.findAccount(accountId) === account ? accountId : "";
  }
}
