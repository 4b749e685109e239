// What gas the operator gives a call: with room, for it may take another way through the vault than when it was tried, and never
// more than a bound. A call that would take more is not sent: with less it would fail, and cost that much.

const GAS_MIN = 300_000n;
/** Ten times what any call of the vault takes. */
const GAS_MAX = 3_000_000n;

/**
 * @param estimate what nodes say that it takes
 * @param blockMax what a block has room for
 * @returns null when it takes more than it can be given
 */
export function gasFor(estimate: bigint, blockMax: bigint): bigint | null {
  const most = least(GAS_MAX, blockMax);
  if (estimate > most) return null;
  const roomy = (estimate * 3n) / 2n;
  return least(roomy > GAS_MIN ? roomy : GAS_MIN, most);
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
