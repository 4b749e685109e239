// A simulator is only worth something if it finds what is broken, and says it in a few steps.

import { expect, test } from "bun:test";
import type { Command } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { EngineJudge } from "./judge.ts";
import { retold, run } from "./run.ts";
import { shrink } from "./shrink.ts";
import { simulate } from "./simulate.ts";
import { fromJson, toJson } from "./steps.ts";
import { Violation } from "./violation.ts";

const CLAIM = "nobody ever trades in this test's world";

/** Believes that nothing may ever trade. */
class StrictJudge extends EngineJudge {
  override apply(command: Command) {
    const answer = super.apply(command);
    const { engine } = this.engine;
    for (let market = 0; market < engine.marketCount; market++) {
      if (engine.market(market).lastPrice > 0) throw new Violation(CLAIM, command.type);
    }
    return answer;
  }
}

const makeJudge = (engine: EngineByOpening) => new StrictJudge(engine);

test("what breaks a promise is found, repeated, and shortened to what it takes", async () => {
  const { recording } = await simulate({ seed: 3, commands: 400, judged: false, makeJudge });
  expect(recording?.claim).toBe(CLAIM);
  const short = await shrink(recording!, makeJudge, 60_000);
  // A market, a builder, two accounts, their money, two orders, and the disk's part in it.
  expect(short.steps.length).toBeLessThanOrEqual(20);
  const again = fromJson(toJson(short));
  const { violation, steps } = await run(retold(again.steps, again.seed, again.segmentBytes), makeJudge);
  expect([violation?.claim, steps.length]).toEqual([CLAIM, short.steps.length]);
});

test("shortening stops when it has tried enough, and what it has still fails", async () => {
  const { recording } = await simulate({ seed: 3, commands: 400, judged: false, makeJudge });
  const short = await shrink(recording!, makeJudge, 500);
  expect(short.steps.length).toBeLessThan(recording!.steps.length);
  const { violation } = await run(retold(short.steps, short.seed, short.segmentBytes), makeJudge);
  expect(violation?.claim).toBe(CLAIM);
});

test("a recording keeps the numbers that JSON has no word for", () => {
  const prices = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 7];
  const command = { type: "oracle_prices", at: 1, prices: prices.map((price) => ({ price })) } as never;
  const recording = { seed: 1, judged: true, segmentBytes: 1, claim: "", steps: [{ do: "command", command } as const] };
  expect(fromJson(toJson(recording))).toEqual(recording);
});
