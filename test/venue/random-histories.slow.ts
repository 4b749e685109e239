// Every random history of the tests of engine, journal and workload, three times as many as `npm test` plays: the same files in
// a process of their own, for they read at their start what the environment asks of them. Another seed where they have one:
// fewer histories of just any seed do not get to every corner that the tests ask for.

import { expect, test } from "bun:test";
import { globSync } from "node:fs";
import { join } from "node:path";

const REPOSITORY = join(import.meta.dir, "../..");
const FILES = globSync("{engine,journal,test/workload}/**/*.property.test.ts", { cwd: REPOSITORY }).sort();
const PATIENT_MS = 900_000;

test("there are histories to be played", () => {
  expect(FILES).toContain("test/workload/histories.property.test.ts");
});

// In one process, which imports and compiles engine and model once.
test(
  "what is random holds over other histories, and more of them",
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
