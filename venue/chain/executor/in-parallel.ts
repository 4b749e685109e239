// Sends many requests to a chain, a few at a time.

import { type ChainTrouble, isTrouble } from "../rpc/trouble.ts";

const WIDTH = 8;

/**
 * Whether the error concerns this request alone and the chain still answers others, so that one failing request delays no
 * other.
 */
export function isOfOneOnly(error: unknown): error is ChainTrouble {
  return isTrouble(error) && error.kind !== "away" && error.kind !== "limited";
}

/** Resolves when all are done; after a failure starts no more, waits for those running, and throws the first failure. */
export async function inParallel<T>(
  items: readonly T[],
  work: (item: T, place: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const failures: unknown[] = [];
  const runner = async (): Promise<void> => {
    while (next < items.length && failures.length === 0) {
      const place = next++;
      await work(items[place]!, place).catch((error: unknown) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: Math.min(WIDTH, items.length) }, runner));
  if (failures.length > 0) throw failures[0];
}
