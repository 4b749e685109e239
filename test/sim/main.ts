// `npm run sim`: the simulator, and its red team. Exits with 1 when a promise was violated, which is printed at once
// and then shortened, or when the red team has found a profit.

import { availableParallelism } from "node:os";
import { duration, program, wholeNumber } from "@evermark/cli/command-line/command-line.ts";
import { holes, replayRing, ring } from "../red-team/main.ts";
import type { MakeJudge } from "./command-judge.ts";
import { hashesInNode } from "./in-node.ts";
import { ModelJudge } from "./model-judge.ts";
import { hunt } from "./seed-hunt.ts";
import { shrink } from "./shorter-steps.ts";
import { simulate, withoutModel } from "./simulate.ts";
import { failed, shortened, summary } from "./simulation-report.ts";
import { retold, run } from "./simulation-run.ts";
import { fromJson, toJson } from "./simulation-steps.ts";
import { after } from "./stop.ts";

interface Options {
  readonly seed?: number;
  readonly steps: number;
  readonly minutes?: number;
  readonly workers: number;
  readonly shrinkSeconds: number;
  readonly replay?: string;
  readonly node?: true;
  readonly model: boolean;
  readonly ring?: true;
  readonly holes?: true;
  readonly kit?: string;
  readonly engine?: string;
}

const options = program(
  "npm run sim --",
  "Simulates worlds from a seed, each on a machine that fails, and judges every step.",
)
  .option(
    "--seed <number>",
    "seed of the world, or of the first of several (default: 1; with --minutes a different one each time)",
    wholeNumber,
  )
  .option("--steps <number>", "number of commands in a world", wholeNumber, 2_000)
  .option("--minutes <number>", "play one world after another for this many minutes", duration)
  .option("--workers <number>", "number of processes", wholeNumber, availableParallelism())
  .option("--shrink-seconds <number>", "time for shortening a failure", duration, 60)
  .option("--replay <file>", "play a recording again")
  .option("--node", "also play the world under Node.js and compare the state")
  .option("--no-model", "play without the model that judges the engine")
  .option("--ring", "the red team: wallets that act together look for profit at the insurance fund's expense")
  .option("--kit <names>", "with --ring: kinds of attack, separated by commas (default: all in turn)")
  .option("--engine <folder>", "with --ring: play against the engine in another folder")
  .option(
    "--holes",
    "with --ring: reopen holes that the rules have closed, in copies of the engine, and check that they are found",
  )
  .parse()
  .opts<Options>();

const makeJudge: MakeJudge = options.model ? (engine) => new ModelJudge(engine) : withoutModel;

process.exitCode = await start(options);

function start({ ring: isRing, replay: file, minutes, seed = 1 }: Options): Promise<number> {
  if (isRing) return startRing(seed);
  if (file !== undefined) return replay(file);
  return minutes === undefined ? playOne(seed) : startHunt(minutes);
}

async function startRing(seed: number): Promise<number> {
  const { engine = "", kit = "", minutes = 1, workers } = options;
  if (options.replay !== undefined) return replayRing(options.replay, engine);
  return options.holes ? holes(seed) : ring({ minutes, kit, engine, workers, seed });
}

async function playOne(seed: number): Promise<number> {
  const { steps: commands, model: judged } = options;
  const found = await simulate({ seed, commands, judged, makeJudge });
  const { violation, recording, simulatedMs, counts, hash } = found;
  console.log(summary({ seeds: 1, simulatedMs, counts }));
  if (violation !== undefined && recording !== undefined) {
    const { claim, detail } = violation;
    const file = `sim-${seed}.json`;
    await Bun.write(file, toJson(recording));
    console.log(failed({ seed, claim, detail, step: found.steps.length }, file));
    const short = await shrink(recording, makeJudge, { stop: after(options.shrinkSeconds * 1_000) });
    const shortFile = `sim-${seed}-short.json`;
    await Bun.write(shortFile, toJson(short));
    console.log(shortened({ seed, steps: short.steps.length, recording: toJson(short) }, shortFile));
    return 1;
  }
  console.log(`  state hash            ${hash}`);
  if (!options.node) return 0;
  const [inNode] = await hashesInNode([seed], commands, judged);
  console.log(`  under Node.js         ${inNode}`);
  return inNode === hash ? 0 : 1;
}

async function replay(file: string): Promise<number> {
  const recording = fromJson(await Bun.file(file).text());
  const judge = recording.judged ? makeJudge : withoutModel;
  const { violation, steps, hash } = await run(retold(recording.steps, recording.seed, recording.settings), judge);
  if (violation === undefined) {
    console.log(`all ${steps.length} steps passed; state hash ${hash}`);
    return 0;
  }
  console.log(
    `step ${steps.length} of ${recording.steps.length} failed\nclaim: ${violation.claim}\n${violation.detail}`,
  );
  return 1;
}

async function startHunt(minutes: number): Promise<number> {
  // A fresh seed is the only part of a hunt that is not repeatable, and each failure names its own seed.
  const {
    seed: firstSeed = Date.now() % 1_000_000_000,
    steps: commands,
    model: judged,
    shrinkSeconds,
    workers,
  } = options;
  const print = (text: string) => console.log(text);
  return (await hunt({ minutes, commands, firstSeed, judged, shrinkSeconds, workers, print })) === 0 ? 0 : 1;
}
