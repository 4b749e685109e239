// Every property test of engine, journal and workload with three times as many random histories as `npm test` plays.
// The same files run in a process of their own, because they read the number and the seed from the environment when
// they start. Where a file has a seed, it gets another one. A smaller number with an arbitrary seed would not reach
// every corner case that the tests require.

import { expect, test } from "bun:test";
import { globSync } from "node:fs";
import { join } from "node:path";

const REPOSITORY = join(import.meta.dir, "../..");
const FILES = globSync("{engine,journal,test/workload}/**/*.property.test.ts", { cwd: REPOSITORY }).sort();
const PATIENT_MS = 900_000;

test("the property tests are found", () => {
  expect(FILES).toContain("test/workload/histories.property.test.ts");
});

// All in one process, which imports and compiles engine and model once.
test(
  "the properties hold for other histories, and for more of them",
  async () => {
    const files = FILES.map((file) => `./${file}`);
    const child = Bun.spawn([process.execPath, "test", "--no-isolate", "--timeout", String(PATIENT_MS), ...files], {
      cwd: REPOSITORY,
      env: { ...process.env, PROPERTY_TIMES: "3", PROPERTY_SEED: "4" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const said = await new Response(child.stderr).text();
    expect({ code: await child.exited, said }).toEqual({ code: 0, said: expect.stringContaining(" 0 fail") });
    expect(said).toContain(` across ${FILES.length} files.`);
  },
  PATIENT_MS,
);
