// Folders of more than eight files, and the files by which the rest of their room may import from them. Rooms
// themselves are entered by the `exports` of their package.

/** Only these files may be imported. */
export const DOORS: Readonly<Record<string, readonly string[]>> = {
  "engine/language/events": ["events.ts"],
  "engine/language/views": ["algo-order-views.ts", "command-answers.ts", "market-views.ts", "views.ts"],
  "engine/book/entry": [
    ...[
      "acceptance.ts",
      "amendment.ts",
      "max-order-quantity.ts",
      "order-fields.ts",
      "order-filters.ts",
      "placement.ts",
    ],
  ],
  "engine/book/algo-entry": [
    ...["algo-amendment.ts", "algo-audit.ts", "algo-fields.ts", "algo-placement.ts", "algo-reader.ts", "triggers.ts"],
  ],
  "engine/risk/liquidation": [
    ...["claims.ts", "fund-claims.ts", "liquidation-audit.ts", "liquidation-checks.ts", "liquidation-reader.ts"],
    ...["position-transfers.ts", "top-up.ts"],
  ],
  "core/backup": ["index.ts"],
  "client/chain": [
    ...[
      "chain-error.ts",
      "chain-facts.ts",
      "chain-faucet.ts",
      "chain-wallet.ts",
      "vault-deposit.ts",
      "sandbox-chain.ts",
    ],
    ...["wallet-balances.ts", "vault-withdrawal.ts"],
  ],
  "client/streams": [
    ...["book-side.ts", "connection.ts", "order-book.ts", "socket.ts", "stream-orders.ts", "stream-urls.ts"],
    ...["stream.ts", "topic-types.ts"],
  ],
  "terminal/views/book": ["book-view.tsx"],
  "terminal/views/chart": ["chart-view.tsx"],
  "terminal/views/chart/drawings": ["drawings.tsx", "kept-as.ts"],
  "terminal/views/funds": ["funds-view.tsx"],
  "terminal/views/histories": ["history-panel.tsx", "history-kind.ts"],
  "terminal/views/markets": ["market-header.tsx", "market-list.tsx"],
  "terminal/views/sandbox": ["sandbox-drawer.tsx"],
  "terminal/views/sign-in": ["sign-in-view.tsx"],
  "terminal/views/ticket": [
    ...["far-price.ts", "for-plans.ts", "leg-trigger.tsx", "order-sender.ts", "ticket-refusals.ts", "ticket-view.tsx"],
  ],
  "venue/api/orders": ["algo-orders.ts", "orders.ts"],
  "venue/api/query": ["public-query.ts"],
  "venue/chain/executor": ["chain-writer.ts", "executor.ts", "ledger.ts", "executor-metrics.ts"],
  "venue/chain/keys": [
    ...[
      "attestation-signer.ts",
      "encrypted-key.ts",
      "known-keys.ts",
      "local-signer.ts",
      "operator-key.ts",
      "transaction-signer.ts",
    ],
    ...["signer-secret.ts", "threaded-signer.ts"],
  ],
  "venue/chain/signer": ["begin-signer.ts"],
  "venue/chain/receivers": [
    ...["receiver-accounts.ts", "receiver-address.ts", "receivers-view.ts", "receivers.ts", "token-amount.ts"],
  ],
  "venue/history/records": ["projector.ts"],
  "venue/history/thread": [
    ...["history-reader.ts", "history-thread.ts", "kept-position.ts", "open-follower.ts", "history-queries.ts"],
    ...["history-rebuild.ts", "engine-replica.ts"],
  ],
  "venue/http/pages": ["console.ts", "made-terminal.ts", "reference.ts", "terminal.ts"],
  "venue/prices/feeds/lines": ["clocks.ts", "feed-line.ts", "lines-of-sources.ts", "socket-line.ts", "spacing.ts"],
  "venue/statistics": [
    ...["balance-totals.ts", "day-result.ts", "in-turn.ts", "market-figures.ts", "market-statistics.ts"],
    ...["running-candles.ts", "statistics-at-start.ts"],
  ],
  "venue/streams": ["stream-connection.ts", "numbers-at-start.ts", "stream-numbers.ts", "streams.ts"],
};

/**
 * Every file may be imported, because each is independent of the others: a table, a kind of command, a button, a query,
 * a section.
 */
export const SHELVES: readonly string[] = [
  ...["engine/base/storage", "engine/language/commands", "engine/memory/account", "engine/memory/order"],
  ...["engine/money/fees", "engine/permissions", "engine/business/market", "engine/business/vaults"],
  ...["client/rest", "cli/commands", "terminal/parts", "terminal/texts/english", "terminal/identity"],
  "terminal/operator/views",
  ...[
    "venue/configuration/values",
    "venue/history/tables",
    "venue/history/queries",
    "venue/api/accounts",
    "venue/api/markets",
  ],
  ...["venue/configuration", "venue/prices/feeds/drivers", "venue/running"],
];
