// The scales of the written rules: prices and quantities in 10⁻⁸, money in 10⁻⁶, rates in 10⁻¹⁰, entry values in 10⁻¹⁶.
// Rules 1.1.

/** One, as a rate. */
export const RATE = 10_000_000_000n;

/** One, as a ratio. */
export const RATIO = 100_000_000n;
