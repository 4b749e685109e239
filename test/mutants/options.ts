// What `npm run mutate` can be told.

import type { ParseArgsOptionsConfig } from "node:util";
import { operators } from "./operators.ts";

/** What is changed. */
export const ROOM = "engine";
/** Whose tests are put to the test: the engine's own, and those of the model that it is held against. */
export const TESTED_BY = /^(engine|model)\/.*\.test\.ts$/;

export const options = {
  seed: { type: "string", default: "1" },
  count: { type: "string", default: "100" },
  file: { type: "string", multiple: true, default: [ROOM] },
  operator: { type: "string", multiple: true, default: Object.keys(operators) },
  workers: { type: "string", default: "1" },
  json: { type: "string" },
  list: { type: "boolean", default: false },
} satisfies ParseArgsOptionsConfig;
