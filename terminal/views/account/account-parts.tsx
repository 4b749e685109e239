// The parts of the account view. Loaded when the view is first opened, or when the page is idle.

import type { ReactNode } from "react";
import { Inbox } from "./inbox/inbox.tsx";
import { Keys } from "./keys/keys.tsx";
import { Overview } from "./overview/overview.tsx";
import type { AccountPart, PartId } from "./reading/account-part.ts";
import { Referral } from "./referral/referral.tsx";
import { Statistics } from "./statistics/statistics.tsx";
import { SubAccounts } from "./sub-accounts/sub-accounts.tsx";
import { VaultsPart } from "./vaults/vaults.tsx";

const VIEWS: Readonly<Record<PartId, (part: AccountPart) => ReactNode>> = {
  overview: Overview,
  keys: Keys,
  subAccounts: SubAccounts,
  inbox: Inbox,
  statistics: Statistics,
  vaults: VaultsPart,
  referral: Referral,
};

export function Part({ id, ...part }: AccountPart & { readonly id: PartId }) {
  const View = VIEWS[id];
  return <View {...part} />;
}
