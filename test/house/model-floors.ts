// The floors of the model, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list. docs/architecture.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const MODEL_FLOORS: readonly Floor[] = [
  {
    name: "numbers",
    holds: "division with the rounding in its name, the scales of the written rules",
    folders: ["numbers"],
  },
  {
    name: "state",
    holds: "the model's records, the outcome of a command, the reports about it",
    folders: ["state/records", "state"],
  },
  {
    name: "permissions",
    holds: "halts, frozen accounts, accounts of vaults",
    folders: ["permissions"],
  },
  {
    name: "money",
    holds: "margin in both modes, fees, the effect of a fill on a row, the collateral that an execution needs",
    folders: ["money/rows", "money/margin", "money/fees", "money/cover"],
  },
  {
    name: "book",
    holds: "the book and everything that ends an order, placements and amendments, algo orders",
    folders: ["book/orders", "book/entry", "book/algo"],
  },
  {
    name: "risk",
    holds: "index and mark, funding, the insurance fund, liquidations and their claims",
    folders: ["risk/prices", "risk/funding", "risk/fund", "risk/liquidation", "risk"],
  },
  {
    name: "business",
    holds: "accounts and their keys, deposits and withdrawals, the life of a market, vaults",
    folders: ["business/accounts", "business/funds", "business/market", "business/vaults"],
  },
  {
    name: "run",
    holds: "the tick, requests that are carried out once, the invariants",
    folders: ["run"],
  },
];
