// Everything that can change the engine's state: its whole input language. A command is plain data, is written to the
// journal before it is applied, and carries the venue time `at` that the sequencer stamped. Rules 0.1.
//
// Accounts and markets are named by the dense numbers that the engine gave them; the edge translates ids and symbols.
// An absent optional is a sentinel (0, -1, "" or null), so that a command has one shape and one encoding; only the signed
// request that some carry out, and what few bindings of keys have, may be left away.
// One file per line of business.

import type { AccountsCommand } from "./commands/accounts.ts";
import type { AlgoOrdersCommand } from "./commands/algo-orders.ts";
import type { AnnouncementsCommand } from "./commands/announcements.ts";
import type { FeesCommand } from "./commands/fees.ts";
import type { FundsCommand } from "./commands/funds.ts";
import type { HashKeyCommand } from "./commands/hash-key.ts";
import type { LiquidationCommand } from "./commands/liquidation.ts";
import type { MarginCommand } from "./commands/margin.ts";
import type { MarketsCommand } from "./commands/markets.ts";
import type { NotificationsCommand } from "./commands/notifications.ts";
import type { OrdersCommand } from "./commands/orders.ts";
import type { PricesCommand } from "./commands/prices.ts";
import type { StrategyVaultsCommand } from "./commands/strategy-vaults.ts";
import type { VersionsCommand } from "./commands/versions.ts";

export type * from "./commands/accounts.ts";
export type * from "./commands/algo-orders.ts";
export type * from "./commands/announcements.ts";
export type * from "./commands/fees.ts";
export type * from "./commands/funds.ts";
export type * from "./commands/hash-key.ts";
export type * from "./commands/liquidation.ts";
export type * from "./commands/margin.ts";
export type * from "./commands/markets.ts";
export type * from "./commands/notifications.ts";
export type * from "./commands/orders.ts";
export type * from "./commands/prices.ts";
export type * from "./commands/signed-request.ts";
export type * from "./commands/strategy-vaults.ts";
export type * from "./commands/versions.ts";

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
