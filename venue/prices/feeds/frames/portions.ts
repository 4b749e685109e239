// A list in portions, for what may only be sent or carried in part.

/** In their order; none is empty, each but the last has `size`. */
export function portionsOf<Item>(items: readonly Item[], size: number): readonly (readonly Item[])[] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, i) => items.slice(i * size, (i + 1) * size));
}
