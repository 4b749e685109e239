// When requests are due that arrive at random and do not wait for earlier answers: a Poisson process with a given
// average rate, rounded to whole milliseconds. A server that falls behind does not delay the later ones, so the time
// spent waiting for it is not left out ("coordinated omission").

import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";

export interface Arrivals {
  readonly perSecond: number;
  readonly milliseconds: number;
  readonly seed: number;
}

/** The whole millisecond in which each request is due, counted from the start. */
export function dueTimes({ perSecond, milliseconds, seed }: Arrivals): Float64Array {
  const random = seededRandom(seed);
  const due: number[] = [];
  let at = 0;
  for (;;) {
    // Greater than 0, so that its logarithm is finite.
    const share = (below(random, 2 ** 31) + 1) / 2 ** 31;
    at -= (Math.log(share) / perSecond) * 1_000;
    if (at > milliseconds) return Float64Array.from(due);
    due.push(Math.ceil(at));
  }
}

/** Calls `send` for each request when it is due, or as soon after that as this process can. @param due in ms from now */
export async function atTheirTimes(due: Float64Array, send: (n: number, dueAt: number) => void): Promise<void> {
  const startedAt = Math.ceil(performance.now());
  let n = 0;
  while (n < due.length) {
    const passed = performance.now() - startedAt;
    for (; n < due.length && due[n]! <= passed; n++) send(n, startedAt + due[n]!);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
