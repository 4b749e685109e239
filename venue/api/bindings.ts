// Every endpoint that the venue answers.

import type { SandboxControls } from "../sandbox-controls.ts";
import { accountBindings } from "./account.ts";
import { algoOrderBindings } from "./algo-orders.ts";
import { keyBinding } from "./bind-key.ts";
import type { Binding } from "./binding.ts";
import { feeRateBindings } from "./fee-rates.ts";
import { feeTagBindings } from "./fee-tags.ts";
import { accountLookup } from "./find-account.ts";
import { fundingBindings } from "./funding.ts";
import { liquidationBindings } from "./liquidations.ts";
import { marketDataBindings } from "./market-data.ts";
import { accountOpening } from "./open-account.ts";
import { orderBindings } from "./orders.ts";
import { positionBindings } from "./positions.ts";
import { sandboxControls } from "./sandbox.ts";
import { settlementBindings } from "./settlement.ts";
import { subAccountBindings } from "./sub-accounts.ts";
import { transferBindings } from "./transfers.ts";
import { withdrawalBindings } from "./withdrawals.ts";

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
    ...subAccountBindings,
    ...settlementBindings,
    ...transferBindings,
    ...withdrawalBindings,
    ...(controls === null ? [] : sandboxControls(controls)),
  ];
}
