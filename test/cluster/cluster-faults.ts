// The faults of a round, each at its instant and for a while. They are drawn from the seed; a failing round is
// shortened by leaving some out.

import type { Dice } from "../workload/dice.ts";

const WEIGHTS = {
  crash: 5,
  "crash of all": 1,
  pause: 5,
  "bus cut": 4,
  "bus cut for all": 1,
  "database cut": 4,
  "cut off": 2,
  "slow database": 2,
  restart: 2,
  promotion: 4,
  "two primaries": 2,
  "standby stalls": 3,
  // Only in rounds where commits do not wait for the standby.
  "lagging standby promoted": 0,
  "waits cancelled": 3,
  "cancelled, then promoted": 4,
  "disk full": 2,
  "append held": 2,
  "clock jumps": 2,
  "gives way": 3,
} as const;

const STEPS = [null, null, null, "judged", "inserted", "committed", "claimed", "renewed", "half"] as const;

/**
 * What a server has just done: judged an append, inserted its row, committed it, written a claim or a renewal; or
 * received half an append.
 */
export type Step = Exclude<(typeof STEPS)[number], null>;

export type HappeningKind = keyof typeof WEIGHTS;

export interface ClusterFault {
  readonly kind: HappeningKind;
  readonly at: number;
  /** If not null, the fault waits from `at` on for that step of the database, so that it comes in between. */
  readonly on: Step | null;
  readonly forMs: number;
  /** The machines that are affected, if any; -1 is the one that leads at the time. */
  readonly machine: number;
  readonly other: number;
  readonly jumpMs: number;
}

/** Rare situations that take several faults one after the other. */
const PLOTS = [heirDiesYoung, writtenAfterClaim];

export function drawHappenings(dice: Dice, machines: number, withinMs: number): ClusterFault[] {
  if (dice.chance(150)) return dice.pick(machines > 2 ? [...PLOTS, lateNews] : PLOTS)(dice);
  const count = dice.pick([0, 1, 1, 2, 2, 3, 3, 4, 6]);
  return Array.from({ length: count }, () => drawFault(dice, machines, withinMs)).sort((a, b) => a.at - b.at);
}

/**
 * A lagging standby takes over, once or twice, whether nodes are up or not. A node that still reached the former server
 * would continue there, so faults that allow this are excluded.
 */
export function drawLosses(dice: Dice, machines: number, withinMs: number): ClusterFault[] {
  if (machines > 2 && dice.chance(300)) return furtherNodeUnheard(dice);
  const losses = Array.from({ length: dice.pick([1, 1, 1, 2]) }, () => drawLoss(dice, machines, withinMs));
  const beside = drawHappenings(dice, machines, withinMs).filter(({ kind }) => !NOT_WITH_LOSSES.includes(kind));
  return [...losses.flat(), ...beside.slice(0, dice.pick([0, 0, 1, 3]))].sort((a, b) => a.at - b.at);
}

const NOT_WITH_LOSSES: readonly HappeningKind[] = ["two primaries", "cancelled, then promoted", "waits cancelled"];

/**
 * The leader is lost together with its database, the node that followed it is paused, and the third one has learned
 * nothing of what they did. The operator, who may be hasty, decides whether the venue continues without the others.
 */
function furtherNodeUnheard(dice: Dice): ClusterFault[] {
  const isGivenUp = dice.chance(300);
  const plain = { on: null, other: 0, jumpMs: 0 };
  const at = 600 + dice.below(600);
  const forMs = isGivenUp ? 1_500 : dice.pick([300, 900, 1_500]);
  const from = at + forMs;
  const kind = isGivenUp ? "pause" : dice.pick(["pause", "pause", "cut off", "bus cut for all"] as const);
  // It comes back when the operator may be asked again, because what was given up meanwhile is longer than the present
  // journal.
  const second = {
    ...plain,
    kind: "lagging standby promoted",
    machine: 0,
    at: from + 3_400 + dice.below(1_000),
    forMs: dice.pick([100, 600]),
  } as const;
  const unheardMs = isGivenUp ? 4_000 + dice.below(2_000) : dice.pick([1_500, 2_800, 9_000]);
  return [
    { ...plain, kind: "cut off", machine: 2, at, forMs },
    { ...plain, kind: "lagging standby promoted", machine: 0, at, forMs },
    {
      ...plain,
      kind: dice.pick(["crash", "crash", "pause"] as const),
      machine: 0,
      at: from - dice.below(60),
      forMs: 14_000,
    },
    { ...plain, kind, machine: 1, at: from - dice.below(20), forMs: unheardMs },
    ...(isGivenUp ? [second] : []),
  ];
}

function drawLoss(dice: Dice, machines: number, withinMs: number): ClusterFault[] {
  const at = 500 + dice.below(withinMs);
  const forMs = dice.pick([100, 400, 1_500, 3_500]) + dice.below(300);
  const about = () => ({
    on: null,
    machine: dice.chance(500) ? -1 : dice.below(machines),
    other: dice.below(machines),
    jumpMs: 0,
  });
  const meanwhile = dice.pick([null, null, "crash", "bus cut", "cut off", "pause"] as const);
  const lost: ClusterFault = { ...about(), kind: "lagging standby promoted", at, forMs };
  if (meanwhile === null) return [lost];
  // Shortly before the standby takes over, or just then.
  const from = at + forMs - dice.pick([20, 300, 2_000]);
  return [lost, { ...about(), kind: meanwhile, at: Math.max(0, from), forMs: dice.pick([600, 1_500, 2_500, 9_000]) }];
}

/** A node is without its database, or its machine is paused, for longer than the others wait for it. */
export function databaseLost(dice: Dice, machine: number): ClusterFault[] {
  const kind = dice.pick(["database cut", "database cut", "cut off", "pause"] as const);
  return [
    { kind, machine, at: 600 + dice.below(600), on: null, forMs: 13_000 + dice.below(1_500), other: 0, jumpMs: 0 },
  ];
}

/**
 * The first leader is cut off while another node takes over, answers callers and dies before its first renewal: the
 * lease's confirmed batch is no further than the first leader's, so the first leader may claim again without having
 * heard of its successor.
 */
function heirDiesYoung(dice: Dice): ClusterFault[] {
  const plain = { on: null, other: 0, jumpMs: 0 };
  const at = 500 + dice.below(400);
  return [
    { ...plain, kind: "cut off", machine: 0, at, forMs: 2_400 + dice.below(700) },
    { ...plain, kind: "crash", machine: 1, at: at + 2_000 + dice.below(900), forMs: 9_000 },
  ];
}

/**
 * The first leader leads again, and one node has not heard that another one led meanwhile: it asks the first one for
 * what is confirmed, while the other has yet to learn that its last batch is.
 */
function lateNews(dice: Dice): ClusterFault[] {
  const plain = { on: null, machine: 2, other: 1, jumpMs: 0 };
  const at = 500 + dice.below(400);
  const pausedAt = at + 3_300 + dice.below(600);
  return [
    { ...plain, kind: "cut off", machine: 0, at, forMs: 2_400 + dice.below(700) },
    { ...plain, kind: "database cut", at, forMs: 9_000 },
    { ...plain, kind: "bus cut", at, forMs: 9_000 },
    { ...plain, kind: "pause", machine: -1, on: "committed", at: pausedAt, forMs: 2_100 + dice.below(1_000) },
    { ...plain, kind: "slow database", on: "claimed", at: pausedAt, forMs: 600 + dice.below(1_500) },
  ];
}

/**
 * A batch that a leader sent within its lease is written when another node already has the lease, and can be read
 * there, although the standby has none of it.
 */
function writtenAfterClaim(dice: Dice): ClusterFault[] {
  const plain = { on: null, machine: -1, other: 0, jumpMs: 0 };
  const at = 500 + dice.below(3_000);
  return [
    { ...plain, kind: "append held", at, forMs: 2_000 + dice.below(900) },
    { ...plain, kind: "pause", on: "judged", at, forMs: 6_000 },
    { ...plain, kind: "slow database", on: "claimed", at, forMs: 1_000 + dice.below(1_500) },
    { ...plain, kind: "standby stalls", on: "claimed", at, forMs: 1_000 + dice.below(1_500) },
  ];
}

function drawFault(dice: Dice, machines: number, withinMs: number): ClusterFault {
  const machine = dice.chance(500) ? -1 : dice.below(machines);
  return {
    kind: dice.weighted(WEIGHTS),
    on: dice.pick(STEPS),
    at: 500 + dice.below(withinMs),
    forMs: dice.pick([20, 200, 1_000, 1_900, 2_500, 3_500, 9_000, 14_000]) + dice.below(600),
    machine,
    other: dice.below(machines),
    jumpMs: dice.pick([-1, 1]) * dice.pick([500, 5_000, 3_600_000, 20_000_000]),
  };
}
