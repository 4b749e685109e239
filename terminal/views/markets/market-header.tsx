// The market that is looked at: its figures, its state and why.

export function MarketHeader() {
  return null;
}
