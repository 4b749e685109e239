// A hunt: one life after another, with a number of cases for each.

import { cpSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { DamageTally, violationText } from "./case-tally.ts";
import { type Trial, trial } from "./case-trial.ts";
import { kindOf, type Life, live } from "./life.ts";

const CASES_PER_LIFE = 25;
/** Longer than any case takes. */
const CASE_MS = 120_000;
/** The time between two fundings of the bots' market. */
const FUNDING_MS = 8 * 3_600_000;
/** The maximum number of damaged directories that are kept. */
const KEPT_MAX = 20;

interface HuntOptions {
  readonly seed: number;
  /** The number of the only case to run. If it is undefined, all cases run. */
  readonly only: number | undefined;
  readonly count: number;
  /** No case begins after this time, in milliseconds since 1970. */
  readonly until: number;
  readonly print: (text: string) => void;
  /** Whether every case is shown. */
  readonly talks: boolean;
}

/** @returns the tally of what was seen */
export async function hunt({ seed, only, count, until, print, talks }: HuntOptions): Promise<DamageTally> {
  const tally = new DamageTally();
  let left = count;
  let upheld = 0;
  const keepAs = (lifeSeed: number, number: number) =>
    upheld++ < KEPT_MAX ? `damage-${lifeSeed}-${number}` : undefined;
  using strangers = temporaryDirectory();
  for (let lifeSeed = seed; left > 0 && Date.now() < until; lifeSeed++) {
    using life = await runLife(lifeSeed, tally, print);
    if (life === undefined) continue;
    const stranger = await strangerFor(life, strangers.path);
    const numbers = only === undefined ? Array.from({ length: CASES_PER_LIFE }, (_, i) => i) : [only];
    for (const number of numbers) {
      if (isFundingDue(life) || Date.now() >= until || left-- <= 0) break;
      const found = await trial({ life, stranger, keepAs }, number);
      tally.add(found);
      if (found.outcome.name === "violation") print(violationText(found));
      else if (talks) print(lineOf(found));
    }
    if (only !== undefined) break;
  }
  return tally;
}

/** Funding changes balances, so the pictures of a life are no longer true after it. */
function isFundingDue({ bornAt }: Life): boolean {
  return Math.floor((Date.now() + CASE_MS) / FUNDING_MS) !== Math.floor(bornAt / FUNDING_MS);
}

/** Undefined if the life itself violated a promise; the violation is reported. */
async function runLife(seed: number, tally: DamageTally, say: (text: string) => void): Promise<Life | undefined> {
  try {
    const life = await live(seed);
    tally.lives++;
    tally.kills += life.kills;
    tally.acknowledged += life.acknowledged;
    return life;
  } catch (error) {
    tally.violations++;
    const { mode, prune } = kindOf(seed);
    say(`VIOLATION seed ${seed} (${mode}${prune ? ", pruned" : ""}): killed and restarted, then:\n  ${error}`);
    say(`  again: npm run damage -- --seed ${seed} --count 1`);
    return undefined;
  }
}

/** The directory of another venue in the same mode, which is made when the first life needs it. */
const templates = new Map<string, string>();
async function strangerFor({ kind }: Life, path: string): Promise<string> {
  const template = templates.get(kind.mode);
  if (template !== undefined) return template;
  using life = await live(kind.mode === "production" ? 2 : 0, 1);
  const stranger = join(path, kind.mode);
  cpSync(life.left, stranger, { recursive: true });
  templates.set(kind.mode, stranger);
  return stranger;
}

function lineOf({ seed, number, change, outcome }: Trial): string {
  return `seed ${seed} case ${number}: ${change} -> ${outcome.name}${outcome.detail === "" ? "" : `: ${outcome.detail}`}`;
}
