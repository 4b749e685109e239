import { expect, test } from "bun:test";
import { join } from "node:path";

async function bench(...args: string[]): Promise<{ code: number; output: string; errors: string }> {
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "main.ts"), ...args], {
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  return { code: await child.exited, output, errors };
}

test("a benchmark prints the machine, and a row with what it is held against", async () => {
  const { code, output } = await bench("engine-mix", "--quick");
  expect(code).toBe(0);
  expect(output).toMatch(/cores, Bun 1\./);
  expect(output).toMatch(/^name +value +unit +against +ratio +runs +min-max$/m);
  expect(output).toMatch(/^engine-mix +[\d,]+ +commands\/s +nodejs-order-book .* \d+\.\d\d +1 +[\d,]+-[\d,]+$/m);
});

test("a benchmark that does not exist is refused with those that do", async () => {
  const { code, errors } = await bench("engine-mux");
  expect(code).toBe(2);
  expect(errors).toContain("no benchmark is called engine-mux");
  expect(errors).toContain("engine-mix");
});
