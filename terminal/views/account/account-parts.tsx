// The parts of the account's view. They come when it is first opened, or when the page has time to spare.

import type { ReactNode } from "react";
import type { AccountPart, PartId } from "./account-part.ts";
import { Inbox } from "./inbox.tsx";
import { Keys } from "./keys.tsx";
import { Overview } from "./overview.tsx";
import { Referral } from "./referral.tsx";
import { Statistics } from "./statistics.tsx";
import { SubAccounts } from "./sub-accounts.tsx";
import { VaultsPart } from "./vaults.tsx";

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
