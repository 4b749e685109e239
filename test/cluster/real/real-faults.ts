// The faults of a real round, drawn from its seed: each at its instant, for a while.

import { unreachable } from "@evermark/engine";
import { Dice } from "../../workload/dice.ts";
import { Eavesdropper } from "./machines/eavesdropper.ts";
import type { Trap } from "./machines/faulty-line.ts";
import type { RealRound } from "./real-round.ts";

const WEIGHTS = {
  "leader killed": 4,
  "follower killed": 2,
  "all nodes killed": 1,
  "leader paused": 4,
  "follower paused": 2,
  "PostgreSQL killed": 2,
  "PostgreSQL restarted": 2,
  "PostgreSQL paused": 2,
  "NATS killed": 3,
  "NATS paused": 2,
  "bus cut": 3,
  "bus cut for all": 1,
  "leader without PostgreSQL": 4,
  "follower without PostgreSQL": 2,
  "leader without the bus": 3,
  "leader cut off": 2,
  "messages repeated and forged": 4,
  "statement caught": 8,
  "gives way": 3,
} as const;

/** The services, as the names of faults begin. */
const SERVERS = ["PostgreSQL", "NATS"];

type FaultKind = keyof typeof WEIGHTS;

export interface Fault {
  readonly kind: FaultKind;
  readonly at: number;
  readonly forMs: number;
  /** Index among all stations, or among those that do not lead. */
  readonly station: number;
  /** Whether connections stay open while nothing passes. */
  readonly isSilent: boolean;
  readonly trap: Trap;
}

export function drawFaults(dice: Dice, stations: number, withinMs: number): Fault[] {
  const faults: Fault[] = [];
  for (let left = dice.pick([1, 1, 2, 2, 3, 4]); left > 0; left--) {
    // Some faults come almost at the same time.
    const before = faults.at(-1);
    const at = before !== undefined && dice.chance(300) ? before.at + dice.below(50) : dice.below(withinMs);
    const kind = dice.weighted(WEIGHTS);
    // Each server is killed, restarted or stopped at most once.
    if (faults.some((other) => SERVERS.some((server) => other.kind.startsWith(server) && kind.startsWith(server))))
      continue;
    faults.push({
      kind,
      at,
      forMs: dice.pick([150, 1_000, 2_400, 3_500]) + dice.below(400),
      station: dice.below(stations),
      isSilent: dice.chance(400),
      trap: {
        statement: dice.pick(["append", "append", "append", "renew", "claim", "read"]),
        fault: dice.pick(["unanswered", "unanswered", "half"]),
      },
    });
  }
  return faults;
}

/** @returns a function that ends the fault */
export async function befall(
  round: RealRound,
  { kind, station, isSilent, trap, forMs }: Fault,
): Promise<() => unknown> {
  const { stations, leader, services } = round;
  const followers = stations.filter((each) => each !== leader);
  const follower = followers[station % followers.length]!;
  const target = stations[station]!;
  const state = isSilent ? "silent" : "cut";
  const { postgres, nats } = services;
  switch (kind) {
    case "leader killed":
      await leader.kill();
      return () => leader.start();
    case "follower killed":
      await follower.kill();
      return () => follower.start();
    case "all nodes killed":
      await Promise.all(stations.map((each) => each.kill()));
      return () => stations.map((each) => each.start());
    case "leader paused":
      leader.pause();
      return () => leader.wake();
    case "follower paused":
      follower.pause();
      return () => follower.wake();
    case "PostgreSQL killed":
      await postgres.kill();
      await Bun.sleep(forMs / 2);
      await postgres.run();
      return () => {};
    case "PostgreSQL restarted":
      await postgres.restart();
      return () => {};
    case "PostgreSQL paused":
      postgres.signal("SIGSTOP");
      return () => postgres.signal("SIGCONT");
    case "NATS killed":
      await nats.kill();
      return () => nats.start();
    case "NATS paused":
      nats.pause();
      return () => nats.wake();
    case "bus cut":
      target.bus.set(state);
      return () => target.bus.calm();
    case "bus cut for all":
      for (const { bus } of stations) bus.set(state);
      return () => stations.map(({ bus }) => bus.calm());
    case "leader without PostgreSQL":
      leader.postgres.set(state);
      return () => leader.postgres.calm();
    case "follower without PostgreSQL":
      follower.postgres.set(state);
      return () => follower.postgres.calm();
    case "leader without the bus":
      leader.bus.set(state);
      return () => leader.bus.calm();
    case "leader cut off":
      leader.bus.set(state);
      leader.postgres.set(state);
      return () => [leader.bus.calm(), leader.postgres.calm()];
    case "messages repeated and forged": {
      // Fails if the bus is down at the moment.
      const eavesdropper = await Eavesdropper.begin(nats.port, new Dice(forMs)).catch(() => null);
      return () => eavesdropper?.end();
    }
    case "statement caught":
      for (const each of stations) if (trap.statement === "claim" || each === leader) each.postgres.arm(trap);
      return () => {};
    case "gives way":
      leader.send({ kind: "give way" });
      return () => {};
    default:
      return unreachable(kind);
  }
}
