import { expect, test } from "bun:test";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { BENCHMARK_NAMES, benchmarks } from "./benchmarks.ts";
import type { Row } from "./figures/figure-table.ts";
import { hasChromium } from "./terminal/chromium.ts";

async function bench(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "main.ts"), ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output, errors };
}

for (const name of BENCHMARK_NAMES) {
  test(`${name} runs quickly, and its rows have every field`, async () => {
    const directory = mkdtempSync(join(tmpdir(), "bench-"));
    const file = join(directory, "rows.json");
    try {
      const { code, output, errors } = await bench(name, "--quick", "--json", file);
      expect({ code, errors: code === 0 ? "" : errors }).toEqual({ code: 0, errors: "" });
      expect(output).toMatch(/^name +value +unit +min–max +runs +against +ratio +budget$/m);
      const rows: Row[] = await Bun.file(file).json();
      if (name === "terminal" && !hasChromium()) expect(output).toContain("terminal: left out: no Chromium at");
      else if (name === "shared-append" && !isPostgresAsked) expect(output).toContain("left out: PostgreSQL is not");
      else expect(rows.length).toBeGreaterThan(0);
      for (const row of rows) checkRow(row, output);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });
}

function checkRow(row: Row, output: string): void {
  expect(Object.keys(row)).toEqual(["name", "value", "unit", "against", "againstValue", "ratio", "samples", "machine"]);
  expect(output).toContain(row.name);
  expect(row.unit).not.toBe("");
  expect(row.machine).toMatch(/cores, \d+ GiB memory, .*, scratch on .*, Bun 1\./);
  expect(row.samples.length).toBeGreaterThan(0);
  expect(row.value).toBeGreaterThanOrEqual(Math.min(...row.samples));
  expect(row.value).toBeLessThanOrEqual(Math.max(...row.samples));
  if (row.against === "") expect([row.againstValue, row.ratio]).toEqual([null, null]);
  else expect(row.ratio).toBeCloseTo(row.value / row.againstValue!, 10);
}

test("every benchmark is found by its own name", async () => {
  expect((await benchmarks()).map(({ name }) => name)).toEqual([...BENCHMARK_NAMES]);
});

test("an unknown benchmark is refused in one line that lists the existing ones", async () => {
  const { code, errors } = await bench("engine-mux");
  expect(code).toBe(2);
  expect(errors).toMatch(/^no benchmark is called engine-mux; there are engine-mix, .*\n$/);
});

test("if the rows can't be written, that is reported before anything is measured", async () => {
  const { code, output, errors } = await bench("engine-mix", "--quick", "--json", `${import.meta.path}/rows.json`);
  expect([code, output]).toEqual([2, ""]);
  expect(errors).toMatch(/^--json .*rows\.json can't be written: [^\n]*\n$/);
});
