// The program of one worker of a hunt: reads its task from the command line, and writes its reports to standard output.

import { type WorkerLine, work } from "./hunt-seeds.ts";
import { ModelJudge } from "./model-judge.ts";
import { withoutModel } from "./simulate.ts";
import { after } from "./stop.ts";

const [first = "", stride = "", commands = "", until = "", shrinkSeconds = "", model = ""] = process.argv.slice(2);
const judged = model === "judged";

/** Waits until the line is written: the simulation that follows does not yield for a long time. */
function send(line: WorkerLine): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(`${JSON.stringify(line)}\n`, (error) => (error ? reject(error) : resolve()));
  });
}

await work({
  firstSeed: Number(first),
  stride: Number(stride),
  commands: Number(commands),
  judged,
  makeJudge: judged ? (engine) => new ModelJudge(engine) : withoutModel,
  over: () => Date.now() >= Number(until),
  shrinkLimit: () => after(Number(shrinkSeconds) * 1_000),
  send,
});
