// One case: the directory that a life left is copied, something happens to the copy, and a venue is started on it.

import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { DamageCase } from "./case-steps.ts";
import { surroundings } from "./damaged-surroundings.ts";
import { damageOneFile, folderDamages, type Scene } from "./file-damages.ts";
import type { Life } from "./life.ts";
import { operatorDeeds } from "./operator-deeds.ts";
import { type Outcome, PromiseViolation, startAndJudge } from "./start-outcome.ts";
import { suddenEnds } from "./sudden-ends.ts";

export interface Trial {
  readonly seed: number;
  readonly number: number;
  /** The kind of damage, for the counts. */
  readonly kind: string;
  /** A description of exactly what was done. */
  readonly change: string;
  readonly outcome: Outcome;
}

interface Around {
  readonly life: Life;
  /** Another venue's directory. */
  readonly stranger: string;
  /** Where a damaged directory is kept when it leads to a violation. */
  readonly keepAs: (seed: number, number: number) => string | undefined;
}

/** By name. */
const ordeals: Readonly<Record<string, DamageCase>> = { ...surroundings, ...suddenEnds, ...operatorDeeds };

/** Runs the case with the given number. The same seed of a life and the same number always give the same case. */
export async function trial({ life, stranger, keepAs }: Around, number: number): Promise<Trial> {
  const { seed } = life;
  const random = seededRandom(seed * 1_000 + number);
  using temporary = temporaryDirectory();
  const directory = join(temporary.path, "data");
  cpSync(life.left, directory, { recursive: true });
  const scene: Scene = { directory, older: life.older, stranger, random };
  const dice = random();
  if (dice < 0.3) {
    const names = Object.keys(ordeals);
    const kind = names[below(random, names.length)]!;
    try {
      return { seed, number, kind, ...(await ordeals[kind]!({ life, directory, scene, random })) };
    } catch (error) {
      if (!(error instanceof PromiseViolation)) throw error;
      return { seed, number, kind, change: kind, outcome: { name: "violation", detail: error.message } };
    }
  }
  const { kind, change } = damage(scene, dice);
  const damagedCopy = join(temporary.path, "damaged");
  cpSync(directory, damagedCopy, { recursive: true });
  const outcome = await startAndJudge(life, directory);
  if (outcome.name !== "violation") return { seed, number, kind, change, outcome };
  const name = keepAs(seed, number);
  if (name === undefined) return { seed, number, kind, change, outcome };
  rmSync(name, { recursive: true, force: true });
  cpSync(damagedCopy, name, { recursive: true });
  return { seed, number, kind, change: `${change} (kept: ${name})`, outcome };
}

function damage(scene: Scene, dice: number): { readonly kind: string; readonly change: string } {
  const { random } = scene;
  if (dice < 0.5) {
    const names = Object.keys(folderDamages);
    const kind = names[below(random, names.length)]!;
    const change = folderDamages[kind]!(scene);
    if (change !== undefined) return { kind, change };
  }
  const first = damageOneFile(scene);
  if (dice < 0.9) return first;
  return { kind: "two files", change: `${first.change}; ${damageOneFile(scene).change}` };
}
