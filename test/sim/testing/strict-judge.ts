// A judge that always finds a violation sooner or later, to test what is done with a failure.

import type { Answer, Command } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { EngineJudge } from "../command-judge.ts";
import { Violation } from "../violation.ts";

export const CLAIM = "no one ever trades in this test's world";

/** Claims that no trade may ever happen. */
class StrictJudge extends EngineJudge {
  override judge(command: Command, answer: Readonly<Answer>): void {
    super.judge(command, answer);
    const { engine } = this.engine;
    for (let market = 0; market < engine.marketCount; market++) {
      if (engine.market(market).lastPrice > 0) throw new Violation(CLAIM, command.type);
    }
  }
}

export const makeJudge = (engine: EngineByOpening): StrictJudge => new StrictJudge(engine);
