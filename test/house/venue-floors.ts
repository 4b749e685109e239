// The floors of the venue, lowest first, like those of the engine: each of its folders, and what it holds. A file
// imports from its own folder and from those above it in this list; `venue.ts` is one of the entries.
// docs/architecture.md describes the floors, and house-rules.ts enforces them.

import type { Floor } from "./engine-floors.ts";

export const VENUE_FLOORS: readonly Floor[] = [
  {
    name: "venue/wire/",
    holds: "numbers, names and refusals of the engine in the form of the interface",
    folders: ["wire"],
  },
  {
    name: "venue/configuration/",
    holds: "`evermark.toml`, read and checked",
    folders: ["configuration/values", "configuration/keys", "configuration"],
  },
  {
    name: "venue/prices/",
    holds: "the sources of index prices",
    folders: [
      ...["prices/feeds/frames", "prices/feeds/drivers", "prices/feeds/worth", "prices/feeds/lines", "prices"],
      "prices/feeds",
    ],
  },
  { name: "venue/notifications/", holds: "notifications of accounts", folders: ["notifications"] },
  {
    name: "venue/sums/",
    holds: "candles and sums of fills, as pure functions that history and statistics use",
    folders: ["sums"],
  },
  {
    name: "venue/history/",
    holds: "the past, in tables that can be rebuilt from the journal; on its own thread",
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
    holds: "running sums in memory, initialised from history: market figures, account days",
    folders: ["statistics"],
  },
  {
    name: "venue/operation/",
    holds: "clock, readiness, metrics, log, the operator's access",
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
    holds: "the only folder that talks to nodes of a chain",
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
  { name: "venue/venue.ts", holds: "the running venue, as the folders above it see it", folders: ["venue.ts"] },
  {
    name: "venue/auth/",
    holds: "keys, signatures, wallets, scopes",
    folders: ["auth/signatures", "auth/wallets", "auth/keys", "auth"],
  },
  {
    name: "venue/http/",
    holds: "one request from socket to answer: connections, proxies, routes, input, limits, envelope; the served pages",
    folders: [
      ...["http/envelope", "http/input", "http/limits", "http/proxies", "http/routes", "http/door"],
      ...["http/pages/reference/page", "http/pages/reference", "http/pages"],
    ],
  },
  {
    name: "venue/streams/",
    holds:
      "connections, topics, frames, orders over a stream; in `numbers/`, the published state and the number of frames",
    folders: ["streams/numbers", "streams"],
  },
  {
    name: "venue/sandbox/",
    holds: "demo traders, their past days of trading, and the controls of a sandbox",
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
    holds: "the parts that `run.ts` assembles: how each is opened, and the sequence in which they are closed",
    folders: ["running"],
  },
];
