// Runs one benchmark in a process of its own. Earlier benchmarks then leave no heap to collect and no code compiled for
// other work, so a figure is the same whether its benchmark runs alone or with all the others.

import { benchmarks } from "./benchmarks.ts";
import type { Figure, Settings } from "./figures/measure.ts";
import { serveParent } from "./processes/child-process.ts";

export interface Task {
  readonly name: string;
  readonly settings: Settings;
}

export interface Outcome {
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
}

serveParent<Task>(
  async ({ name, settings }): Promise<Outcome> => {
    const figures: Figure[] = [];
    const notes: string[] = [];
    const [benchmark] = await benchmarks([name]);
    await benchmark!.run(
      settings,
      (figure) => figures.push(figure),
      (text) => notes.push(text),
    );
    return { figures, notes };
  },
  async () => {},
);
