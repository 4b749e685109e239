// Splits a list into portions, for things that can only be sent or carried in parts.

/** Keeps the order; no portion is empty, and all but the last have `size` items. */
export function portionsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
