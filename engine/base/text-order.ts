// The order of texts, wherever a rule or a snapshot depends on one: by code units. `localeCompare` depends on installed data.

/** Below 0 when `a` comes first, above 0 when `b` does, 0 when they are equal. */
export function inTextOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
