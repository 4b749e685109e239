// The parts of the account's view. They come when it is first opened, or when the page has time to spare.

import type { ReactNode } from "react";
import type { Identity } from "../../identity/identity.ts";
import type { AccountSession } from "../../session/account-session.ts";
import type { words } from "../../texts/words.ts";
import { Inbox } from "./inbox.tsx";
import { Keys } from "./keys.tsx";
import { Overview } from "./overview.tsx";
import { Referral } from "./referral.tsx";
import { Statistics } from "./statistics.tsx";
import { SubAccounts } from "./sub-accounts.tsx";
import { VaultsPart } from "./vaults.tsx";

export type PartId = keyof typeof words.account.parts;

export interface AccountPart {
  readonly session: AccountSession;
  readonly identity: Identity;
}

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
