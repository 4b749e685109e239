// The order of texts, where a rule or a snapshot goes by one: by code units. `localeCompare` depends on installed data.

/** Below 0 when `a` comes first, above when `b` does, 0 when they are the same. */
export function inTextOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
