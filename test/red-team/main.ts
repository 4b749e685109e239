// `npm run sim -- --ring`: starts the red team, or plays one of its finds again.

import { engineFrom } from "./engines.ts";
import { huntHoles } from "./holes-hunt.ts";
import { findKit, KIT_NAMES } from "./kits.ts";
import { dollars, huntInRing, type RingOptions } from "./ring-hunt.ts";
import { FIND } from "./search.ts";
import { type RingRecording, replayRecording } from "./written-find.ts";

/** @returns the exit code: 1 when the ring has found a profit */
export async function ring(options: Omit<RingOptions, "print">): Promise<number> {
  if (options.kit !== "" && !options.kit.split(",").every((name) => findKit(name) !== undefined)) {
    console.error(`--kit ${options.kit}: expected one of ${KIT_NAMES.join(", ")}`);
    return 2;
  }
  const finds = await huntInRing({ ...options, print: (text) => console.log(text) });
  return finds === 0 ? 0 : 1;
}

/** Opens holes that the rules have closed, and looks for them. @returns 1 when one was not found */
export async function holes(seed: number): Promise<number> {
  return (await huntHoles(seed, (text) => console.log(text))) === 0 ? 0 : 1;
}

/** Plays a find again, and prints every step and the fund's value after it. @returns 1 when it is still a find */
export async function replayRing(file: string, engine: string): Promise<number> {
  const recording = JSON.parse(await Bun.file(file).text()) as RingRecording;
  const newEngine = await engineFrom(engine);
  const score = replayRecording(recording, newEngine(), ({ step, text, fund }) => {
    const mark = step === recording.opening ? "--- the ring begins\n" : "";
    console.log(`${mark}${String(step).padStart(4)} ${text}\n     fund ${dollars(fund)}`);
  });
  console.log(`the ring gains ${dollars(score.gain)}; the fund lost ${dollars(score.fundLoss)}`);
  return score.gain > FIND ? 1 : 0;
}
