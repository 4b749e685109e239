// Every random history of the tests of engine, journal and workload once more, with another seed where they have one: the same files, each in
// a process of its own, for they read at their start what the environment asks of them. `PROPERTY_TIMES` in it plays more of them.

import { expect, test } from "bun:test";
import { globSync } from "node:fs";
import { join } from "node:path";

const REPOSITORY = join(import.meta.dir, "../..");
const FILES = globSync("{engine,journal,test/workload}/**/*.property.test.ts", { cwd: REPOSITORY }).sort();
const PATIENT_MS = 900_000;

test("there are histories to be played", () => {
  expect(FILES).toContain("test/workload/histories.property.test.ts");
});

for (const file of FILES) {
  test(
    `${file} holds over other histories`,
    async () => {
      const child = Bun.spawn([process.execPath, "test", "--timeout", String(PATIENT_MS), `./${file}`], {
        cwd: REPOSITORY,
        env: { PROPERTY_TIMES: "1", ...process.env, PROPERTY_SEED: "4" },
        stdout: "ignore",
        stderr: "pipe",
      });
      const said = await new Response(child.stderr).text();
      expect({ code: await child.exited, said }).toEqual({ code: 0, said: expect.stringContaining(" 0 fail") });
    },
    PATIENT_MS,
  );
}
