// The API's entry point: the bindings of every endpoint that the venue serves, and of the calls for operators.

import type { Binding } from "../http/routes/binding.ts";
import type { SandboxControls } from "../operation/acts/sandbox-controls.ts";
import { accountBindings } from "./accounts/account.ts";
import { keyBinding } from "./accounts/bind-key.ts";
import { delegateBindings } from "./accounts/delegates.ts";
import { accountLookup } from "./accounts/find-account.ts";
import { keyBindings } from "./accounts/keys.ts";
import { notificationBindings } from "./accounts/notifications.ts";
import { accountOpening } from "./accounts/open-account.ts";
import { positionBindings } from "./accounts/positions.ts";
import { statisticsBindings } from "./accounts/statistics.ts";
import { subAccountBindings } from "./accounts/sub-accounts.ts";
import { affiliateBindings } from "./brokers/affiliates.ts";
import { feeRateBindings } from "./brokers/fee-rates.ts";
import { feeTagBindings } from "./brokers/fee-tags.ts";
import { referralBindings } from "./brokers/referral.ts";
import { receiverBindings } from "./funds/receivers.ts";
import { settlementBindings } from "./funds/settlement.ts";
import { transferBindings } from "./funds/transfers.ts";
import { withdrawalBindings } from "./funds/withdrawals.ts";
import { getAnnouncements } from "./markets/announcements.ts";
import { chartingBindings } from "./markets/charting.ts";
import { fundingBindings } from "./markets/funding.ts";
import { liquidationBindings } from "./markets/liquidations.ts";
import { marketDataBindings } from "./markets/market-data.ts";
import { marketFigureBindings } from "./markets/market-figures.ts";
import { venueFactBindings } from "./markets/venue-facts.ts";
import { algoOrderBindings } from "./orders/algo-orders.ts";
import { orderBindings } from "./orders/orders.ts";
import { publicQueryBinding } from "./query/public-query.ts";
import { sandboxControls } from "./sandbox/sandbox.ts";
import { bindProviderKey } from "./vaults/provider-key.ts";
import { vaultRequestBindings } from "./vaults/vault-requests.ts";
import { vaultBindings } from "./vaults/vaults.ts";

export { ActExecutor } from "./operator/act-executor.ts";
export { consoleBindings } from "./operator/console-bindings.ts";
export { ownActs } from "./operator/own-acts.ts";
export { OperatorActs } from "./sandbox/operator-acts.ts";
export { orderBindings };

/** @param controls the sandbox's control of time and prices; null in production mode, where its paths do not exist */
export function apiBindings(controls: SandboxControls | null): readonly Binding[] {
  return [
    ...accountOpening(),
    ...accountLookup,
    ...keyBinding,
    ...keyBindings,
    ...delegateBindings,
    ...marketDataBindings,
    ...chartingBindings,
    ...marketFigureBindings,
    ...venueFactBindings,
    getAnnouncements,
    publicQueryBinding,
    ...feeTagBindings,
    ...feeRateBindings,
    ...referralBindings,
    ...affiliateBindings,
    ...orderBindings,
    ...algoOrderBindings,
    ...positionBindings,
    ...fundingBindings,
    ...liquidationBindings,
    ...accountBindings,
    ...statisticsBindings,
    ...notificationBindings,
    ...subAccountBindings,
    ...settlementBindings,
    ...transferBindings,
    ...withdrawalBindings,
    ...receiverBindings,
    ...vaultBindings,
    ...vaultRequestBindings,
    bindProviderKey,
    ...(controls === null ? [] : sandboxControls(controls)),
  ];
}
