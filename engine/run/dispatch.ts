// Dispatches each command to its handler. Handlers are in tables beside their rules; here the tables are merged, and a command
// without a handler does not compile.

import { algoCancellationHandlers } from "../book/algo/algo-cancellation.ts";
import { algoAmendmentHandlers } from "../book/algo-entry/algo-amendment.ts";
import { algoPlacementHandlers } from "../book/algo-entry/algo-placement.ts";
import { deadManSwitchHandlers } from "../book/dead-man-switch.ts";
import { amendmentHandlers, amendOrder } from "../book/entry/amendment.ts";
import { placementHandlers, placeOrder } from "../book/entry/placement.ts";
import { cancellationHandlers, cancelOrder } from "../book/orders/cancellation.ts";
import { leverageHandlers } from "../book/orders/leverage.ts";
import { delegateHandlers } from "../business/accounts/delegates.ts";
import { registrationHandlers } from "../business/accounts/registration.ts";
import { subAccountHandlers } from "../business/accounts/sub-accounts.ts";
import { depositHandlers } from "../business/funds/deposits.ts";
import { parkedDepositHandlers } from "../business/funds/parked-deposits.ts";
import { pendingDepositHandlers } from "../business/funds/pending-deposits.ts";
import { transferHandlers } from "../business/funds/transfers.ts";
import { withdrawalHandlers } from "../business/funds/withdrawals.ts";
import { announcementHandlers } from "../business/market/announcing.ts";
import { delistingHandlers } from "../business/market/delisting.ts";
import { haltHandlers } from "../business/market/halts.ts";
import { listingHandlers } from "../business/market/listing.ts";
import { maintenanceHandlers } from "../business/market/maintenance.ts";
import { marketRuleHandlers } from "../business/market/market-rule-changes.ts";
import { marketStateHandlers } from "../business/market/market-states.ts";
import { rateHandlers } from "../business/rates/rates.ts";
import { vaultHandlers } from "../business/vaults/creation.ts";
import { vaultOperationHandlers } from "../business/vaults/vault-requests.ts";
import type { Command } from "../language/commands/commands.ts";
import type { Listener } from "../language/events/events.ts";
import type { Answer } from "../language/views/views.ts";
import type { Handler, Handlers } from "../memory/handlers.ts";
import { hashKeyHandlers } from "../memory/hash-key.ts";
import type { State } from "../memory/state.ts";
import { settlementHandlers } from "../money/balance/settlement.ts";
import { nonceHandlers } from "../money/balance/wallet-nonces.ts";
import { feeTagHandlers } from "../money/fees/fee-tags.ts";
import { referralHandlers } from "../money/fees/referral.ts";
import { marginModeHandlers } from "../money/isolated/margin-mode.ts";
import { positionMarginHandlers } from "../money/isolated/position-margin.ts";
import { keyBindingHandlers } from "../permissions/keys/key-binding.ts";
import { keyChangeHandlers } from "../permissions/keys/key-changes.ts";
import { notificationMarkHandlers } from "../permissions/keys/notification-marks.ts";
import { followStandstills } from "../permissions/standstill.ts";
import { claimHandlers } from "../risk/liquidation/claims.ts";
import { fundClaimHandlers } from "../risk/liquidation/fund-claims.ts";
import { topUpHandlers } from "../risk/liquidation/top-up.ts";
import { sessionHandlers } from "../risk/prices/sessions.ts";
import { sourceReportHandlers } from "../risk/prices/source-reports.ts";
import { behaviourChangeHandlers } from "./behaviour-change.ts";
import { digestConfirmationHandlers } from "./digest-confirmation.ts";
import { clockHandlers } from "./engine-clock.ts";

const HANDLERS: Handlers = {
  ...cancellationHandlers,
  ...clockHandlers,
  ...sourceReportHandlers,
  ...depositHandlers,
  ...pendingDepositHandlers,
  ...settlementHandlers,
  ...registrationHandlers,
  ...keyBindingHandlers,
  ...listingHandlers,
  ...subAccountHandlers,
  ...keyChangeHandlers,
  ...delegateHandlers,
  ...algoAmendmentHandlers,
  ...algoCancellationHandlers,
  ...algoPlacementHandlers,
  ...feeTagHandlers,
  ...rateHandlers,
  ...referralHandlers,
  ...nonceHandlers,
  ...parkedDepositHandlers,
  ...transferHandlers,
  ...withdrawalHandlers,
  ...marginModeHandlers,
  ...positionMarginHandlers,
  ...claimHandlers,
  ...fundClaimHandlers,
  ...topUpHandlers,
  ...leverageHandlers,
  ...delistingHandlers,
  ...haltHandlers,
  ...maintenanceHandlers,
  ...announcementHandlers,
  ...marketRuleHandlers,
  ...marketStateHandlers,
  ...deadManSwitchHandlers,
  ...sessionHandlers,
  ...hashKeyHandlers,
  ...vaultHandlers,
  ...vaultOperationHandlers,
  ...notificationMarkHandlers,
  ...behaviourChangeHandlers,
  ...digestConfirmationHandlers,
  ...amendmentHandlers,
  ...placementHandlers,
};

export function dispatch(state: State, command: Command, answer: Answer, out: Listener): void {
  // These are most commands of a busy venue: comparisons find them faster than the table, which reads the text of the type.
  if (command.type === "amend_order") return amendOrder(state, command, answer, out);
  if (command.type === "place_order") return placeOrder(state, command, answer, out);
  if (command.type === "cancel_order") return cancelOrder(state, command, answer, out);
  // None of the three commands above changes what is derived from prices, or what can be liquidated.
  state.isStill = null;
  state.liquidations.debts.forget();
  (HANDLERS[command.type] as Handler<Command>)(state, command, answer, out);
  followStandstills(state);
}
