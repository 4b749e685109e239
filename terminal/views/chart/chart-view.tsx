// Candles of the market, and what one has in it.

export function ChartView() {
  return null;
}
