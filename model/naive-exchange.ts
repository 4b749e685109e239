// The whole venue as a slow, obvious model: the effect of each command, written as the rules put it, without regard to
// speed. It shares only the vocabulary of commands with the engine that it judges. Rules 0 to 9, 11; refusals in the
// order of rules 1.3.

import { type Command, type MarginMode, type OrderStatus, type RejectionName, rejectionNumber } from "@evermark/engine";
import { algoAmendmentRules } from "./book/algo/algo-amendment-rules.ts";
import { algoCancellationRules } from "./book/algo/algo-cancellation-rules.ts";
import { algoPlacementRules } from "./book/algo/algo-placement-rules.ts";
import { amendmentRules } from "./book/entry/amendment-rules.ts";
import { orderRules } from "./book/entry/order-rules.ts";
import { openOrders, visibleLevels } from "./book/orders/sorted-book.ts";
import { accountRules } from "./business/accounts/account-rules.ts";
import { delegateRules } from "./business/accounts/delegate-rules.ts";
import { feeSettingRules } from "./business/accounts/fee-setting-rules.ts";
import { keyRules } from "./business/accounts/key-rules.ts";
import { leverageRules } from "./business/accounts/leverage-rules.ts";
import { subAccountRules } from "./business/accounts/sub-account-rules.ts";
import { depositRules } from "./business/funds/deposit-rules.ts";
import { fundRules } from "./business/funds/fund-rules.ts";
import { withdrawalRules } from "./business/funds/withdrawal-rules.ts";
import { announcementRules } from "./business/market/announcement-rules.ts";
import { delistingRules } from "./business/market/delisting-rules.ts";
import { listingRules } from "./business/market/listing-rules.ts";
import { maintenanceRules } from "./business/market/maintenance-rules.ts";
import { marketStateRules } from "./business/market/market-state-rules.ts";
import { strategyVaultRules } from "./business/vaults/strategy-vault-rules.ts";
import { marginFigures, positionFigures } from "./money/margin/figures.ts";
import { forgetIfEmpty } from "./money/rows/row-fills.ts";
import { noteStandstills } from "./permissions/naive-standstill.ts";
import { claimRules } from "./risk/liquidation/claim-rules.ts";
import { insuranceRules } from "./risk/liquidation/insurance-rules.ts";
import { checkAll } from "./risk/liquidation/naive-liquidation.ts";
import { brokenInvariant } from "./run/invariants.ts";
import { once } from "./run/once.ts";
import { clockRules } from "./run/tick.ts";
import type { Outcome } from "./state/command-outcomes.ts";
import type { NaiveRule, NaiveRules } from "./state/naive-rules.ts";
import { emptyState, everyAccount, type NaiveState, openInterest } from "./state/naive-state.ts";
import { inLots, inTicks } from "./state/records/naive-market.ts";
import type { NaiveOrder } from "./state/records/naive-order.ts";
import { type NaiveEvent, NaiveReports } from "./state/reports.ts";

export interface NaiveAnswer {
  readonly rejection: RejectionName | null;
  readonly rejectionCode: number | null;
  readonly orderId: number;
  readonly algoOrderId: number;
  readonly status: OrderStatus;
  readonly replayed: boolean;
  readonly expectedTriggerTime: number;
  readonly count: number;
  readonly created: number;
  readonly events: readonly NaiveEvent[];
}

export class NaiveExchange {
  state: NaiveState = emptyState();
  private reports = new NaiveReports();

  apply(command: Command): NaiveAnswer {
    this.reports = new NaiveReports();
    this.state.now = command.at;
    const outcome = once(this.state, command, () =>
      (RULES[command.type] as NaiveRule<Command>)(this.state, command, this.reports),
    );
    noteStandstills(this.state);
    checkAll(this.state, this.reports);
    for (const each of everyAccount(this.state)) [...each.rows, ...each.isolated].forEach(forgetIfEmpty);
    const { rejection = null } = outcome;
    return {
      rejection,
      rejectionCode: outcome.rejectionCode ?? (rejection === null ? null : rejectionNumber(rejection)),
      orderId: outcome.orderId ?? 0,
      algoOrderId: outcome.algoOrderId ?? 0,
      status: outcome.status ?? "NEW",
      replayed: outcome.replayed ?? false,
      expectedTriggerTime: outcome.expectedTriggerTime ?? 0,
      count: outcome.count ?? 0,
      created: outcome.created ?? 0,
      events: this.reports.events,
    };
  }

  // Read access.

  margin(account: number) {
    return marginFigures(this.state, this.state.accounts[account]!);
  }

  position(account: number, market: number, mode: MarginMode) {
    return positionFigures(this.state, this.state.accounts[account]!, this.state.markets[market]!, mode);
  }

  bookSide(market: number, side: "BUY" | "SELL"): { price: number; quantity: number }[] {
    const of = this.state.markets[market]!;
    return visibleLevels(this.state, market, side).map((level) => ({
      price: inTicks(of, level.price),
      quantity: inLots(of, level.quantity),
    }));
  }

  /** By ascending id. */
  openOrders(account: number, market: number): NaiveOrder[] {
    return openOrders(this.state, account, market);
  }

  openInterest(market: number): bigint {
    return openInterest(this.state, this.state.markets[market]!);
  }

  brokenInvariant(): string | null {
    return brokenInvariant(this.state);
  }
}

const nothing = (): Outcome => ({});

const RULES: NaiveRules = {
  ...orderRules,
  ...amendmentRules,
  ...algoPlacementRules,
  ...algoAmendmentRules,
  ...algoCancellationRules,
  ...claimRules,
  ...insuranceRules,
  ...accountRules,
  ...subAccountRules,
  ...delegateRules,
  ...keyRules,
  ...leverageRules,
  ...feeSettingRules,
  ...fundRules,
  ...depositRules,
  ...withdrawalRules,
  ...listingRules,
  ...marketStateRules,
  ...delistingRules,
  ...maintenanceRules,
  ...announcementRules,
  ...strategyVaultRules,
  ...clockRules,

  mark_notifications: nothing,
  set_hash_key: nothing,
  set_behaviour: nothing,
  confirm_digest: nothing,
};
