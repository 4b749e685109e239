// What `npm run mutate` can be told.

import type { ParseArgsOptionsConfig } from "node:util";
import { operators } from "./operators.ts";

/** What is changed. */
export const ROOM = "engine";
/**
 * Whose tests are put to the test: the engine's own, those of the model that it is held against, and those of other rooms
 * that hold what the engine alone decides: what it did under each former behaviour, and what it declares.
 */
export const TESTED_BY =
  /^(engine|model)\/.*\.test\.ts$|^test\/venue\/recorded-worlds\.test\.ts$|^docs\/reference\.test\.ts$/;

export const options = {
  seed: { type: "string", default: "1" },
  count: { type: "string", default: "100" },
  file: { type: "string", multiple: true, default: [ROOM] },
  operator: { type: "string", multiple: true, default: Object.keys(operators) },
  workers: { type: "string", default: "1" },
  json: { type: "string" },
  list: { type: "boolean", default: false },
} satisfies ParseArgsOptionsConfig;
