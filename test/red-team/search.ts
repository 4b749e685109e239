// The search of one kit: plans from nothing first, then mutations of the best ones. Plans are ranked by gain; without a
// gain, by the fund's loss for each dollar of fees; without a loss, by how close a wallet came to debt. After a find
// the search restarts, because the neighbours of a find are the same find.

import { Dice } from "../workload/dice.ts";
import type { Kit } from "./kit.ts";
import { freshPlan, mutate } from "./mutation.ts";
import { otherPaths } from "./paths.ts";
import { type NewEngine, type Plan, type Played, play } from "./plan-play.ts";

/** A gain that rounding does not explain, in micros. */
export const FIND = 1_000_000;
/** The tolerance of the sum of all accounts, in micros, because a vault's parts are fractions. */
const OPEN = 10;
const ELITE = 40;
/** How many worlds from nothing begin a search, and how many in a thousand are from nothing later. */
const FRESH_FIRST = 150;
const FRESH_PER_MILLE = 150;
/** After this many worlds without progress the search restarts. */
const PATIENCE = 6_000;

export interface Find {
  readonly plan: Plan;
  readonly played: Played;
}

interface Member {
  readonly plan: Plan;
  readonly fitness: number;
  readonly gain: number;
}

export class Search {
  worlds = 0;
  commands = 0;
  /** The best gain so far, in micros. */
  best = Number.NEGATIVE_INFINITY;
  bestLoss = Number.NEGATIVE_INFINITY;
  bestEdge = Number.POSITIVE_INFINITY;
  /** How many gains other price paths did not confirm. */
  lucky = 0;
  private readonly dice: Dice;
  private elite: Member[] = [];
  private sinceFresh = 0;
  private sinceBetter = 0;

  constructor(
    readonly kit: Kit,
    seed: number,
    private readonly newEngine: NewEngine,
  ) {
    this.dice = new Dice(seed);
  }

  /** Plays one more world. @returns the find, if there was one */
  next(): Find | undefined {
    const plan = this.nextPlan();
    const played = play(plan, this.newEngine);
    this.worlds++;
    this.commands += played.steps.length;
    const { gain, fundLoss, edge } = played.score;
    this.best = Math.max(this.best, gain);
    this.bestLoss = Math.max(this.bestLoss, fundLoss);
    this.bestEdge = Math.min(this.bestEdge, edge);
    if (isFind(played)) {
      if (isSkill(plan, played, this.newEngine)) {
        this.restart();
        return { plan, played };
      }
      this.lucky++;
    }
    this.addToElite({ plan, fitness: fitnessOf(played), gain });
    return undefined;
  }

  private nextPlan(): Plan {
    const { dice, elite } = this;
    const isFresh = this.sinceFresh++ < FRESH_FIRST || elite.length < 2 || dice.chance(FRESH_PER_MILLE);
    if (isFresh) return freshPlan(dice, this.kit);
    // The better of two, so that good plans are followed up more often.
    const parent = elite[Math.min(dice.below(elite.length), dice.below(elite.length))]!;
    return mutate(dice, this.kit, parent.plan, dice.pick(elite).plan);
  }

  private addToElite(member: Member): void {
    const { elite } = this;
    if (member.fitness > (elite[0]?.fitness ?? Number.NEGATIVE_INFINITY)) this.sinceBetter = 0;
    else if (++this.sinceBetter > PATIENCE) return this.restart();
    if (elite.some(({ fitness, gain }) => fitness === member.fitness && gain === member.gain)) return;
    // Placed before equal ones, so that the elite is renewed.
    const place = elite.findIndex(({ fitness }) => fitness <= member.fitness);
    if (place < 0 && elite.length >= ELITE) return;
    elite.splice(place < 0 ? elite.length : place, 0, member);
    if (elite.length > ELITE) elite.pop();
  }

  private restart(): void {
    this.elite = [];
    this.sinceFresh = 0;
    this.sinceBetter = 0;
  }
}

export function isFind({ score, fault }: Played): boolean {
  return fault !== "" || score.gain > FIND || score.harm !== "" || Math.abs(score.open) > OPEN;
}

/** Whether the same moves also gain on average over price paths with the same speeds, this one included. */
export function isSkill(plan: Plan, played: Played, newEngine: NewEngine): boolean {
  const { fault, score } = played;
  if (fault !== "" || score.harm !== "" || score.gain <= FIND) return true;
  const others = otherPaths(plan);
  if (others.length === 0) return true;
  const gains = others.map((path) => play(path, newEngine).score.gain);
  return [score.gain, ...gains].reduce((sum, gain) => sum + gain) / (gains.length + 1) > FIND;
}

function fitnessOf({ score }: Played): number {
  const { gain, fundLoss, edge } = score;
  if (gain > 0) return 1e12 + gain;
  if (fundLoss > 0) return 1e6 + (1e6 * fundLoss) / (fundLoss - gain + 1);
  // In a world whose index jumps, a debt is no achievement.
  return -Math.max(0, edge);
}
