// Many questions to a chain, a few at a time.

import { type ChainTrouble, isTrouble } from "../rpc/trouble.ts";

const WIDTH = 8;

/** Whether the chain answers others, so that one question that it does not answer holds up no other. */
export function isOfOneOnly(error: unknown): error is ChainTrouble {
  return isTrouble(error) && error.kind !== "away" && error.kind !== "limited";
}

/** @returns when all are done; then throws what the first failure was, so that nothing goes on behind the caller's back */
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
