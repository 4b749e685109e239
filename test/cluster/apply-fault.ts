// Applies one fault to a round, and ends the fault when its time is over.

import { unreachable } from "@evermark/engine";
import type { ClusterFault } from "./cluster-faults.ts";
import type { SimulatedRound } from "./simulated-round.ts";

export function applyFault(round: SimulatedRound, happening: ClusterFault): void {
  const { kind, forMs, other, jumpMs } = happening;
  const { kernel, bus, database, places } = round;
  const { server } = database;
  const i = happening.machine === -1 ? round.leader : happening.machine;
  const { machine, line, node } = places[i]!;
  // Once the round is calm all faults have been ended already.
  const later = (ms: number, step: () => void) =>
    kernel.after(ms, () => {
      if (!round.isCalm) step();
    });
  const until = (end: () => void) => later(forMs, end);
  switch (kind) {
    case "crash":
      round.crash(i);
      return until(() => round.start(i));
    case "crash of all":
      for (const machine of places.keys()) round.crash(machine);
      server.restart();
      return until(() => {
        for (const each of places.keys()) round.start(each);
      });
    case "pause":
      machine.pause();
      return until(() => machine.wake());
    case "bus cut":
      if (i === other) return;
      bus.cut(i, other, true);
      return until(() => bus.cut(i, other, false));
    case "bus cut for all":
      for (const one of places.keys()) for (const two of places.keys()) bus.cut(one, two, true);
      return until(() => {
        for (const one of places.keys()) for (const two of places.keys()) bus.cut(one, two, false);
      });
    case "database cut":
      line.cut(true);
      return until(() => line.cut(false));
    case "cut off":
      line.cut(true);
      for (const each of places.keys()) bus.cut(i, each, true);
      return until(() => {
        line.cut(false);
        for (const each of places.keys()) bus.cut(i, each, false);
      });
    case "slow database":
      for (const each of places) each.line.slow(true);
      return until(() => {
        for (const each of places) each.line.slow(false);
      });
    case "restart":
      return server.restart();
    case "promotion":
      return database.promote(0);
    case "two primaries":
      database.promote(forMs);
      line.mislead(true);
      return until(() => line.mislead(false));
    case "standby stalls":
      server.stall(true);
      return until(() => server.stall(false));
    case "lagging standby promoted":
      server.stall(true);
      return until(() => {
        if (database.server === server) database.promote(0);
      });
    case "waits cancelled":
      server.stall(true);
      later(forMs / 2, () => server.cancelWaits());
      return until(() => server.stall(false));
    case "cancelled, then promoted":
      // Rows that were seen meanwhile, and perhaps read by the next leader, are lost.
      server.stall(true);
      later(forMs * 0.3, () => server.cancelWaits());
      if (other % 2 === 0) later(forMs * 0.4, () => machine.pause());
      if (other % 2 === 0) later(forMs * 1.5, () => machine.wake());
      return until(() => {
        if (database.server === server) database.promote(jumpMs > 0 ? forMs : 0);
      });
    case "disk full":
      // The answer to the last write may be lost as well.
      if (other % 2 === 0) line.cut(true);
      if (other % 2 === 0) later(30, () => line.cut(false));
      server.isFull = true;
      return until(() => {
        server.isFull = false;
      });
    case "append held":
      server.holdNext(forMs);
      return until(() => server.holdNext(0));
    case "clock jumps":
      return machine.jump(jumpMs);
    case "gives way":
      return node?.giveWay();
    default:
      return unreachable(kind);
  }
}
