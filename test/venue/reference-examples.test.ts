// The examples of the reference were really exchanged, and would be exchanged so today.

import { expect, test } from "bun:test";
import calls from "@evermark/interface/documents/recorded/calls.json";
import frames from "@evermark/interface/documents/recorded/frames.json";
import { record } from "../recording/recording-run.ts";

test("a venue says what the examples of the reference say; if it is meant to say something else: npm run examples", async () => {
  const recorded = await record();
  expect(recorded.calls).toEqual(calls);
  expect(recorded.frames).toEqual(frames);
});
