// Deposits and withdrawals through the chain, and the faucet.

export function FundsView() {
  return null;
}
