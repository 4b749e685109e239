// The ways to play a history that are worth keeping: the original one, both sides of a behaviour at which its result
// changes, and both sides of numbers at which its result changes.

import { BEHAVIOUR, type Command, OLDEST_BEHAVIOUR } from "@evermark/engine";
import { below, type Random } from "@evermark/journal/testing/seeded-random.ts";
import { outcomeOf, SAID_LETTERS, turnsOf, type Way } from "./history-outcome.ts";
import { amountsOf, type Change, type Course, valueAt } from "./kept-histories.ts";

/** Of former behaviours with the same result as their neighbours, one in this many is kept. */
const SELDOM = 30;
/** How often the same step of the same field is kept if it changes a history in the same way. */
const TURNS_KEPT = 2;
/** The maximum number of steps kept for one history. */
const STEPS_MAX = 5;
/** The factors by which a number is changed, in search of a value at which the history changes. */
const PARTS = [0.5, 2, 0.97, 1.03];
/** How much later a command and all commands after it are given in that search, in milliseconds. */
const LATER_MS = [120_000, 2_000_000, 90_000_000];

/** Times after the last command between which a tick is tried, to find what becomes due in between. */
const TICKS_MS = [
  [1, 9_000],
  [9_000, 16_000],
  [16_000, 70_000],
  [70_000, 700_000],
  [700_000, 4_000_000],
  [4_000_000, 90_000_000],
] as const;

/** Everything that has been seen in any history so far. */
export class SeenCounts {
  readonly #times = new Map<string, number>();

  /** Whether it has been seen less often than the given number of times. Counts it as seen once more. */
  isRare(event: string, times: number): boolean {
    const before = this.#times.get(event) ?? 0;
    this.#times.set(event, before + 1);
    return before < times;
  }
}

export function* waysOf(course: Course, behaviour: number, random: Random, seen: SeenCounts): Generator<Way> {
  const way = { behaviour, change: null };
  const turns = withWay(course, way, turnsOf);
  if (turns === null || !seen.isRare(turns.join(), 1)) return;
  yield way;
  if (behaviour === BEHAVIOUR && course.start === null) yield* formerWays(course, random);
  yield* steps(course, behaviour, turns, seen);
  for (const change of edge(course, behaviour, turns.join(), random)) yield { behaviour, change };
  yield* laterTicks(course, behaviour, seen);
}

/** Changes one number by one step, beginning with the last command. */
function* steps(course: Course, behaviour: number, turns: readonly string[], seen: SeenCounts): Generator<Way> {
  const { commands } = course;
  const first = commands.findIndex(isNoOpening);
  let kept = 0;
  for (let place = commands.length - 1; first >= 0 && place >= first; place--) {
    for (const change of neighbours(commands, place)) {
      const others = withWay(course, { behaviour, change }, turnsOf);
      if (others === null) continue;
      const turn = others.find((line, i) => line !== turns[i]) ?? "";
      const event = `${commands[place]!.type} ${change.path} ${Math.sign(change.by)} ${turn}`;
      if (!seen.isRare(event, turn === "" ? 1 : TURNS_KEPT)) continue;
      yield { behaviour, change };
      if (++kept === STEPS_MAX) return;
    }
  }
}

/** Finds what becomes due when no more commands come: the milliseconds at which the effect of a tick changes. */
export function* laterTicks(course: Course, behaviour: number, seen: SeenCounts): Generator<Way> {
  const place = course.commands.length;
  const wayAt = (by: number): Way => ({ behaviour, change: { place, path: "tick", by } });
  const turnsAt = (by: number) => withWay(course, wayAt(by), turnsOf)?.join() ?? null;
  for (const [soonest, latest] of TICKS_MS) {
    const before = turnsAt(soonest);
    let [same, other]: [number, number] = [soonest, latest];
    const after = turnsAt(latest);
    if (before === null || after === null || after === before) continue;
    while (other - same > 1) {
      const middle = Math.floor((same + other) / 2);
      if (turnsAt(middle) === before) same = middle;
      else other = middle;
    }
    if (seen.isRare(`tick ${latest} ${turnsAt(other)?.slice(before.length)}`, 1)) yield* [wayAt(same), wayAt(other)];
  }
}

/**
 * Both sides of each behaviour at which the result changes: the first behaviour with the new result, and the one before
 * it.
 */
function* formerWays(course: Course, random: Random): Generator<Way> {
  const blindly = (played: Course, way: Way) => outcomeOf(played, way, false);
  const outcomes = Array.from(
    { length: BEHAVIOUR + 1 },
    (_, behaviour) => withWay(course, { behaviour, change: null }, blindly)?.slice(0, SAID_LETTERS) ?? null,
  );
  for (let behaviour = OLDEST_BEHAVIOUR; behaviour < BEHAVIOUR; behaviour++) {
    const turns = [behaviour - 1, behaviour + 1].some(
      (other) => other >= OLDEST_BEHAVIOUR && outcomes[other] !== outcomes[behaviour],
    );
    if (outcomes[behaviour] !== null && (turns || below(random, SELDOM) === 0)) yield { behaviour, change: null };
  }
}

/** One step up and one step down for each number. */
function neighbours(commands: readonly Command[], place: number): Change[] {
  return amountsOf(commands[place]!).flatMap(({ path, unit }) => {
    const step = stepOf(commands, unit);
    return [step, -step].map((by) => ({ place, path, by }));
  });
}

/** Both sides of a value at which the history changes, if a random search finds one. */
function edge(course: Course, behaviour: number, turns: string, random: Random): Change[] {
  const { commands } = course;
  const place = below(random, commands.length);
  const amounts = amountsOf(commands[place]!);
  const { path, unit } = amounts[below(random, amounts.length)]!;
  const value = valueAt(commands[place]!, path);
  const step = stepOf(commands, unit);
  const moves = path === "at" ? LATER_MS : PARTS.map((part) => Math.round((value * part - value) / step) * step);
  const differs = (by: number) => {
    const others = withWay(course, { behaviour, change: { place, path, by } }, turnsOf);
    return others !== null && others.join() !== turns;
  };
  const far = moves.find((by) => by !== 0 && Number.isSafeInteger(value + by) && differs(by));
  if (far === undefined) return [];
  let [same, other] = [0, far];
  while (Math.abs(other - same) > step) {
    const middle = same + Math.trunc((other - same) / 2 / step) * step;
    if (middle === same) break;
    if (differs(middle)) other = middle;
    else same = middle;
  }
  return [same, other].filter((by) => by !== 0).map((by) => ({ place, path, by }));
}

/** The step of a number: for prices and quantities the tick of the first market, or a common one if there is none. */
function stepOf(commands: readonly Command[], unit: string): number {
  const listed = commands.find((command) => command.type === "list_market")?.parameters;
  if (unit === "price in 10⁻⁸") return listed?.quoteTick ?? 100_000;
  return unit === "quantity in 10⁻⁸" ? (listed?.baseTick ?? 1_000_000) : 1;
}

/** Most worlds begin with the same commands, whose numbers are not changed by a step. */
function isNoOpening({ type }: Command): boolean {
  return !["list_market", "add_broker", "open_account", "credit_deposit"].includes(type);
}

/** null if the engine stops or time would go back. */
function withWay<Result>(course: Course, way: Way, look: (course: Course, way: Way) => Result): Result | null {
  try {
    return look(course, way);
  } catch (_fault) {
    return null;
  }
}
