// The examples of the reference were really exchanged, and a venue would still answer the same today.

import { expect, test } from "bun:test";
import calls from "@evermark/interface/documents/recorded/calls.json";
import frames from "@evermark/interface/documents/recorded/frames.json";
import { record } from "../recording/recording-run.ts";

test("a venue answers as the reference's examples say; if the answers are meant to change: npm run examples", async () => {
  const recorded = await record();
  expect(recorded.calls).toEqual(calls);
  expect(recorded.frames).toEqual(frames);
});
