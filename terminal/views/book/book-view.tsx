// The order book of the market.

export function BookView() {
  return null;
}
