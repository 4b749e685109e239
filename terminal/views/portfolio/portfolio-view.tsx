// Positions, open orders and algo orders, and what to do with them.

export function PortfolioView() {
  return null;
}
