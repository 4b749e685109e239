// Which handler a command goes to. The frequent ones come first.

import { announceDelegate, confirmDelegate, setDelegateSigner } from "./account/delegates.ts";
import { bindKey } from "./account/key-binding.ts";
import { removeKey, restrictKey } from "./account/key-changes.ts";
import { markNotifications } from "./account/notification-marks.ts";
import { addBroker, openAccount } from "./account/registration.ts";
import { once } from "./account/request-once.ts";
import { addSubAccount, describeSubAccount } from "./account/sub-accounts.ts";
import { amendAlgoOrder } from "./algo/algo-amendment.ts";
import { cancelAlgoOrder, cancelAllAlgoOrders } from "./algo/algo-cancellation.ts";
import { placeAlgoOrder } from "./algo/algo-placement.ts";
import { setBehaviour } from "./behaviour-change.ts";
import { setIndexPrices, tick } from "./clock.ts";
import type { Command } from "./commands.ts";
import { confirmDigest } from "./digest-confirmation.ts";
import type { Listener } from "./events.ts";
import { unreachable } from "./fault.ts";
import { archiveFeeTag, createFeeTag, editFeeTag, unarchiveFeeTag } from "./fees/fee-tags.ts";
import { resetAccountFees, setAccountFees, setBrokerFees, setMinimumTier } from "./fees/rates.ts";
import { bindReferral, createReferralCode, setAffiliate, setAffiliateBasis } from "./fees/referral.ts";
import { creditDeposit } from "./funds/deposits.ts";
import { issueNonce } from "./funds/nonces.ts";
import { parkDeposit } from "./funds/parked-deposits.ts";
import { dropDeposit, observeDeposit } from "./funds/pending-deposits.ts";
import { settlePnl } from "./funds/settlement.ts";
import { allowTransfers, transferFunds } from "./funds/transfers.ts";
import { advanceWithdrawal, pauseWithdrawals, requestWithdrawal, sendWithdrawal } from "./funds/withdrawals.ts";
import { setHashKey } from "./hash-key.ts";
import { setMarginMode } from "./isolated/margin-mode.ts";
import { movePositionMargin } from "./isolated/position-margin.ts";
import { claimLiquidation } from "./liquidation/claims.ts";
import { claimInsuranceFund } from "./liquidation/fund-claims.ts";
import { topUpInsurance } from "./liquidation/top-up.ts";
import { setLeverage } from "./margin/leverage.ts";
import { announce, withdrawAnnouncement } from "./market/announcing.ts";
import { scheduleDelisting } from "./market/delisting.ts";
import { haltForClock, haltVenue } from "./market/halts.ts";
import { listMarket } from "./market/listing.ts";
import { scheduleMaintenance, setMaintenanceCancel } from "./market/maintenance.ts";
import { setMarketRules } from "./market/market-rules.ts";
import { setMarketState } from "./market/market-states.ts";
import { followStandstills } from "./market/standstill.ts";
import { amendOrder } from "./order-entry/amendment.ts";
import { cancelAllOrders, cancelOrder } from "./order-entry/cancellation.ts";
import { cancelAllAfter } from "./order-entry/dead-man-switch.ts";
import { placeOrder } from "./order-entry/placement.ts";
import { startSession } from "./prices/sessions.ts";
import { reportSources } from "./prices/source-reports.ts";
import type { State } from "./state.ts";
import { createVault, setVaultState } from "./strategy-vault/creation.ts";
import { requestVaultOperation } from "./strategy-vault/operations.ts";
import type { Answer } from "./views.ts";

export function dispatch(state: State, command: Command, answer: Answer, out: Listener): void {
  // Most commands of a busy venue amend: a comparison finds them faster than the switch, which reads the text.
  if (command.type === "amend_order") return amendOrder(state, command, answer, out);
  if (command.type === "place_order") return placeOrder(state, command, answer, out);
  if (command.type === "cancel_order") return cancelOrder(state, command, answer, out);
  // None of these three changes what is known of a price, or what can be liquidated.
  state.isStill = null;
  state.liquidations.debts.forget();
  dispatchOther(state, command, answer, out);
  followStandstills(state);
}

type Other = Exclude<Command, { type: "amend_order" | "place_order" | "cancel_order" }>;

function dispatchOther(state: State, command: Other, answer: Answer, out: Listener): void {
  switch (command.type) {
    case "cancel_all_orders":
      return cancelAllOrders(state, command, answer, out);
    case "tick":
      return tick(state, out);
    case "oracle_prices":
      return reportSources(state, command, out);
    case "credit_deposit":
      return creditDeposit(state, command, answer, out);
    case "observe_deposit":
      return observeDeposit(state, command, answer, out);
    case "drop_deposit":
      return dropDeposit(state, command, answer, out);
    case "settle_pnl":
      return settlePnl(state, command, answer, out);
    case "add_broker":
      return addBroker(state, command, answer);
    case "bind_key":
      return bindKey(state, command, answer, out);
    case "list_market":
      return listMarket(state, command, answer, out);
    case "open_account":
      return openAccount(state, command, answer, out);
    case "add_sub_account":
      return addSubAccount(state, command, answer, out);
    case "describe_sub_account":
      return describeSubAccount(state, command, answer, out);
    case "remove_key":
      return removeKey(state, command, answer, out);
    case "restrict_key":
      return restrictKey(state, command, answer, out);
    case "announce_delegate":
      return announceDelegate(state, command, answer);
    case "confirm_delegate":
      return confirmDelegate(state, command, answer, out);
    case "set_delegate_signer":
      return setDelegateSigner(state, command, answer, out);
    case "amend_algo_order":
      return amendAlgoOrder(state, command, answer, out);
    case "cancel_algo_order":
      return cancelAlgoOrder(state, command, answer, out);
    case "cancel_all_algo_orders":
      return cancelAllAlgoOrders(state, command, answer, out);
    case "place_algo_order":
      return placeAlgoOrder(state, command, answer, out);
    case "set_index_prices":
      return setIndexPrices(state, command, answer, out);
    case "archive_fee_tag":
      return archiveFeeTag(state, command, answer);
    case "create_fee_tag":
      return createFeeTag(state, command, answer);
    case "edit_fee_tag":
      return editFeeTag(state, command, answer);
    case "reset_account_fees":
      return resetAccountFees(state, command, answer, out);
    case "set_account_fees":
      return setAccountFees(state, command, answer, out);
    case "set_broker_fees":
      return setBrokerFees(state, command, answer, out);
    case "set_minimum_tier":
      return setMinimumTier(state, command, answer, out);
    case "bind_referral":
      return bindReferral(state, command, answer, out);
    case "create_referral_code":
      return createReferralCode(state, command, answer, out);
    case "unarchive_fee_tag":
      return unarchiveFeeTag(state, command, answer);
    case "set_affiliate":
      return setAffiliate(state, command, answer);
    case "set_affiliate_basis":
      return setAffiliateBasis(state, command, answer);
    case "issue_nonce":
      return issueNonce(state, command, answer);
    case "park_deposit":
      return parkDeposit(state, command, answer, out);
    case "allow_transfers":
      return allowTransfers(state, command, answer, out);
    case "transfer_funds":
      return once(state, command, answer, out, transferFunds);
    case "send_withdrawal":
      return sendWithdrawal(state, command, answer, out);
    case "pause_withdrawals":
      return pauseWithdrawals(state, command);
    case "advance_withdrawal":
      return advanceWithdrawal(state, command, answer, out);
    case "request_withdrawal":
      return requestWithdrawal(state, command, answer, out);
    case "set_margin_mode":
      return setMarginMode(state, command, answer, out);
    case "move_position_margin":
      return once(state, command, answer, out, movePositionMargin);
    case "claim_liquidation":
      return once(state, command, answer, out, claimLiquidation);
    case "claim_insurance_fund":
      return once(state, command, answer, out, claimInsuranceFund);
    case "top_up_insurance":
      return topUpInsurance(state, command, answer, out);
    case "set_leverage":
      return setLeverage(state, command, answer, out);
    case "schedule_delisting":
      return scheduleDelisting(state, command, answer, out);
    case "halt_venue":
      return haltVenue(state, command, answer, out);
    case "halt_for_clock":
      return haltForClock(state, command, answer, out);
    case "schedule_maintenance":
      return scheduleMaintenance(state, command, answer, out);
    case "set_maintenance_cancel":
      return setMaintenanceCancel(state, command, answer, out);
    case "announce":
      return announce(state, command, answer, out);
    case "withdraw_announcement":
      return withdrawAnnouncement(state, command, answer, out);
    case "set_market_rules":
      return setMarketRules(state, command, answer, out);
    case "set_market_state":
      return setMarketState(state, command, answer, out);
    case "cancel_all_after":
      return cancelAllAfter(state, command, answer);
    case "start_session":
      return startSession(state, command, answer, out);
    case "set_hash_key":
      return setHashKey(state, command, answer);
    case "create_vault":
      return createVault(state, command, answer, out);
    case "request_vault_operation":
      return requestVaultOperation(state, command, answer, out);
    case "set_vault_state":
      return setVaultState(state, command, answer, out);
    case "mark_notifications":
      return markNotifications(state, command, answer, out);
    case "set_behaviour":
      return setBehaviour(state, command);
    case "confirm_digest":
      return confirmDigest(state, command);
    default:
      return unreachable(command);
  }
}
