// Previews come true: over random histories the engine previews every placement, change of leverage and move of margin
// before it gets the command, and the result has to agree to the last micro; where hidden orders may take part, it may
// only be better, and executes no less unless margin ends an order. A preview leaves no trace in the state.

import { expect, test } from "bun:test";
import { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { PreviewingEngine, type Tally } from "@evermark/engine/testing/previewing-engine.ts";
import { patient, settingsFor } from "@evermark/engine/testing/property-runs.ts";
import fc from "fast-check";
import { FOCUSES } from "./focuses.ts";
import { anyHistory, commandsOf } from "./workload-play.ts";

const STEPS = 50;

test(
  "what is previewed happens, in any history",
  () => {
    const tally: Tally = {};
    for (const focus of [FOCUSES.orders, FOCUSES.isolated, FOCUSES.cover, FOCUSES.failures, FOCUSES.belief]) {
      fc.assert(
        fc.property(anyHistory(STEPS), (history) => {
          commandsOf(focus, history, new EngineByOpening(new PreviewingEngine(tally)));
        }),
        settingsFor(20),
      );
    }
    for (const kind of ["set_leverage", "move_position_margin", "repeated", "isolated fills", "reduce-only fills"]) {
      expect([kind, tally[kind] ?? 0]).not.toEqual([kind, 0]);
    }
    for (const code of [-1005, -1007, -1012, -1101, -1102, -1105]) {
      expect([code, tally[`refused ${code}`] ?? 0]).not.toEqual([code, 0]);
    }
  },
  patient,
);
