// Everything that can change the engine's state: its whole input language. A command is plain data, is written to the
// journal before it is applied, and carries the venue time `at` that the sequencer stamped. Rules 0.1.
//
// Accounts and markets are named by the dense numbers that the engine gave them; the edge translates ids and symbols.
// An absent optional is a sentinel (0, -1, "" or null), so that a command has one shape and one encoding; only the signed
// request that some carry out, and what few bindings of keys have, may be left away.
// One file per line of business.

import type { AccountsCommand } from "./account-commands.ts";
import type { AlgoOrdersCommand } from "./algo-order-commands.ts";
import type { AnnouncementsCommand } from "./announcement-commands.ts";
import type { FeesCommand } from "./fee-commands.ts";
import type { FundsCommand } from "./fund-commands.ts";
import type { HashKeyCommand } from "./hash-key-command.ts";
import type { LiquidationCommand } from "./liquidation-commands.ts";
import type { MarginCommand } from "./margin-commands.ts";
import type { MarketsCommand } from "./market-commands.ts";
import type { NotificationsCommand } from "./notification-commands.ts";
import type { OrdersCommand } from "./order-commands.ts";
import type { PricesCommand } from "./price-commands.ts";
import type { StrategyVaultsCommand } from "./vault-commands.ts";
import type { VersionsCommand } from "./version-commands.ts";

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
export type * from "./signed-request.ts";
export type * from "./vault-commands.ts";
export type * from "./version-commands.ts";

export type Command =
  | AccountsCommand
  | AlgoOrdersCommand
  | AnnouncementsCommand
  | FeesCommand
  | FundsCommand
  | HashKeyCommand
  | LiquidationCommand
  | MarginCommand
  | MarketsCommand
  | NotificationsCommand
  | OrdersCommand
  | PricesCommand
  | StrategyVaultsCommand
  | VersionsCommand;
