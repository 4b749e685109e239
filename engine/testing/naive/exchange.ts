// The whole venue as a slow, obvious model: what each command does, in the words of the rules, with no thought of speed.
// It shares the vocabulary of commands and nothing else with the engine that it judges. Rules 0 to 9, 11; refusals in the
// order of rules 1.3.

import type { MarginMode, OrderStatus } from "../../base/vocabulary.ts";
import type { Command, PlaceOrder } from "../../language/commands/commands.ts";
import { type RejectionName, rejections } from "../../language/rejections.ts";
import { openInterest } from "./acceptance.ts";
import { addMarketTo, newAccount, systemAccount } from "./accounts.ts";
import { amendAlgoOrder } from "./algo-amendment.ts";
import { cancelAlgoOrder, cancelAllAlgoOrders } from "./algo-cancellation.ts";
import { placeAlgoOrder } from "./algo-placement.ts";
import { amendOrder } from "./amendment.ts";
import { announce, withdrawAnnouncement } from "./announcements.ts";
import { cancel, openOrders, visibleLevels } from "./book.ts";
import { claimLiquidation } from "./claims.ts";
import { announceDelegate, confirmDelegate, setDelegateSigner } from "./delegates.ts";
import { scheduleDelisting } from "./delisting.ts";
import { creditDeposit, dropDeposit, observeDeposit, parkDeposit } from "./deposits.ts";
import { applyFees } from "./fee-settings.ts";
import { addBrokerFees } from "./fees.ts";
import { marginFigures, positionFigures } from "./figures.ts";
import * as funds from "./funds.ts";
import { claimInsuranceFund, topUp } from "./insurance.ts";
import { brokenInvariant } from "./invariants.ts";
import { bindKey, removeKey, restrictKey } from "./keys.ts";
import { movePositionMargin, setLeverage, setMarginMode } from "./leverage.ts";
import { checkAll } from "./liquidation.ts";
import { scheduleMaintenance } from "./maintenance.ts";
import { forgetIfEmpty } from "./margin.ts";
import { haltForClock, haltVenue, setMarketRules, setMarketState } from "./market-states.ts";
import { type Outcome, placeOrder } from "./orders.ts";
import { marketAt } from "./plain.ts";
import { paysItsLiquidator, roundToTick } from "./prices.ts";
import { type NaiveEvent, NaiveReports } from "./reports.ts";
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
import { createVault, requestOperation, setVaultState } from "./strategy-vaults.ts";
import { addSubAccount, describeSubAccount } from "./sub-accounts.ts";
import { pinPrices, runTick } from "./tick.ts";
import { advanceWithdrawal, requestWithdrawal, sendWithdrawal } from "./withdrawals.ts";

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
    const outcome = once(this.state, command, () => this.handle(command));
    noteStandstills(this.state);
    checkAll(this.state, this.reports);
    for (const each of everyAccount(this.state)) [...each.rows, ...each.isolated].forEach(forgetIfEmpty);
    const { rejection = null } = outcome;
    return {
      rejection,
      rejectionCode: outcome.rejectionCode ?? (rejection === null ? null : rejections[rejection].code),
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

  // What each command does.

  private handle(command: Command): Outcome {
    const { state, reports } = this;
    switch (command.type) {
      case "list_market":
        return this.listMarket(command);
      case "add_broker": {
        const { brokerId, takerFee, makerFee } = command;
        if (!addBrokerFees(state, BigInt(takerFee), BigInt(makerFee))) return { rejection: "invalid_parameter" };
        const fees = systemAccount(`FEE_BUILDER:${brokerId}`, state.markets.length);
        state.brokers.push({ brokerId, fees });
        return {};
      }
      case "open_account": {
        const { accountId, wallet } = command;
        const broker = state.brokers.findIndex((each) => each.brokerId === command.brokerId);
        if (broker < 0) return { rejection: "invalid_parameter" };
        const known = state.accounts.find((each) => each.accountId === accountId)?.number;
        const isFree = known === undefined || (!command.forDeposit && state.funds.openedByDeposit.includes(known));
        if (!isFree) return { rejection: "duplicate" };
        const number = known ?? state.accounts.length;
        if (command.forDeposit) state.funds.openedByDeposit.push(number);
        else state.funds.openedByDeposit = state.funds.openedByDeposit.filter((each) => each !== number);
        if (known === undefined) state.accounts.push(newAccount(state, { accountId, wallet, broker, main: number }));
        return {};
      }
      case "bind_key":
        return bindKey(state, command);
      case "mark_notifications":
      case "set_hash_key":
      case "set_behaviour":
      case "confirm_digest":
        return {};
      case "add_sub_account":
        return addSubAccount(state, command);
      case "describe_sub_account":
        return describeSubAccount(state, command);
      case "remove_key":
        return removeKey(state, command);
      case "restrict_key":
        return restrictKey(state, command);
      case "announce_delegate":
        return announceDelegate(state, command);
      case "confirm_delegate":
        return confirmDelegate(state, command);
      case "set_delegate_signer":
        return setDelegateSigner(state, command);
      case "set_maintenance_cancel":
        state.accounts[command.account]!.cancelsOnMaintenance = command.cancels;
        return {};

      case "place_order":
        return keepUntilDisconnect(state, command, placeOrder(state, reports, command));
      case "amend_order":
        return amendOrder(state, reports, command);
      case "cancel_order": {
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
      case "cancel_all_orders": {
        const open = this.openOrders(command.account, command.market);
        for (const order of open) cancel(state, order, "CANCEL_ALL", reports);
        return { count: open.length };
      }
      case "cancel_all_after": {
        const { triggerAfterMs: wait, at } = command;
        if (wait !== 0 && (wait < 5_000 || wait > 900_000)) return { rejection: "invalid_parameter" };
        const firesAt = wait === 0 ? 0 : at + wait;
        state.accounts[command.account]!.cancelAllAt = firesAt;
        return { expectedTriggerTime: firesAt };
      }
      case "place_algo_order":
        return placeAlgoOrder(state, reports, command);
      case "amend_algo_order":
        return amendAlgoOrder(state, reports, command);
      case "cancel_algo_order":
        return cancelAlgoOrder(state, reports, command);
      case "cancel_all_algo_orders":
        return cancelAllAlgoOrders(state, reports, command);

      case "set_leverage":
        return setLeverage(state, command);
      case "set_margin_mode":
        return setMarginMode(state, command);
      case "move_position_margin":
        return movePositionMargin(state, command);

      case "issue_nonce":
        return funds.issueNonce(state, command.account, command.kind);
      case "credit_deposit":
        return creditDeposit(state, reports, command);
      case "observe_deposit":
        return observeDeposit(state, reports, command);
      case "drop_deposit":
        return dropDeposit(state, reports, command);
      case "park_deposit":
        return parkDeposit(state, reports, command);
      case "request_withdrawal":
        return requestWithdrawal(state, reports, command);
      case "send_withdrawal":
        return sendWithdrawal(state, reports, command);
      case "pause_withdrawals":
        state.funds.withdrawalsPaused = command.paused;
        return {};
      case "advance_withdrawal":
        return advanceWithdrawal(state, reports, command);
      case "transfer_funds":
        return funds.transferFunds(state, reports, command);
      case "allow_transfers":
        return funds.allowTransfers(state, command);
      case "settle_pnl":
        return funds.settlePnl(state, reports, command);

      case "claim_liquidation":
        return claimLiquidation(state, reports, command);
      case "claim_insurance_fund":
        return claimInsuranceFund(state, reports, command);
      case "top_up_insurance":
        return topUp(state, command);

      case "oracle_prices":
        hearSources(state, command);
        return {};
      case "set_index_prices":
        // What has ended has no price any more.
        if (command.prices.some(({ market }) => state.markets[market]!.state === "DELISTED")) {
          return { rejection: "refused" };
        }
        return pinPrices(state, reports, command);
      case "tick":
        runTick(state, reports);
        return {};
      case "start_session":
        for (const order of state.open.filter(({ id }) => state.untilDisconnect.has(id)).sort((a, b) => a.id - b.id)) {
          cancel(state, order, "USER", reports);
        }
        state.untilDisconnect.clear();
        startSession(state, command.resumesAt);
        return {};

      case "set_market_state":
        return setMarketState(state, reports, command);
      case "set_market_rules":
        return setMarketRules(state, reports, command);
      case "schedule_delisting":
        return scheduleDelisting(state, reports, command);
      case "schedule_maintenance":
        return scheduleMaintenance(state, reports, command);
      case "halt_venue":
        return haltVenue(state, reports, command.halted);
      case "halt_for_clock":
        return haltForClock(state, reports, command.halted);

      case "announce":
        return announce(state, command);
      case "withdraw_announcement":
        return withdrawAnnouncement(state, command);

      case "create_vault":
        return createVault(state, command);
      case "set_vault_state":
        return setVaultState(state, reports, command);
      case "request_vault_operation":
        return requestOperation(state, reports, command);
      default:
        return applyFees(state, command);
    }
  }

  private listMarket(command: Extract<Command, { type: "list_market" }>): Outcome {
    const { sources, minSources } = command.parameters;
    if (minSources < 1 || minSources > sources.length) return { rejection: "invalid_parameter" };
    const exact = exactParameters(command.parameters);
    const { quoteTick, baseTick, baseImr, baseMmr, claimInsuranceFundDiscount } = exact;
    if ((quoteTick * baseTick) % RATE !== 0n) return { rejection: "invalid_parameter" };
    // What the book can move the mark by, twice, and the discount of a claim come out of the maintenance margin. Rules 6.2.
    if (4n * baseMmr - baseImr < 4n * claimInsuranceFundDiscount) return { rejection: "invalid_parameter" };
    if (!paysItsLiquidator(exact)) return { rejection: "invalid_parameter" };
    const price = roundToTick(BigInt(command.price), quoteTick);
    const market = marketAt(command.parameters, price, command.at, this.state.markets.length);
    // Where a venue runs, no source has said yet what it is worth.
    market.belief.doubted = this.state.resumedAt !== 0;
    if (this.state.halted && market.state === "ACTIVE") {
      market.stateBeforeHalt = market.state;
      market.state = "HALTED";
    }
    this.state.markets.push(market);
    for (const account of everyAccount(this.state)) addMarketTo(account, market);
    return {};
  }
}

/** Remembers an order that has come over a connection which asked for that, if it is open after all. */
function keepUntilDisconnect(state: NaiveState, { untilDisconnect }: PlaceOrder, outcome: Outcome): Outcome {
  const isNew = outcome.rejection === undefined && outcome.replayed !== true;
  if (untilDisconnect === true && isNew && state.open.some(({ id }) => id === outcome.orderId)) {
    state.untilDisconnect.add(outcome.orderId!);
  }
  return outcome;
}
