// Runs the simulator: `npm run sim -- --seed N [--steps M] [--node]`, `npm run sim -- --minutes 10`, or
// `npm run sim -- --replay FILE`. Ends with 1 when something was violated: what it was is told at once, and made shorter
// for no longer than `--shrink-seconds`.
//
// Its red team: `npm run sim -- --ring [--minutes N] [--kit NAME] [--seed N] [--workers N] [--engine PATH]`, or
// `npm run sim -- --ring --replay FILE [--engine PATH]`. Wallets that act together look for profit at the insurance fund's
// expense. `--kit` is one kind of attack (test/red-team/kits.ts), all in turn without it; `--engine` plays against the engine
// in another folder. Ends with 1 on a find. With `--holes` it opens in copies of the engine what the rules have closed, and
// ends with 1 when the ring does not find it.

import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { holes, replayRing, ring } from "../red-team/main.ts";
import { hunt } from "./hunt.ts";
import { hashesInNode } from "./in-node.ts";
import type { MakeJudge } from "./judge.ts";
import { ModelJudge } from "./model-judge.ts";
import { failed, shortened, summary } from "./report.ts";
import { retold, run } from "./run.ts";
import { shrink } from "./shrink.ts";
import { simulate, withoutModel } from "./simulate.ts";
import { fromJson, toJson } from "./steps.ts";
import { after } from "./stop.ts";

const { values: options } = parseArgs({
  options: {
    seed: { type: "string" },
    steps: { type: "string", default: "2000" },
    minutes: { type: "string" },
    workers: { type: "string" },
    "shrink-seconds": { type: "string", default: "60" },
    replay: { type: "string" },
    node: { type: "boolean", default: false },
    "no-model": { type: "boolean", default: false },
    ring: { type: "boolean", default: false },
    holes: { type: "boolean", default: false },
    kit: { type: "string", default: "" },
    engine: { type: "string", default: "" },
  },
});

const judged = !options["no-model"];
const makeJudge: MakeJudge = judged ? (engine) => new ModelJudge(engine) : withoutModel;
const commands = wholeNumber("steps", options.steps);
const shrinkSeconds = wholeNumber("shrink-seconds", options["shrink-seconds"]);

if (options.ring) process.exitCode = await startRing();
else if (options.replay !== undefined) process.exitCode = await replay(options.replay);
else if (options.minutes !== undefined) process.exitCode = await startHunt(Number(options.minutes));
else process.exitCode = await one(wholeNumber("seed", options.seed ?? "1"));

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number >= 0) return number;
  console.error(`--${name} ${text}: expected a whole number`);
  process.exit(2);
}

async function startRing(): Promise<number> {
  const { engine, kit, minutes = "1" } = options;
  if (options.replay !== undefined) return replayRing(options.replay, engine);
  if (options.holes) return holes(wholeNumber("seed", options.seed ?? "1"));
  const workers = options.workers === undefined ? availableParallelism() : wholeNumber("workers", options.workers);
  return ring({ minutes: Number(minutes), kit, engine, workers, seed: wholeNumber("seed", options.seed ?? "1") });
}

async function one(seed: number): Promise<number> {
  const found = await simulate({ seed, commands, judged, makeJudge });
  const { violation, recording, simulatedMs, counts, hash } = found;
  console.log(summary({ seeds: 1, simulatedMs, counts }));
  if (violation !== undefined && recording !== undefined) {
    const { claim, detail } = violation;
    const file = `sim-${seed}.json`;
    await Bun.write(file, toJson(recording));
    console.log(failed({ seed, claim, detail, step: found.steps.length }, file));
    const short = await shrink(recording, makeJudge, { stop: after(shrinkSeconds * 1_000) });
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
    console.log(`all ${steps.length} steps went well; state hash ${hash}`);
    return 0;
  }
  console.log(
    `step ${steps.length} of ${recording.steps.length} failed\nclaim: ${violation.claim}\n${violation.detail}`,
  );
  return 1;
}

async function startHunt(minutes: number): Promise<number> {
  // Fresh seeds: the only thing in a hunt that is not repeatable, and each failure names its own.
  const firstSeed = options.seed === undefined ? Date.now() % 1_000_000_000 : wholeNumber("seed", options.seed);
  const workers = options.workers === undefined ? {} : { workers: wholeNumber("workers", options.workers) };
  const say = (text: string) => console.log(text);
  return (await hunt({ minutes, commands, firstSeed, judged, shrinkSeconds, say, ...workers })) === 0 ? 0 : 1;
}
