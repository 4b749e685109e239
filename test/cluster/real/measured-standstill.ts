// Measures how long trading stands still: from the last order carried out before an event to the first one after it, as
// seen by callers that keep calling. When the bus is lost the leader still serves its own callers, so the followers'
// callers are counted separately.

import { Services } from "./machines/services.ts";
import type { Moment } from "./real-callers.ts";
import { RealRound } from "./real-round.ts";

interface Standstill {
  readonly name: string;
  /** Causes the event. @returns a function that ends it */
  readonly cause: (round: RealRound) => Promise<() => unknown>;
  /** Which nodes' orders are counted. */
  readonly callers: "all" | "followers";
}

const CAUSES: readonly Standstill[] = [
  {
    ...{ name: "leader killed", callers: "all" },
    cause: async ({ leader }) => {
      await leader.kill();
      return () => leader.start();
    },
  },
  {
    ...{ name: "leader gives way", callers: "all" },
    cause: async ({ leader }) => {
      leader.send({ kind: "give way" });
      return () => {};
    },
  },
  {
    ...{ name: "leader shut down", callers: "all" },
    cause: async ({ leader }) => {
      const stopped = leader.stop();
      return async () => {
        if (!(await stopped)) throw new Error("the leader did not shut down cleanly");
        leader.start();
      };
    },
  },
  {
    ...{ name: "NATS killed and started, callers of followers", callers: "followers" },
    cause: async ({ services }) => {
      await services.nats.kill();
      await services.nats.start();
      return () => {};
    },
  },
  {
    ...{ name: "NATS killed and started, all callers", callers: "all" },
    cause: async ({ services }) => {
      await services.nats.kill();
      await services.nats.start();
      return () => {};
    },
  },
  {
    ...{ name: "PostgreSQL restarted", callers: "all" },
    cause: async ({ services }) => {
      await services.postgres.restart();
      return () => {};
    },
  },
];

const QUIET_MS = 500;
const WITHIN_MS = 30_000;

/** @returns how many rounds failed */
export async function measureStandstill(rounds: number, print: (text: string) => void): Promise<number> {
  let failed = 0;
  await using services = await Services.start();
  for (const { name, cause, callers } of CAUSES) {
    const measured: number[] = [];
    for (let seed = 1; seed <= rounds; seed++) {
      const round = await RealRound.open(services, seed);
      await round.begin();
      await Bun.sleep(QUIET_MS + (seed % 5) * 100);
      const leader = round.stations.indexOf(round.leader);
      const counts = ({ station }: Moment) => callers === "all" || station !== leader;
      const from = performance.now();
      const end = await cause(round);
      // Ends only after as many further outcomes as there are callers.
      const after = () => round.moments.filter((moment) => counts(moment) && moment.at > from);
      while (after().length < 30 && performance.now() < from + WITHIN_MS) await Bun.sleep(20);
      measured.push(longestGap(round.moments.filter(counts), from));
      await end();
      const { violations } = await round.end();
      if (violations.length > 0) failed++;
      for (const violation of violations) print(`${name}, round ${seed}: ${violation}`);
    }
    measured.sort((a, b) => a - b);
    const median = measured[Math.floor((measured.length - 1) / 2)]!;
    print(`${name}: p50 ${Math.round(median)} ms, worst ${Math.round(measured.at(-1)!)} ms, of ${measured.length}`);
  }
  return failed;
}

/** The longest gap between outcomes, in milliseconds, of those that end after `from`. */
function longestGap(moments: readonly Moment[], from: number): number {
  const gaps = moments.slice(1).map(({ at }, i) => (at > from ? at - moments[i]!.at : 0));
  return Math.max(0, ...gaps);
}
