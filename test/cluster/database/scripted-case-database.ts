// The simulation's database for the cases; simulated time advances while answers are awaited.

import { FIRST_ROW, NodeCalls, nodeIdOf } from "@evermark/core/cluster/postgres/testing/node-calls.ts";
import { Dice } from "../../workload/dice.ts";
import { Kernel } from "../kernel.ts";
import { DatabaseLine, ScriptedDatabase } from "../scripted-database.ts";
import { ScriptedMachine } from "../scripted-machine.ts";
import type { PromotableDatabase, StatementWait } from "./case-database.ts";

/** Dice that decide against everything that is not certain. */
class Certain extends Dice {
  override below(bound: number): number {
    return bound - 1;
  }
}

export function scriptedCaseDatabase({ isSynchronous = true } = {}): PromotableDatabase {
  const [kernel, dice] = [new Kernel(), new Certain(0)];
  const database = new ScriptedDatabase({ kernel, dice, seenEarly: 0, isSynchronous, onStep: () => {} }, FIRST_ROW);
  const lines = [1, 2].map(() => ({ lost: 0, late: 0, lateMs: 0, half: 0 }));
  const nodes = lines.map((settings, i) => {
    const line = new DatabaseLine(
      kernel,
      dice,
      settings,
      database,
      new ScriptedMachine(kernel, { aheadMs: 0, rate: 1 }),
    );
    const [lease, journal, presence] = [line.lease(), line.journal(), line.presence()];
    return new NodeCalls(nodeIdOf(i + 1), { lease, journal, presence });
  });
  let isOver = false;
  void (async () => {
    for (let now = 0; !isOver; now++) {
      kernel.run(now);
      await new Promise(setImmediate);
    }
  })();
  const passes = async (isSo: () => boolean) => {
    while (!isSo()) await new Promise(setImmediate);
  };
  const counts: Record<StatementWait, () => number> = {
    "waits for the standby": () => database.server.waiting.standby,
    "waits for another": () => database.server.waiting.another,
    half: () => database.server.waiting.halves,
  };
  return {
    nodeA: nodes[0]!,
    nodeB: nodes[1]!,
    untilWaiting: (wait, count) => passes(() => counts[wait]() >= count),
    stall: async (isStalled) => database.server.stall(isStalled),
    cancelWaits: async () => database.server.cancelWaits(),
    fill: async (isFull) => {
      database.server.isFull = isFull;
    },
    halve: (node) => Object.assign(lines[nodes.indexOf(node)]!, { lost: 1_000, half: 1_000 }),
    promote: async () => database.promote(0),
    crash: async () => database.server.restart(),
    [Symbol.asyncDispose]: async () => {
      isOver = true;
    },
  };
}
