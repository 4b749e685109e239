// The whole venue as a slow, obvious model: what each command does, in the words of the rules, with no thought of speed.
// It shares the vocabulary of commands and nothing else with the engine that it judges. Rules 0 to 9, 11; refusals in the
// order of rules 1.3.

import {
  type CancelOrder,
  type Command,
  type ListMarket,
  type MarginMode,
  type OpenAccount,
  type OrderStatus,
  type PlaceOrder,
  type RejectionName,
  rejectionNumber,
} from "@evermark/engine";
import { openInterest } from "./acceptance.ts";
import { addMarketTo, newAccount, systemAccount } from "./accounts.ts";
import { algoAmendmentRules } from "./algo-amendment.ts";
import { algoCancellationRules } from "./algo-cancellation.ts";
import { algoPlacementRules } from "./algo-placement.ts";
import { amendmentRules } from "./amendment.ts";
import { announcementRules } from "./announcements.ts";
import { cancel, openOrders, visibleLevels } from "./book.ts";
import { claimRules } from "./claims.ts";
import { delegateRules } from "./delegates.ts";
import { delistingRules } from "./delisting.ts";
import { depositRules } from "./deposits.ts";
import { feeSettingRules } from "./fee-settings.ts";
import { addBrokerFees } from "./fees.ts";
import { marginFigures, positionFigures } from "./figures.ts";
import { fundRules } from "./funds.ts";
import { insuranceRules } from "./insurance.ts";
import { brokenInvariant } from "./invariants.ts";
import { keyRules } from "./keys.ts";
import { leverageRules } from "./leverage.ts";
import { checkAll } from "./liquidation.ts";
import { maintenanceRules } from "./maintenance.ts";
import { forgetIfEmpty } from "./margin.ts";
import { marketStateRules } from "./market-states.ts";
import { type Outcome, placeOrder } from "./orders.ts";
import { marketAt } from "./plain.ts";
import { paysItsLiquidator, roundToTick } from "./prices.ts";
import { type NaiveEvent, NaiveReports } from "./reports.ts";
import type { NaiveRule, NaiveRules } from "./rules.ts";
import { hearSources, startSession } from "./safe-modes.ts";
import { once } from "./signed-requests.ts";
import { noteStandstills } from "./standstill.ts";
import {
  emptyState,
  everyAccount,
  exactParameters,
  inLots,
  inTicks,
  type NaiveOrder,
  type NaiveState,
} from "./state.ts";
import { strategyVaultRules } from "./strategy-vaults.ts";
import { subAccountRules } from "./sub-accounts.ts";
import { pinPrices, runTick } from "./tick.ts";
import { withdrawalRules } from "./withdrawals.ts";

const RATE = 10_000_000_000n;

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

  // What can be seen.

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
  ...keyRules,
  ...subAccountRules,
  ...delegateRules,
  ...amendmentRules,
  ...algoPlacementRules,
  ...algoAmendmentRules,
  ...algoCancellationRules,
  ...leverageRules,
  ...fundRules,
  ...depositRules,
  ...withdrawalRules,
  ...claimRules,
  ...insuranceRules,
  ...marketStateRules,
  ...delistingRules,
  ...maintenanceRules,
  ...announcementRules,
  ...strategyVaultRules,
  ...feeSettingRules,

  list_market: listMarket,
  add_broker: (state, { brokerId, takerFee, makerFee }) => {
    if (state.brokers.some((broker) => broker.brokerId === brokerId)) return { rejection: "duplicate" };
    if (!addBrokerFees(state, BigInt(takerFee), BigInt(makerFee))) return { rejection: "invalid_parameter" };
    const fees = systemAccount(`FEE_BUILDER:${brokerId}`, state.markets.length);
    state.brokers.push({ brokerId, fees });
    return {};
  },
  open_account: openAccount,
  mark_notifications: nothing,
  set_hash_key: nothing,
  set_behaviour: nothing,
  confirm_digest: nothing,

  place_order: (state, command, reports) => keepUntilDisconnect(state, command, placeOrder(state, reports, command)),
  cancel_order: cancelOrder,
  cancel_all_orders: (state, { account, market }, reports) => {
    const open = openOrders(state, account, market);
    for (const order of open) cancel(state, order, "CANCEL_ALL", reports);
    return { count: open.length };
  },
  cancel_all_after: (state, { account, triggerAfterMs: wait, at }) => {
    if (wait !== 0 && (wait < 5_000 || wait > 900_000)) return { rejection: "invalid_parameter" };
    const firesAt = wait === 0 ? 0 : at + wait;
    state.accounts[account]!.cancelAllAt = firesAt;
    return { expectedTriggerTime: firesAt };
  },

  oracle_prices: (state, command) => {
    hearSources(state, command);
    return {};
  },
  set_index_prices: (state, command, reports) => {
    // What has ended has no price any more.
    const hasEnded = command.prices.some(({ market }) => state.markets[market]!.state === "DELISTED");
    return hasEnded ? { rejection: "refused" } : pinPrices(state, reports, command);
  },
  tick: (state, _command, reports) => {
    runTick(state, reports);
    return {};
  },
  start_session: (state, { resumesAt }, reports) => {
    for (const order of state.open.filter(({ id }) => state.untilDisconnect.has(id)).sort((a, b) => a.id - b.id)) {
      cancel(state, order, "USER", reports);
    }
    state.untilDisconnect.clear();
    startSession(state, resumesAt);
    return {};
  },
};

function listMarket(state: NaiveState, command: ListMarket): Outcome {
  const { sources, minSources } = command.parameters;
  if (minSources < 1 || minSources > sources.length) return { rejection: "invalid_parameter" };
  const exact = exactParameters(command.parameters);
  const { quoteTick, baseTick, baseImr, baseMmr, claimInsuranceFundDiscount } = exact;
  if ((quoteTick * baseTick) % RATE !== 0n) return { rejection: "invalid_parameter" };
  // What the book can move the mark by, twice, and the discount of a claim come out of the maintenance margin. Rules 6.2.
  if (4n * baseMmr - baseImr < 4n * claimInsuranceFundDiscount) return { rejection: "invalid_parameter" };
  if (!paysItsLiquidator(exact)) return { rejection: "invalid_parameter" };
  if (state.markets.some(({ symbol }) => symbol === command.parameters.symbol)) return { rejection: "duplicate" };
  const price = roundToTick(BigInt(command.price), quoteTick);
  const market = marketAt(command.parameters, price, command.at, state.markets.length);
  // Where a venue runs, no source has said yet what it is worth.
  market.belief.doubted = state.resumedAt !== 0;
  if (state.halted && market.state === "ACTIVE") {
    market.stateBeforeHalt = market.state;
    market.state = "HALTED";
  }
  state.markets.push(market);
  for (const account of everyAccount(state)) addMarketTo(account, market);
  return {};
}

function openAccount(state: NaiveState, command: OpenAccount): Outcome {
  const { accountId, wallet } = command;
  const broker = state.brokers.findIndex((each) => each.brokerId === command.brokerId);
  if (broker < 0) return { rejection: "not_found" };
  const known = state.accounts.find((each) => each.accountId === accountId)?.number;
  const isFree = known === undefined || (!command.forDeposit && state.funds.openedByDeposit.includes(known));
  if (!isFree) return { rejection: "duplicate" };
  const number = known ?? state.accounts.length;
  if (command.forDeposit) state.funds.openedByDeposit.push(number);
  else state.funds.openedByDeposit = state.funds.openedByDeposit.filter((each) => each !== number);
  if (known === undefined) state.accounts.push(newAccount(state, { accountId, wallet, broker, main: number }));
  return {};
}

function cancelOrder(state: NaiveState, command: CancelOrder, reports: NaiveReports): Outcome {
  const order = state.open.find(
    (each) =>
      each.account === command.account &&
      (command.market < 0 || each.market === command.market) &&
      (command.orderId > 0
        ? each.id === command.orderId
        : each.clientOrderId !== "" && each.clientOrderId === command.clientOrderId),
  );
  if (order === undefined) return { rejection: "not_found" };
  cancel(state, order, "USER", reports);
  return { orderId: order.id, status: "CANCELLED" };
}

/** Remembers an order that has come over a connection which asked for that, if it is open after all. */
function keepUntilDisconnect(state: NaiveState, { untilDisconnect }: PlaceOrder, outcome: Outcome): Outcome {
  const isNew = outcome.rejection === undefined && outcome.replayed !== true;
  if (untilDisconnect === true && isNew && state.open.some(({ id }) => id === outcome.orderId)) {
    state.untilDisconnect.add(outcome.orderId!);
  }
  return outcome;
}
