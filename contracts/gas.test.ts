// The table of what calls cost is still right.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { measureGas, parsedGasPage } from "./testing/gas-table.ts";

const PERCENT = 2;

test("calls cost what the page says, within 2 %", async () => {
  const written = parsedGasPage(readFileSync(join(import.meta.dir, "gas.md"), "utf8"));
  const measured = await measureGas();
  expect([...written.keys()]).toEqual([...measured.keys()]);
  const off = [...measured].filter(([what, gas]) => {
    const difference = Math.abs(Number(gas - written.get(what)!));
    return difference * 100 > PERCENT * Number(gas);
  });
  expect(off).toEqual([]);
});
