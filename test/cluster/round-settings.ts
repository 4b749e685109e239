// Everything that a seed decides before a round begins: the number of nodes, the quality of lines, the faults, and the
// clients' actions.

import { Dice } from "../workload/dice.ts";
import { drawMoves, type MoveAct } from "./clock-moves.ts";
import { type ClusterFault, databaseLost, drawHappenings, drawLosses } from "./cluster-faults.ts";
import { ACCOUNTS } from "./opened-engine.ts";
import type { BusSettings } from "./scripted-bus.ts";
import type { LineSettings } from "./scripted-database.ts";

/** A client's action at an instant, on a machine. */
export interface Act {
  readonly at: number;
  readonly kind: "place" | "read" | "cancel";
  readonly account: number;
  readonly machine: number;
  /** The command's name, in the journal too. */
  readonly tag: string;
  /** "" for none. */
  readonly clientOrderId: string;
  /** Within how long its caller wants it carried out; 0 for the venue's own limit. */
  readonly windowMs: number;
  /** Whether the order is tied to the connection over which it came. */
  readonly untilDisconnect: boolean;
  /** The machine on which it is repeated when its outcome is not known. */
  readonly repeatedOn: number;
  /** Whether it is also repeated there at once. */
  readonly isDoubled: boolean;
  /** How many further orders belong to the same request. */
  readonly more: number;
}

export interface RoundSettings {
  readonly seed: number;
  readonly machines: number;
  /** By how much each machine's wall clock is ahead. */
  readonly aheadMs: readonly number[];
  readonly rates: readonly number[];
  readonly bus: BusSettings;
  readonly line: LineSettings;
  /** Per thousand. */
  readonly seenEarly: number;
  readonly refused: number;
  /** How many requests of an account a leader takes in a term. */
  readonly requestsMax: number;
  readonly eager: number;
  /** The machines whose nodes are fit to lead: all, those whose clock is nearly right, or only the first. */
  readonly fit: "all" | "near" | "first";
  /** Whether PostgreSQL's commits wait for the standby: if not, a promotion loses acknowledged commands. */
  readonly isSynchronous: boolean;
  /** From when on there is an operator, who accepts losses: from the beginning, or only after the faults. */
  readonly operatorAt: number;
  /** When faults end. */
  readonly calmAt: number;
  readonly happenings: readonly ClusterFault[];
  readonly acts: readonly Act[];
  /** When the operator asks for the newest behaviour; null for never. */
  readonly wantedAt: number | null;
  readonly moves: readonly MoveAct[];
}

export function drawSettings(seed: number): RoundSettings {
  const dice = new Dice(seed);
  const machines = dice.pick([2, 2, 3, 3, 3, 4]);
  // For so long that a node without its database counts as gone.
  const isOneLost = dice.chance(80);
  const isSynchronous = isOneLost || !dice.chance(250);
  const calmAt = isOneLost ? 16_000 : dice.pick([3_000, 5_000, 8_000, 8_000, 16_000]);
  const lost = dice.below(machines);
  const befalling = () => (isOneLost ? databaseLost(dice, lost) : drawHappenings(dice, machines, calmAt - 800));
  const fit = dice.pick(["all", "all", "near", "near", "first"] as const);
  const ahead = () => dice.pick([0, 0, 0, 300, -300, 4_000, -4_000, 7_200_000, -7_200_000]);
  // A venue whose clock is behind the journal continues from the journal's time.
  const aheadFirst = () => (fit === "first" ? dice.pick([0, -7_200_000]) : ahead());
  return {
    ...{ seed, machines, calmAt, fit, isSynchronous, operatorAt: isSynchronous ? calmAt : dice.pick([0, calmAt]) },
    aheadMs: [aheadFirst(), ...Array.from({ length: machines - 1 }, ahead)],
    rates: Array.from({ length: machines }, () => 1 + dice.pick([0, 0, 0.02, -0.02])),
    bus: drawBus(dice),
    line: {
      lost: dice.pick([0, 0, 5, 60]),
      late: dice.pick([0, 0, 20, 150]),
      lateMs: dice.pick([300, 1_500, 3_000]),
      half: dice.pick([0, 200, 700]),
    },
    seenEarly: dice.pick([0, 0, 300, 1_000]),
    refused: dice.pick([0, 0, 60, 400]),
    requestsMax: new Dice(seed ^ 0x11_17).pick([1, 3, 1_000, 1_000]),
    eager: dice.pick([0, 300, 1_000]),
    happenings: isSynchronous ? befalling() : drawLosses(dice, machines, calmAt - 800),
    acts: drawActs(dice, { machines, calmAt, early: isOneLost ? lost : null }),
    wantedAt: dice.chance(500) ? dice.below(calmAt) : null,
    moves: drawMoves(seed, machines, calmAt),
  };
}

/** An order tied to a connection to that machine. */
function earlyAct(machine: number): Act {
  return {
    ...{ at: 250, kind: "place", account: ACCOUNTS[0], machine, tag: "early", clientOrderId: "", windowMs: 0 },
    ...{ untilDisconnect: true, repeatedOn: machine, isDoubled: false, more: 0 },
  };
}

function drawBus(dice: Dice): BusSettings {
  const lateMs = dice.pick([100, 600, 2_500, 6_000]);
  const kind = dice.weighted({ good: 4, poor: 3, storm: 3 });
  if (kind === "good") return { lost: 0, doubled: 0, late: 0, lateMs };
  if (kind === "storm") return { lost: 100, doubled: 500, late: 400, lateMs };
  return {
    lost: dice.pick([0, 20, 150, 400]),
    doubled: dice.pick([0, 20, 200]),
    late: dice.pick([0, 20, 200]),
    lateMs,
  };
}

interface ActSettings {
  readonly machines: number;
  readonly calmAt: number;
  /** The machine on which a client places an order before the first fault; null for none. */
  readonly early: number | null;
}

function drawActs(dice: Dice, { machines, calmAt, early }: ActSettings): Act[] {
  const acts: Act[] = early === null ? [] : [earlyAct(early)];
  const bursts = dice.between(2, 8);
  for (let burst = 0; burst < bursts; burst++) {
    const from = dice.below(calmAt + 500);
    const spreadMs = dice.pick([1, 5, 50, 600]);
    for (let left = dice.between(1, 6); left > 0; left--) {
      const number = acts.length;
      acts.push({
        at: from + dice.below(spreadMs * 10) / 10,
        kind: dice.weighted({ place: 6, read: 4, cancel: 1 }),
        account: dice.pick(ACCOUNTS),
        machine: dice.below(machines),
        tag: `act ${number}`,
        clientOrderId: dice.chance(500) ? `order ${number}` : "",
        windowMs: dice.chance(300) ? dice.pick([1, 20, 300, 1_000]) : 0,
        untilDisconnect: dice.chance(300),
        repeatedOn: dice.below(machines),
        isDoubled: dice.chance(100),
        more: dice.pick([0, 0, 0, 2]),
      });
    }
  }
  return acts;
}
