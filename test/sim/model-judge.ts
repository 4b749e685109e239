// A judge that also compares the engine with the independent model: every answer, report and balance has to be the
// same.

import type { Answer, Command, Listener } from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { NaiveExchange } from "@evermark/model/naive-exchange.ts";
import { SideBySide } from "../workload/comparison/side-by-side.ts";
import { checkEngine, type Judge } from "./command-judge.ts";

export class ModelJudge implements Judge {
  private readonly both: SideBySide;

  constructor(engine: EngineByOpening) {
    this.both = new SideBySide(engine, new NaiveExchange());
  }

  get engine(): EngineByOpening {
    return this.both.engine;
  }

  set engine(engine: EngineByOpening) {
    this.both.engine = engine;
  }

  listen(): Listener {
    return this.both.listen();
  }

  judge(command: Command, answer: Readonly<Answer>): void {
    this.both.compare(command, answer);
    checkEngine(this.both.engine);
  }
}
