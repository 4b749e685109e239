// Moves of time in a round: which node is asked to move it, when and by how much, and what the journal has to show of
// it (C18).

import { type BatchRow, readRow } from "@evermark/core/cluster/index.ts";
import { decodeCommand } from "@evermark/engine";
import { Dice } from "../workload/dice.ts";

/** A request at an instant of the round, to the node on a machine. */
export interface MoveAct {
  readonly at: number;
  readonly machine: number;
  readonly ms: number;
}

/** A move that was requested from a node, with the answer. */
export interface RequestedMove {
  readonly ms: number;
  /** The time that it leads to; null while that is not known. */
  to: number | null;
}

/** Bounds of the time at the end: by the clock that was furthest behind at any moment, and by the one furthest ahead. */
interface Clocks {
  readonly least: number;
  readonly most: number;
}

const SECOND_MS = 1_000;
/** A batch moves time by at most this much. */
export const STRETCH_MS = 4_000;
/** A leap of a clock that is longer than this has a tick only for its last second, unless it is part of a move. */
export const TICKED_MS = 60_000;
/** How far a leader's steady clock may be off in a round, plus the age of the round's last batch. */
const NEAR_MS = 4_000;

/** Drawn with separate dice, so that everything else about a seed stays as it would be without moves. */
export function drawMoves(seed: number, machines: number, calmAt: number): MoveAct[] {
  const dice = new Dice(seed ^ 0x300ed);
  if (!dice.chance(100)) return [];
  const from = 300 + dice.below(calmAt);
  return Array.from({ length: dice.pick([1, 2, 2, 3]) }, () => ({
    at: from + dice.pick([0, 2, 900, 2_500]),
    machine: dice.below(machines),
    ms: dice.pick([700, 6_000, 40_000, 200_000, 200_000]),
  }));
}

/** The latest time to which moves are known to lead. */
export function latestOf(moves: readonly RequestedMove[]): number {
  return Math.max(0, ...moves.map(({ to }) => to ?? 0));
}

/** The known intervals over which time is moved; adjoining intervals are merged. */
function mergedIntervals(moves: readonly RequestedMove[]): { readonly from: number; readonly to: number }[] {
  const intervals: { readonly from: number; to: number }[] = [];
  const known = moves.flatMap(({ to, ms }) => (to === null ? [] : { from: to - ms, to }));
  for (const interval of known.sort((a, b) => a.from - b.from)) {
    const last = intervals.at(-1);
    if (last === undefined || last.to < interval.from) intervals.push({ ...interval });
    else last.to = Math.max(last.to, interval.to);
  }
  return intervals;
}

/** @param survivesFailovers whether answered commands survive each failover @returns what is wrong */
export function judgeMoves(
  rows: readonly BatchRow[],
  moves: readonly RequestedMove[],
  clocks: Clocks,
  survivesFailovers: boolean,
): string[] {
  if (moves.length === 0) return [];
  const wrong: string[] = [];
  const intervals = mergedIntervals(moves);
  const isOnTheWay = (start: number, end: number) => intervals.some(({ from, to }) => start >= from && end <= to);
  for (const [i, { batch, at }] of rows.entries()) {
    const before = rows[i - 1]?.at ?? at;
    if (at - before > TICKED_MS && isOnTheWay(before, at)) wrong.push(`batch ${batch} moves time by ${at - before} ms`);
  }
  const ticks = rows.flatMap((row) => readRow(row).map(({ payload }) => decodeCommand(payload)));
  let last: number | null = null;
  for (const { type, at } of ticks) {
    if (type !== "tick") continue;
    const missing = last === null ? 0 : at - last - SECOND_MS;
    // The ticks on both sides are up to a second away from the ends of their batches.
    const isLeap = missing >= TICKED_MS - 2 * SECOND_MS && !isOnTheWay(last!, at);
    if (missing > 0 && !isLeap) wrong.push(`${missing / SECOND_MS} seconds before ${at} have no tick`);
    last = at;
  }
  const sum = (counted: readonly RequestedMove[]) => counted.reduce((ms, move) => ms + move.ms, 0);
  const { at } = rows.at(-1)!;
  const most = clocks.most + sum(moves) + NEAR_MS;
  if (at > most) wrong.push(`time is ${at - most} ms later than the clocks and all moves allow`);
  const least = clocks.least + sum(moves.filter(({ to }) => to !== null)) - NEAR_MS;
  if (survivesFailovers && at < least) wrong.push(`time is ${least - at} ms short of the moves`);
  return wrong.map((text) => `C18 ${text}`);
}
