// Every endpoint that the venue answers.

import type { SandboxControls } from "../sandbox-controls.ts";
import { accountBindings } from "./accounts/account.ts";
import { keyBinding } from "./accounts/bind-key.ts";
import { accountLookup } from "./accounts/find-account.ts";
import { accountOpening } from "./accounts/open-account.ts";
import { positionBindings } from "./accounts/positions.ts";
import { statisticsBindings } from "./accounts/statistics.ts";
import { subAccountBindings } from "./accounts/sub-accounts.ts";
import type { Binding } from "./binding.ts";
import { feeRateBindings } from "./brokers/fee-rates.ts";
import { feeTagBindings } from "./brokers/fee-tags.ts";
import { settlementBindings } from "./funds/settlement.ts";
import { transferBindings } from "./funds/transfers.ts";
import { withdrawalBindings } from "./funds/withdrawals.ts";
import { fundingBindings } from "./markets/funding.ts";
import { liquidationBindings } from "./markets/liquidations.ts";
import { marketDataBindings } from "./markets/market-data.ts";
import { algoOrderBindings } from "./orders/algo-orders.ts";
import { orderBindings } from "./orders/orders.ts";
import { sandboxControls } from "./sandbox/sandbox.ts";

/** @param controls the sandbox's hands on time and prices; null in production mode, where their paths do not exist */
export function apiBindings(controls: SandboxControls | null): readonly Binding[] {
  return [
    ...accountOpening(),
    ...accountLookup,
    ...keyBinding,
    ...marketDataBindings,
    ...feeTagBindings,
    ...feeRateBindings,
    ...orderBindings,
    ...algoOrderBindings,
    ...positionBindings,
    ...fundingBindings,
    ...liquidationBindings,
    ...accountBindings,
    ...statisticsBindings,
    ...subAccountBindings,
    ...settlementBindings,
    ...transferBindings,
    ...withdrawalBindings,
    ...(controls === null ? [] : sandboxControls(controls)),
  ];
}
