// Repeats the commands that the engine's tests once gave it, and checks that the engine does the same with them: every
// answer, every event with every field, and the state at the end. An ordinary test checks what it is about; this one
// checks that nothing else changes at the same time.

import { expect, test } from "bun:test";
import { OLDEST_BEHAVIOUR, SNAPSHOT_FORMAT } from "@evermark/engine";
import { readPacked } from "../fixtures/packed.ts";
import { outcomeOf, SAID_LETTERS } from "./history-outcome.ts";
import { courseOf, HISTORIES, type Histories, unpacked } from "./kept-histories.ts";

const REMEDY =
  "the engine handles commands differently than before. Where a client can see that, it is another behaviour: see " +
  "engine/base/behaviour.ts. If only the shape of an event, a view or the layout of states has changed: npm run histories";

test("recorded histories have the same outcome again, also on both sides of their turning points", () => {
  const kept = readPacked<Histories>(HISTORIES);
  // In another layout the same state has other bytes.
  const letters = kept.snapshot === SNAPSHOT_FORMAT ? undefined : SAID_LETTERS;
  let played = 0;
  for (const [number, { plays, ...given }] of unpacked(kept).entries()) {
    const course = courseOf(given);
    for (const { outcome, ...way } of plays) {
      if (way.behaviour < OLDEST_BEHAVIOUR) continue;
      const found = outcomeOf(course, way);
      if (found.slice(0, letters) !== outcome.slice(0, letters)) {
        throw new Error(`history ${number}, ${JSON.stringify(way)}: ${REMEDY}`);
      }
      played++;
    }
  }
  expect(played).toBeGreaterThan(1_000);
}, 600_000);
