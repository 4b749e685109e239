// `npm run cluster`: rounds of several simulated nodes, drawn from seeds; mutants of the protocol that the simulation
// must find; or real rounds, with processes, PostgreSQL and NATS. Exits with 1 when an invariant was violated, or when
// a mutant was not found.

import { availableParallelism } from "node:os";
import { program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { huntMutants } from "./mutant-hunt.ts";
import { measureStandstill } from "./real/measured-standstill.ts";
import { huntReal } from "./real/real-hunt.ts";
import { countsOf, noCounts } from "./round-counts.ts";
import { hunt, summary } from "./round-hunt.ts";
import { drawSettings, type RoundSettings } from "./round-settings.ts";
import { claimOf, shorter } from "./shorter-round.ts";
import { SimulatedRound } from "./simulated-round.ts";

interface Options {
  readonly seed: number;
  readonly rounds?: number;
  readonly workers: number;
  readonly mutants?: true;
  readonly real?: true;
  readonly standstill?: true;
  readonly only: string;
}

/** The default number of rounds per mutant. */
const MUTANT_ROUNDS = 5_000;

const options = program(
  "npm run cluster --",
  "Simulates rounds of several nodes on one journal, each from a seed, and judges them.",
)
  .option("--seed <number>", "seed of the round, or of the first of several", wholeNumber, 1)
  .option("--rounds <number>", "number of rounds; with --mutants the most for each mistake", wholeNumber)
  .option("--workers <number>", "number of processes", wholeNumber, availableParallelism())
  .option("--mutants", "put known mistakes into copies of the protocol, and check that they are found")
  .option(
    "--only <texts>",
    "with --mutants: only mistakes whose name contains one of these texts, separated by commas",
    "",
  )
  .option("--real", "use real processes, with a PostgreSQL and a nats-server started for them")
  .option("--standstill", "with --real: measure how long trading stands still, in --rounds rounds for each cause")
  .parse()
  .opts<Options>();

const print = (text: string) => console.log(text);

// The servers and nodes of real rounds are killed when this process exits, for which a signal alone does not count.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

process.exit((await start(options)) === 0 ? 0 : 1);

async function start({ seed, rounds, workers, mutants, only, real, standstill }: Options): Promise<number> {
  if (mutants) return huntMutants(rounds ?? MUTANT_ROUNDS, only, print);
  if (real)
    return standstill
      ? measureStandstill(rounds ?? 1, print)
      : huntReal({ firstSeed: seed, rounds: rounds ?? 1, print });
  if (rounds === undefined) return playOne(seed);
  return hunt({ firstSeed: seed, rounds, workers, print });
}

function playOne(seed: number): number {
  const startedAt = performance.now();
  const settings = drawSettings(seed);
  const { violations, ...outcome } = new SimulatedRound(settings).play();
  print(summary(countsOf(noCounts(), outcome), performance.now() - startedAt));
  if (violations.length === 0) return 0;
  print(
    `seed ${seed} violates ${claimOf(violations)}:\n${violations.join("\n")}\n\nthe same happens with these settings:`,
  );
  print(settingsText(shorter(settings)));
  return violations.length;
}

/** The settings as text, with a line for each fault, act and move. */
function settingsText({ happenings, acts, moves, ...rest }: RoundSettings): string {
  const line = (value: object) => JSON.stringify(value);
  return [line(rest), ...happenings.map(line), ...acts.map(line), ...moves.map(line)].join("\n");
}
