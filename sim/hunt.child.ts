// One worker of a hunt: simulates seed after seed until it is told to stop, and says a line of JSON about each.

import type { MakeJudge } from "./judge.ts";
import { ModelJudge } from "./model-judge.ts";
import { shrink } from "./shrink.ts";
import { simulate, withoutModel } from "./simulate.ts";
import { toJson } from "./steps.ts";

const [first = "", stride = "", commands = "", until = "", model = ""] = process.argv.slice(2);
const judged = model === "judged";
const makeJudge: MakeJudge = judged ? (engine) => new ModelJudge(engine) : withoutModel;

for (let seed = Number(first); Date.now() < Number(until); seed += Number(stride)) {
  const found = await simulate({ seed, commands: Number(commands), judged, makeJudge });
  const { counts, simulatedMs, violation, recording, steps } = found;
  const failed = violation &&
    recording && {
      claim: violation.claim,
      detail: violation.detail,
      step: steps.length,
      recording: toJson(await shrink(recording, makeJudge)),
    };
  process.stdout.write(`${JSON.stringify({ seed, counts, simulatedMs, failed })}\n`);
}
