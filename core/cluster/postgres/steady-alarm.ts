// Timers of the machine don't count the time that it sleeps; what must be over by the steady clock looks at that clock.

import type { ClusterClock } from "../ports/cluster-clock.ts";

const LOOK_EVERY_MS = 200;

/** Runs once the steady clock is there. @returns calls it off */
export function atSteady(clock: Pick<ClusterClock, "steady">, at: number, step: () => void): () => void {
  const wait = () => setTimeout(look, Math.min(LOOK_EVERY_MS, Math.max(0, Math.ceil(at - clock.steady()))));
  let timer = wait();
  function look(): void {
    if (clock.steady() >= at) return step();
    timer = wait();
  }
  return () => clearTimeout(timer);
}
