/** At least three significant digits, with separators between thousands. */
export function numberText(n: number): string {
  if (Math.abs(n) >= 1_000) return Math.round(n).toLocaleString("en-US");
  if (Number.isInteger(n)) return String(n);
  const size = Math.abs(n);
  return size >= 100 ? n.toFixed(0) : size >= 10 ? n.toFixed(1) : size >= 0.1 ? n.toFixed(2) : n.toPrecision(2);
}
