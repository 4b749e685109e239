// The floors of the terminal, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list. docs/terminal.md describes the floors, and
// house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const TERMINAL_FLOORS: readonly Floor[] = [
  {
    name: "words",
    holds: "the format of figures and times, colours, every text of the page",
    folders: ["style", "format", "texts/english", "texts"],
  },
  {
    name: "parts",
    holds: "values that a component follows; buttons, fields, dialogs, tables",
    folders: ["cells", "parts", "parts/table"],
  },
  {
    name: "sessions",
    holds: "the page's data about the venue and an account, and the keys that sign for it",
    folders: [
      ...["session/asking", "session/orders", "session/market", "session/candles", "session/account"],
      ...["session/plans/moves", "session/plans", "identity"],
    ],
  },
  {
    name: "state",
    holds: "the whole state in one place, with preferences, notices and commands",
    folders: ["state"],
  },
  {
    name: "views",
    holds:
      "the contents of panels and dialogs, a folder for each section; last, those that are loaded only for an account",
    folders: [
      ...["views/figures", "views/markets", "views/book", "views/ticket", "views/plans"],
      ...["views/portfolio/acts", "views/portfolio/cells", "views/portfolio/risk", "views/portfolio/protection"],
      ...["views/portfolio/dialogs", "views/portfolio/positions", "views/portfolio/orders"],
      ...["views/portfolio/algo-orders", "views/portfolio"],
      ...["views/chart/indicators", "views/chart/canvas", "views/chart/compare", "views/chart/drawings", "views/chart"],
      ...["views/histories", "views/funds"],
      ...["views/account/reading", "views/account/overview", "views/account/keys", "views/account/sub-accounts"],
      ...["views/account/statistics", "views/account/vaults", "views/account/referral", "views/account/inbox"],
      ...["views/account", "views/sandbox", "views/sign-in", "views/signed-in"],
    ],
  },
  {
    name: "app",
    holds: "the page around the views: panels, head, palette, notices",
    folders: ["app/notices", "app/split", "app/workspace", "app/head", "app/palette", "app/dialogs", "app"],
  },
  {
    name: "operator",
    holds: "the operator's console, a separate page: its requests, its acts in words, its views",
    folders: ["operator/asking", "operator/parts", "operator/acts", "operator/views", "operator"],
  },
];
