// How many commands the leader of several nodes can carry out when neither signatures nor HTTP limit it. The commands
// are given to the leader's own process. What varies is how many wait for their answer at the same time, because that
// determines the size of the batches. One other node follows. PostgreSQL has no standby and syncs to the disk. The
// processor time that each process uses per command shows what load a machine of its own would have.

import { NatsServer } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { createTables } from "@evermark/core/cluster/postgres/index.ts";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { type Benchmark, figureAlone, figureOf } from "../figures/measure.ts";
import { numberText } from "../figures/number-text.ts";
import { makeOrderMix } from "../flow/order-mix.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { CpuShares } from "../processes/cpu-use.ts";
import { SCRATCH_PARENT } from "../processes/scratch-directory.ts";
import type { NodeOpening, Turn, TurnResult } from "./benched-node.child.ts";
import { openingCommands, openingRow } from "./opening-commands.ts";

type Message = NodeOpening | "leads" | Turn;

/** Turns with more waiting commands also have more commands, so that each turn takes about as long. */
const TURNS: readonly Turn[] = [
  { waiting: 1, count: 500 },
  { waiting: 32, count: 10_000 },
  { waiting: 512, count: 50_000 },
  { waiting: 4_096, count: 100_000 },
];
const QUICK: readonly Turn[] = [{ waiting: 32, count: 500 }];

export const clusterLeader: Benchmark = {
  name: "cluster-leader",
  about: "commands/s that the leader of two nodes carries out without signatures and HTTP, by how many wait at a time",
  async run({ quick }, report, note) {
    if (!isPostgresAsked) return note("left out: PostgreSQL is not installed");
    const [turns, runs] = quick ? [QUICK, 1] : [TURNS, 3];
    await using postgres = await PostgresServer.start({ isDurable: true, within: SCRATCH_PARENT });
    await using nats = await NatsServer.start();
    const url = await postgres.database();
    const at = Date.now();
    await createTables(url, openingRow(openingCommands(makeOrderMix(0), at)));
    // The first run is not counted, because code is compiled and caches are filled during it.
    const commands = turns.reduce((sum, { count }) => sum + count, 0) * (runs + 1);
    const nodes: Child<TurnResult>[] = [];
    const open = async (): Promise<Child<TurnResult>> => {
      const node = startChild<TurnResult>(import.meta.resolve("./benched-node.child.ts"));
      nodes.push(node);
      await node.ask({ postgres: url, bus: nats.url, at, commands } satisfies Message);
      return node;
    };
    try {
      const leader = await open();
      await leader.ask("leads" satisfies Message);
      const follower = await open();
      const processes = {
        ...{ leader: [leader.pid], follower: [follower.pid], PostgreSQL: postgres.pids, NATS: [nats.pid] },
      };
      const ran = turns.map((turn) => ({ turn, results: [] as TurnResult[], shares: new CpuShares(processes) }));
      for (let run = 0; run <= runs; run++) {
        for (const { turn, results, shares } of ran) {
          const once = () => leader.ask(turn satisfies Message);
          if (run === 0) await once();
          else await shares.during(async () => ({ ...(await kept(once(), results)), answered: turn.count }));
        }
      }
      for (const { turn, results, shares } of ran) {
        const name = `cluster-leader, ${numberText(turn.waiting)} waiting`;
        const samples = { ours: results.map((each) => each.perSecond), theirs: results.map((each) => each.alone) };
        report(figureOf(name, "commands/s", "engine alone", samples));
        const inBatch = results.map(({ batches }) => turn.count / batches);
        report(figureAlone(name, "in a batch", inBatch));
        note(`${numberText(turn.waiting)} waiting, µs of processor for a command: ${shares.text()}`);
      }
    } finally {
      await Promise.all(nodes.map((each) => each.stop()));
    }
  },
};

async function kept(running: Promise<TurnResult>, results: TurnResult[]): Promise<TurnResult> {
  const result = await running;
  results.push(result);
  return result;
}
