// The tests of history that hold in every database, with PostgreSQL as well: the same files in a process of their own, for they
// read at their start what the environment asks for.

import { expect, test } from "bun:test";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";

const FILES = globSync("**/*.test.ts", { cwd: import.meta.dir })
  .filter((file) => readFileSync(join(import.meta.dir, file), "utf8").includes("inEveryDatabase("))
  .map((file) => `./${file}`)
  .sort();
const PATIENT_MS = 300_000;

test.skipIf(!isPostgresAsked)(
  "history in PostgreSQL passes the tests of history in a file",
  async () => {
    const child = Bun.spawn([process.execPath, "test", "--no-isolate", "--timeout", String(PATIENT_MS), ...FILES], {
      cwd: import.meta.dir,
      env: { ...process.env, EVERY_DATABASE: "yes" },
      stdout: "ignore",
      stderr: "pipe",
    });
    const output = await new Response(child.stderr).text();
    expect({ code: await child.exited, output }).toEqual({ code: 0, output: expect.stringContaining(" 0 fail") });
    // Each file's tests ran there.
    expect(output.split("in PostgreSQL >").length - 1).toBeGreaterThanOrEqual(FILES.length);
    expect(output).not.toContain("(skip)");
  },
  PATIENT_MS,
);
