// The floors of the engine, lowest first: each of its folders, and what it holds. A file imports from its own folder
// and from those above it in this list. docs/architecture.md describes the floors, and house-rules.ts enforces them.

export interface Floor {
  readonly name: string;
  readonly holds: string;
  /** Lowest first. The folder of the floor itself holds the files that depend on all the others. */
  readonly folders: readonly string[];
}

export const ENGINE_FLOORS: readonly Floor[] = [
  {
    name: "base",
    holds: "whole numbers and their units, words, faults, containers",
    folders: ["base", "base/numbers", "base/storage"],
  },
  {
    name: "language",
    holds: "commands and their bytes, events, refusals, views",
    folders: ["language", "language/commands", "language/views", "language/events", "language/codec"],
  },
  {
    name: "memory",
    holds: "records and tables, the state built from them, snapshots, the digest",
    folders: [
      ...["memory/market", "memory/account", "memory/position", "memory/order", "memory/algo-order"],
      ...["memory/liquidation", "memory/business", "memory"],
    ],
  },
  {
    name: "permissions",
    holds: "who may act, and what may be done in a market at present",
    folders: ["permissions", "permissions/keys"],
  },
  {
    name: "money",
    holds: "fees, balances, positions, margin in both modes, the collateral that an execution needs",
    folders: ["money/fees", "money/position", "money/margin", "money/balance", "money/isolated", "money/cover"],
  },
  {
    name: "book",
    holds: "open orders, matching, placements and amendments, algo orders",
    folders: ["book/orders", "book/scratch", "book/matching", "book/entry", "book/algo", "book/algo-entry", "book"],
  },
  {
    name: "risk",
    holds: "prices, funding, liquidation, the insurance fund, deleveraging",
    folders: ["risk/prices", "risk/funding", "risk/watch", "risk/fund", "risk/liquidation", "risk"],
  },
  {
    name: "business",
    holds: "deposits and withdrawals, accounts, fee rates, the life of a market, strategy vaults",
    folders: ["business/funds", "business/accounts", "business/rates", "business/market", "business/vaults"],
  },
  {
    name: "run",
    holds: "the tick, the dispatch of commands, previews, the audit, the engine itself",
    folders: ["run/preview", "run"],
  },
];
