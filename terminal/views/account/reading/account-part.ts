// The parts of the account view, and the props that each gets.

import type { Identity } from "../../../identity/identity.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { words } from "../../../texts/words.ts";

export type PartId = keyof typeof words.account.parts;

export interface AccountPart {
  readonly session: AccountSession;
  readonly identity: Identity;
}
