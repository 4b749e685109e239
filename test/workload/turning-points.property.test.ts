// The engine against the model at turning points of histories: with one micro more of a deposit, or one step of a
// price, something else happens. On both sides of a turning point engine and model do the same.

import { expect, test } from "bun:test";
import { patient, settingsFor } from "@evermark/engine/testing/property-runs.ts";
import fc from "fast-check";
import { FOCUSES } from "./focuses.ts";
import { turningPointOf } from "./turning-points.ts";
import { anyHistory, commandsOf, replayBoth } from "./workload-play.ts";

const STEPS = 30;

for (const focus of [FOCUSES.orders, FOCUSES.isolated, FOCUSES.cover, FOCUSES.failures]) {
  test(
    `a history turns at the same number for both: ${focus.name}`,
    () => {
      let turns = 0;
      fc.assert(
        fc.property(anyHistory(STEPS), fc.nat(), (history, which) => {
          const point = turningPointOf(commandsOf(focus, history), which);
          if (point === null) return;
          turns++;
          replayBoth(point.below);
          replayBoth(point.above);
        }),
        settingsFor(15),
      );
      expect(turns).toBeGreaterThan(3);
    },
    patient,
  );
}
