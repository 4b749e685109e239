// When requests are due that come as they like and wait for no answer: at random, so many per second on average (a Poisson
// process), gathered at each whole millisecond. A server that falls behind does not make them come later, so that time
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
    // Above 0, so that its logarithm is a number.
    const share = (below(random, 2 ** 31) + 1) / 2 ** 31;
    at -= (Math.log(share) / perSecond) * 1_000;
    if (at > milliseconds) return Float64Array.from(due);
    due.push(Math.ceil(at));
  }
}

/** Calls `send` for each request when it is due, or as soon after as this process can. @param due ms from now */
export async function atTheirTimes(due: Float64Array, send: (n: number, dueAt: number) => void): Promise<void> {
  const startedAt = Math.ceil(performance.now());
  let n = 0;
  while (n < due.length) {
    const passed = performance.now() - startedAt;
    for (; n < due.length && due[n]! <= passed; n++) send(n, startedAt + due[n]!);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}
