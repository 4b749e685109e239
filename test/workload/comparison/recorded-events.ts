// The engine's events about money and positions for one command, by kind and in order, with the engine's own account
// numbers.

import {
  type Engine,
  type FundingEvent,
  type FundsEvent,
  INSURANCE,
  type LedgerEntry,
  type LiquidationEvent,
  type Listener,
  type PositionTransfer,
  silent,
} from "@evermark/engine";

export class RecordedEvents {
  readonly transfers: PositionTransfer[] = [];
  readonly liquidations: LiquidationEvent[] = [];
  readonly fundings: FundingEvent[] = [];
  readonly funds: FundsEvent[] = [];
  readonly entries: LedgerEntry[] = [];

  readonly listener: Listener = {
    ...silent,
    transfer: (transfer) => this.transfers.push(transfer),
    liquidation: (event) => this.liquidations.push(event),
    funding: (event) => this.fundings.push(event),
    funds: (event) => this.funds.push(event),
    ledger: (entry) => this.entries.push({ ...entry }),
  };
}

/** The id of a user's account, "fund" for the insurance fund, "" for other system accounts. */
export function idOf(engine: Engine, account: number): string {
  if (account === INSURANCE) return "fund";
  const { accountId } = engine.account(account);
  return engine.findAccount(accountId) === account ? accountId : "";
}
