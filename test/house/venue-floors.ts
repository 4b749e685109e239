// The floors of the venue, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list; `venue.ts` is one of the entries.
// docs/architecture.md describes the floors, and house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const VENUE_FLOORS: readonly Floor[] = [
  {
    name: "venue/wire/",
    holds: "numbers, names and refusals of the engine as the interface writes them",
    folders: ["wire"],
  },
  {
    name: "venue/configuration/",
    holds: "`evermark.toml`, read and checked",
    folders: ["configuration/values", "configuration/keys", "configuration"],
  },
  {
    name: "venue/prices/",
    holds: "where index prices come from",
    folders: [
      ...["prices/feeds/frames", "prices/feeds/drivers", "prices/feeds/worth", "prices/feeds/lines", "prices"],
      "prices/feeds",
    ],
  },
  { name: "venue/notifications/", holds: "what accounts are notified of", folders: ["notifications"] },
  {
    name: "venue/sums/",
    holds: "candles, and what fills add up to, as pure functions: history stores with them, statistics run on them",
    folders: ["sums"],
  },
  {
    name: "venue/history/",
    holds: "what was, in tables that can be made anew from the journal; on a thread of its own",
    folders: [
      ...["history/file", "history/schema", "history/tables", "history/retention"],
      ...[
        "history/postgres/line",
        "history/postgres",
        "history/queries",
        "history/wallet",
        "history/records",
        "history/thread",
        "history",
      ],
    ],
  },
  {
    name: "venue/statistics/",
    holds: "running sums in memory, begun from history: market figures, account days",
    folders: ["statistics"],
  },
  {
    name: "venue/operation/",
    holds: "clock, readiness, metrics, log, the operator's door",
    folders: [
      ...[
        "operation/alerts",
        "operation/host",
        "operation/reports/process",
        "operation/reports",
        "operation/acts",
        "operation/time",
        "operation/node",
      ],
    ],
  },
  {
    name: "venue/chain/",
    holds: "the one folder that asks nodes or sends anything to them",
    folders: [
      ...[
        "chain/view",
        "chain/rpc",
        "chain/vault",
        "chain/keys",
        "chain/signer",
        "chain/kept",
        "chain/watcher",
        "chain/departures",
        "chain/custody",
        "chain/reserves/tokens",
        "chain/reserves",
        "chain/link",
        "chain/former",
      ],
      ...["chain/local-node", "chain/local-chain", "chain/attesters", "chain/attesters/balances"],
      ...["chain/attesters/serving", "chain/attesters/following", "chain/executor", "chain/receivers", "chain"],
    ],
  },
  { name: "venue/venue.ts", holds: "the running venue as what stands on it sees it", folders: ["venue.ts"] },
  {
    name: "venue/auth/",
    holds: "keys, signatures, wallets, scopes",
    folders: ["auth/signatures", "auth/wallets", "auth/keys", "auth"],
  },
  {
    name: "venue/http/",
    holds:
      "one request from socket to answer: door, proxies, routes, input, limits, envelope; the pages that are served",
    folders: [
      ...["http/envelope", "http/input", "http/limits", "http/proxies", "http/routes", "http/door"],
      ...["http/pages/reference/page", "http/pages/reference", "http/pages"],
    ],
  },
  {
    name: "venue/streams/",
    holds: "connections, topics, frames, orders over a stream; in `numbers/`, what has been published",
    folders: ["streams/numbers", "streams"],
  },
  {
    name: "venue/sandbox/",
    holds: "demo traders, the days that they have behind them and the controls of a sandbox",
    folders: ["sandbox/decisions", "sandbox/demo", "sandbox/past", "sandbox"],
  },
  {
    name: "venue/api/",
    holds: "a folder for each section of the interface: what its endpoints do",
    folders: [
      ...["api/named", "api/funds", "api/accounts", "api/brokers", "api/markets", "api/orders", "api/query"],
      ...["api/vaults", "api/sandbox", "api/operator", "api"],
    ],
  },
  {
    name: "venue/running/",
    holds: "the parts that `run.ts` puts together: how each opens, and in which order they end",
    folders: ["running"],
  },
];
