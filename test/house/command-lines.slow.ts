// Every program in package.json explains its purpose, and answers a mistake with one line before it does anything.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dir, "../..");
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const programs = Object.entries({ ...scripts, bench: "exec bun bench/main.ts" }).flatMap(([name, started]) => {
  const [, file] = /^exec bun (\S+)$/.exec(started) ?? [];
  // The engine has no packages, and neither do the programs that generate it.
  return file === undefined || file.startsWith("engine/") ? [] : [[name, file] as const];
});

test.each(programs)("npm run %s explains itself", async (name, file) => {
  const run = async (word: string) => {
    const child = Bun.spawn([process.execPath, file, word], { cwd: root, stdout: "pipe", stderr: "pipe" });
    const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
    return { code: await child.exited, output, errors };
  };
  const help = await run("--help");
  expect([help.code, help.errors]).toEqual([0, ""]);
  expect(help.output).toStartWith(`Usage: npm run ${name} `);
  expect(await run("--mistake")).toEqual({ code: 2, output: "", errors: "unknown option '--mistake'\n" });
});
