// Real rounds, one seed after the other, with a line for each; a failed one leaves its observations in a file.

import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Services } from "./machines/services.ts";
import { type RealOutcome, RealRound } from "./real-round.ts";

interface RealHuntOptions {
  readonly firstSeed: number;
  readonly rounds: number;
  readonly print: (text: string) => void;
}

type Sums = Readonly<Record<"batches" | "terms" | "outcomes" | "refusals" | "unknowns" | "reads" | "caught", number>>;

/** @returns how many rounds failed */
export async function huntReal({ firstSeed, rounds, print }: RealHuntOptions): Promise<number> {
  const sums = { batches: 0, terms: 0, outcomes: 0, refusals: 0, unknowns: 0, reads: 0, caught: 0 };
  const befallen = new Map<string, number>();
  const failed: number[] = [];
  await using services = await Services.start();
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    const outcome = await (await RealRound.open(services, seed)).play(seed);
    for (const name of Object.keys(sums) as (keyof Sums)[]) sums[name] += outcome[name];
    for (const { kind } of outcome.faults) befallen.set(kind, (befallen.get(kind) ?? 0) + 1);
    print(`seed ${seed}: ${outcome.faults.map(({ kind }) => kind).join(", ")}: ${lineOf(outcome)}`);
    if (outcome.violations.length === 0) continue;
    failed.push(seed);
    print(
      `seed ${seed} violates:\n${outcome.violations.join("\n")}\nall observations: ${writeObservations(seed, outcome)}`,
    );
  }
  print(`${rounds} rounds from seed ${firstSeed}: ${lineOf(sums)}, ${sums.caught} statements caught`);
  print([...befallen].map(([kind, count]) => `${kind} ${count}`).join(", "));
  if (failed.length > 0) print(`failed: seeds ${failed.join(", ")}`);
  return failed.length;
}

function lineOf({ batches, terms, outcomes, refusals, unknowns, reads }: Omit<Sums, "caught">): string {
  const commands = `commands: ${outcomes} happened, ${refusals} did not happen, ${unknowns} unknown`;
  return `${batches} batches in ${terms} terms, ${commands}, reads ${reads}`;
}

function writeObservations(seed: number, { observations, violations, faults }: RealOutcome): string {
  const file = join(mkdtempSync(join(tmpdir(), "evermark-round-")), `seed-${seed}.json`);
  const applied = [...observations.applied.values()];
  writeFileSync(file, JSON.stringify({ seed, violations, faults, ...observations, applied }, null, 1));
  return file;
}
