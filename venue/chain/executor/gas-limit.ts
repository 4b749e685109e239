// The gas limit of a call: the estimate with a margin, because the call may take another path through the vault than in
// the estimate, but never above a bound. A call that would take more is not sent: with less gas it would fail and still
// cost that much.

const GAS_MIN = 300_000n;
/** Ten times what any call of the vault takes. */
const GAS_MAX = 3_000_000n;

/**
 * @param estimate gas the call takes, by the nodes' estimate
 * @param blockMax gas that a block has room for
 * @returns null when the call takes more than it can be given
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
