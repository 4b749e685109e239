// Makes each mutant in a copy of the repository, and lets the simulation look for it, seed after seed from the first.

import { join } from "node:path";
import { filesOf, WorkingCopy } from "../mutants/working-copy.ts";
import { type Edit, MUTANTS, type Mutant } from "./mutants.ts";
import type { Report } from "./rounds.child.ts";

export const REPOSITORY = join(import.meta.dir, "../..");
const NEEDED = /^(package\.json|tsconfig\.json|(engine|journal|core)\/.*|test\/(cluster|workload)\/.*)$/;

interface Caught {
  /** The seed that found it, which is also the number of rounds it took. */
  readonly seed: number;
  readonly violation: string;
}

/** @returns null when `roundsMax` rounds have not shown it */
export async function huntMutant(copy: WorkingCopy, { edits }: Mutant, roundsMax: number): Promise<Caught | null> {
  const before = new Map(edits.map(({ file }) => [file, copy.read(file)]));
  for (const edit of edits) copy.write(edit.file, mutated(copy.read(edit.file), edit));
  try {
    const args = [join(copy.root, "test/cluster/rounds.child.ts"), 1, 1, roundsMax, 1].map(String);
    const child = Bun.spawn([process.execPath, ...args], { stdout: "pipe", stderr: "pipe" });
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    if ((await child.exited) !== 0) throw new Error(errors);
    const reports = output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Report);
    const failed = reports.find((report) => report.failed !== undefined)?.failed;
    if (failed === undefined) return null;
    return { seed: failed.seed, violation: failed.violations[0]! };
  } finally {
    for (const [file, text] of before) copy.write(file, text);
  }
}

export function clusterCopy(): WorkingCopy {
  return new WorkingCopy(
    REPOSITORY,
    filesOf(REPOSITORY).filter((file) => NEEDED.test(file)),
  );
}

/** @param only parts of mutants' names, separated by commas @returns how many were not caught */
export async function huntMutants(roundsMax: number, only: string, print: (text: string) => void): Promise<number> {
  const copy = clusterCopy();
  let missed = 0;
  try {
    for (const mutant of MUTANTS.filter(({ name }) => only.split(",").some((part) => name.includes(part)))) {
      const caught = await huntMutant(copy, mutant, roundsMax);
      if (caught === null) missed++;
      const how = caught === null ? `not caught in ${roundsMax} rounds` : `round ${caught.seed}: ${caught.violation}`;
      print(`${mutant.name}: ${how}`);
    }
  } finally {
    copy.remove();
  }
  return missed;
}

/** @throws when the text does not contain `from` exactly once */
export function mutated(text: string, { file, from, to }: Edit): string {
  const parts = text.split(from);
  if (parts.length !== 2)
    throw new Error(
      `${file} contains the text that a mutant changes ${parts.length - 1} times instead of once: ${from}`,
    );
  return parts.join(to);
}
