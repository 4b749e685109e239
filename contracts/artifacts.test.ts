// What is committed is what the sources give. Compiling takes seconds, and is a step of `.ci/run`; here it is enough that
// the artifacts say of which sources they are.

import { expect, test } from "bun:test";
import { sourcesHash } from "./artifacts/sources-hash.ts";
import { inputHash } from "./compile.ts";

test("the artifacts are of today's sources, compiler and settings", () => {
  expect(sourcesHash).toBe(inputHash());
});
