// Everything that can change the engine's state: its whole input language. A command is plain data, is written to the
// journal before it is applied, and carries the venue time `at` that the sequencer stamped. Rules 0.1.
//
// Accounts and markets are named by the dense numbers that the engine gave them; the edge translates ids and symbols.
// An absent optional is a sentinel (0, -1, "" or null), so that a command has one shape and one encoding; only fields
// that are declared with `lacking` may be left out. Each command is declared once, in the file of its line of business.

import { ACCOUNT_COMMANDS } from "./account-commands.ts";
import { ALGO_ORDER_COMMANDS } from "./algo-order-commands.ts";
import { ANNOUNCEMENT_COMMANDS } from "./announcement-commands.ts";
import type { AnyOf, Declaration } from "./declaration.ts";
import { FEE_COMMANDS } from "./fee-commands.ts";
import { FUND_COMMANDS } from "./fund-commands.ts";
import { HASH_KEY_COMMANDS } from "./hash-key-command.ts";
import { LIQUIDATION_COMMANDS } from "./liquidation-commands.ts";
import { MARGIN_COMMANDS } from "./margin-commands.ts";
import { MARKET_COMMANDS } from "./market-commands.ts";
import { NOTIFICATION_COMMANDS } from "./notification-commands.ts";
import { ORDER_COMMANDS } from "./order-commands.ts";
import { PRICE_COMMANDS } from "./price-commands.ts";
import { VAULT_COMMANDS } from "./vault-commands.ts";
import { VERSION_COMMANDS } from "./version-commands.ts";

export type * from "./account-commands.ts";
export type * from "./algo-order-commands.ts";
export type * from "./announcement-commands.ts";
export type * from "./fee-commands.ts";
export type * from "./fund-commands.ts";
export type * from "./hash-key-command.ts";
export type * from "./liquidation-commands.ts";
export type * from "./margin-commands.ts";
export type * from "./market-commands.ts";
export type * from "./notification-commands.ts";
export type * from "./order-commands.ts";
export type * from "./price-commands.ts";
export type * from "./signed-request-field.ts";
export type * from "./vault-commands.ts";
export type * from "./version-commands.ts";

const ALL = {
  ...ORDER_COMMANDS,
  ...ALGO_ORDER_COMMANDS,
  ...MARGIN_COMMANDS,
  ...FUND_COMMANDS,
  ...LIQUIDATION_COMMANDS,
  ...ACCOUNT_COMMANDS,
  ...NOTIFICATION_COMMANDS,
  ...FEE_COMMANDS,
  ...VAULT_COMMANDS,
  ...MARKET_COMMANDS,
  ...ANNOUNCEMENT_COMMANDS,
  ...PRICE_COMMANDS,
  ...HASH_KEY_COMMANDS,
  ...VERSION_COMMANDS,
};

export type Command = AnyOf<typeof ALL>;

/** The declaration of each command, by its type. */
export const DECLARATIONS: Readonly<Record<Command["type"], Declaration>> = ALL;
