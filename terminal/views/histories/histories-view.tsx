// What was: orders, fills, funding, liquidations, transfers, deposits and withdrawals.

export function HistoriesView() {
  return null;
}
