// All markets: searched, sorted, favourites first.

export function MarketList() {
  return null;
}
