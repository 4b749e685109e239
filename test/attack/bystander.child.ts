// The honest bystander: two bots that trade with each other at their own pace, in a process of its own, so that they
// measure the venue and not the attacker's work. Prints every second how long answers took; when asked to end, compares
// the venue with every answer it got. Arguments: the venue's address, the seed.

import { AnswerLost } from "@evermark/client";
import { seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { Bot } from "../witness/bot.ts";
import { expectPromisesKept } from "../witness/promises.ts";

const [url = "", seed = "1"] = process.argv.slice(2);
const PACE_MS = 50;

/** A line on standard output. */
export type BystanderLine =
  | {
      readonly type: "beat";
      readonly took: readonly number[];
      readonly lost: number;
      readonly refused: Readonly<Record<string, number>>;
    }
  | { readonly type: "end"; readonly orders: number; readonly broken: string | null };

const print = (line: BystanderLine) => process.stdout.write(`${JSON.stringify(line)}\n`);
const bots = [await Bot.onboard(url), await Bot.onboard(url)];
let took: number[] = [];
let lost = 0;
let isEnding = false;

const beat = setInterval(report, 1_000);
process.stdin.once("data", () => {
  isEnding = true;
});
await Promise.all(bots.map(trade));
clearInterval(beat);
report();
print({ type: "end", orders: bots.reduce((sum, { placements }) => sum + placements.size, 0), broken: await broken() });
process.exit(0);

async function trade(bot: Bot, i: number): Promise<void> {
  const random = seededRandom(Number(seed) * 2 + i);
  while (!isEnding) {
    const startedAt = performance.now();
    try {
      await bot.act(random);
      took.push(performance.now() - startedAt);
    } catch (error) {
      if (!(error instanceof AnswerLost)) throw error;
      lost++;
    }
    await Bun.sleep(PACE_MS);
  }
}

function report(): void {
  const refused: Record<string, number> = {};
  for (const bot of bots) {
    for (const { refusedWith } of bot.placements.values()) {
      if (refusedWith !== null) refused[refusedWith] = (refused[refusedWith] ?? 0) + 1;
    }
  }
  print({ type: "beat", took: took.map((ms) => Math.round(ms * 10) / 10), lost, refused });
  took = [];
}

async function broken(): Promise<string | null> {
  try {
    await expectPromisesKept(bots, false);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    for (const bot of bots) bot.close();
  }
}
