// The floors of the model, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list. docs/architecture.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const MODEL_FLOORS: readonly Floor[] = [
  {
    name: "numbers",
    holds: "division with its rounding in the name, the scales of the written rules",
    folders: ["numbers"],
  },
  {
    name: "state",
    holds: "what the model keeps, what a command comes to, what is reported of it",
    folders: ["state/records", "state"],
  },
  {
    name: "standing",
    holds: "what stands still, who is frozen, which accounts are a vault's",
    folders: ["standing"],
  },
  {
    name: "money",
    holds: "margin in both modes, fees, what a fill does to a row, what an execution needs",
    folders: ["money/rows", "money/margin", "money/fees", "money/cover"],
  },
  {
    name: "book",
    holds: "the book and all that ends an order, placements and amendments, algo orders",
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
