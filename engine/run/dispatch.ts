// Which handler a command goes to. The frequent ones come first.

import { unreachable } from "../base/fault.ts";
import { cancelAlgoOrder, cancelAllAlgoOrders } from "../book/algo/algo-cancellation.ts";
import { amendAlgoOrder } from "../book/algo-entry/algo-amendment.ts";
import { placeAlgoOrder } from "../book/algo-entry/algo-placement.ts";
import { cancelAllAfter } from "../book/dead-man-switch.ts";
import { amendOrder } from "../book/entry/amendment.ts";
import { placeOrder } from "../book/entry/placement.ts";
import { cancelAllOrders, cancelOrder } from "../book/orders/cancellation.ts";
import { setLeverage } from "../book/orders/leverage.ts";
import { announceDelegate, confirmDelegate, setDelegateSigner } from "../business/accounts/delegates.ts";
import { addBroker, openAccount } from "../business/accounts/registration.ts";
import { addSubAccount, describeSubAccount } from "../business/accounts/sub-accounts.ts";
import { creditDeposit } from "../business/funds/deposits.ts";
import { parkDeposit } from "../business/funds/parked-deposits.ts";
import { dropDeposit, observeDeposit } from "../business/funds/pending-deposits.ts";
import { allowTransfers, transferFunds } from "../business/funds/transfers.ts";
import {
  advanceWithdrawal,
  pauseWithdrawals,
  requestWithdrawal,
  sendWithdrawal,
} from "../business/funds/withdrawals.ts";
import { announce, withdrawAnnouncement } from "../business/market/announcing.ts";
import { scheduleDelisting } from "../business/market/delisting.ts";
import { haltForClock, haltVenue } from "../business/market/halts.ts";
import { listMarket } from "../business/market/listing.ts";
import { scheduleMaintenance, setMaintenanceCancel } from "../business/market/maintenance.ts";
import { setMarketRules } from "../business/market/market-rules.ts";
import { setMarketState } from "../business/market/market-states.ts";
import { resetAccountFees, setAccountFees, setBrokerFees, setMinimumTier } from "../business/rates/rates.ts";
import { createVault, setVaultState } from "../business/vaults/creation.ts";
import { requestVaultOperation } from "../business/vaults/operations.ts";
import type { Command } from "../language/commands/commands.ts";
import type { Listener } from "../language/events/events.ts";
import type { Answer } from "../language/views/views.ts";
import { setHashKey } from "../memory/hash-key.ts";
import type { State } from "../memory/state.ts";
import { issueNonce } from "../money/balance/nonces.ts";
import { settlePnl } from "../money/balance/settlement.ts";
import { archiveFeeTag, createFeeTag, editFeeTag, unarchiveFeeTag } from "../money/fees/fee-tags.ts";
import { bindReferral, createReferralCode, setAffiliate, setAffiliateBasis } from "../money/fees/referral.ts";
import { setMarginMode } from "../money/isolated/margin-mode.ts";
import { movePositionMargin } from "../money/isolated/position-margin.ts";
import { claimLiquidation } from "../risk/liquidation/claims.ts";
import { claimInsuranceFund } from "../risk/liquidation/fund-claims.ts";
import { topUpInsurance } from "../risk/liquidation/top-up.ts";
import { startSession } from "../risk/prices/sessions.ts";
import { reportSources } from "../risk/prices/source-reports.ts";
import { bindKey } from "../standing/keys/key-binding.ts";
import { removeKey, restrictKey } from "../standing/keys/key-changes.ts";
import { markNotifications } from "../standing/keys/notification-marks.ts";
import { once } from "../standing/keys/request-once.ts";
import { followStandstills } from "../standing/standstill.ts";
import { setBehaviour } from "./behaviour-change.ts";
import { setIndexPrices, tick } from "./clock.ts";
import { confirmDigest } from "./digest-confirmation.ts";

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
