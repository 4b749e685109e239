// What the operator offers per unit of gas. A node names the price; a ceiling keeps a lying node, or an hour of extreme
// prices, from burning the operator's coin.

/** In the smallest unit of the chain's coin. */
export interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Enough for six full blocks in a row. @param ceiling bound of `maxFeePerGas` */
export function offerFor(baseFee: bigint, tip: bigint, ceiling: bigint): Fees {
  return within({ maxFeePerGas: baseFee * 2n + tip, maxPriorityFeePerGas: tip }, ceiling);
}

/**
 * Fees that replace a transaction that is not mined: most nodes keep the former one unless both prices are at least a
 * tenth higher, some require an eighth.
 * @returns null when the ceiling leaves no room for that
 */
export function replacementFor(former: Fees, offer: Fees, ceiling: bigint): Fees | null {
  const maxFeePerGas = most(offer.maxFeePerGas, raised(former.maxFeePerGas));
  const maxPriorityFeePerGas = most(offer.maxPriorityFeePerGas, raised(former.maxPriorityFeePerGas));
  if (maxFeePerGas > ceiling) return null;
  return { maxFeePerGas, maxPriorityFeePerGas: least(maxPriorityFeePerGas, maxFeePerGas) };
}

/** Raised by an eighth, rounded up, and by 1 at least. */
function raised(price: bigint): bigint {
  return price + most((price + 7n) / 8n, 1n);
}

function within({ maxFeePerGas, maxPriorityFeePerGas }: Fees, ceiling: bigint): Fees {
  const capped = least(maxFeePerGas, ceiling);
  return { maxFeePerGas: capped, maxPriorityFeePerGas: least(maxPriorityFeePerGas, capped) };
}

function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
