// A tiny engine with a weak test, and the results for changes to it.

import { afterAll, expect, test } from "bun:test";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestFile } from "./baseline.ts";
import { choose } from "./choice.ts";
import { explanationOf, inFile, outdated } from "./explained.ts";
import { report, sortOut } from "./mutant-report.ts";
import { turnsOf } from "./mutant-trial.ts";
import { type Result, runMutants } from "./mutation-run.ts";
import { mutantsOf } from "./sites.ts";

const repository = mkdtempSync(join(tmpdir(), "evermark-fixture-"));
afterAll(() => rmSync(repository, { recursive: true }));

const SOURCE = `export function countDown(from: number): number {
  let steps = 0;
  let left = from;
  while (left > 0) {
    left -= 1;
    steps += 1;
  }
  return steps;
}

export function isLarge(lots: number): boolean {
  return lots >= 100;
}

export function fee(lots: number): number {
  return lots * 2;
}
`;

const TEST = `import { expect, test } from "bun:test";
import { countDown, isLarge } from "./lots.ts";

test("counts, and knows what is large", () => {
  expect(countDown(3)).toBe(3);
  expect([isLarge(1), isLarge(1000)]).toEqual([false, true]);
});
`;

async function runOnLots(test = TEST): Promise<Result> {
  mkdirSync(join(repository, "engine"), { recursive: true });
  await Bun.write(join(repository, "engine/lots.ts"), SOURCE);
  await Bun.write(join(repository, "engine/lots.test.ts"), test);
  rmSync(join(repository, "node_modules"), { recursive: true, force: true });
  mkdirSync(join(repository, "node_modules/@evermark"), { recursive: true });
  symlinkSync(join(repository, "engine"), join(repository, "node_modules/@evermark/engine"));
  const chosen = mutantsOf("engine/lots.ts", SOURCE).filter(({ operator, line }) =>
    ["comparison 12", "statement 5", "statement 6", "number 16"].includes(`${operator} ${line}`),
  );
  const files = ["engine/lots.ts", "engine/lots.test.ts"];
  return await runMutants({
    repository,
    files,
    testFiles: ["engine/lots.test.ts"],
    mutants: chosen,
    workers: 1,
    leastMs: 500,
    print: () => {},
  });
}

test("a change that a test notices is killed, one that none notices survives, one that hangs is stopped", async () => {
  const { outcomes: found, leftOut } = await runOnLots();
  expect(leftOut).toEqual([]);
  expect(found.map(({ mutant, verdict }) => `${mutant.line} ${mutant.operator} ${verdict}`)).toEqual([
    "5 statement hung",
    "6 statement killed",
    "12 comparison survived",
    "16 number unexecuted",
    "16 number unexecuted",
  ]);
  expect(found[1]!.killedBy).toEqual(["engine/lots.test.ts"]);
  expect(await Bun.file(join(repository, "engine/lots.ts")).text()).toBe(SOURCE);

  const why = "it is only here to be explained";
  const explained = [{ file: "engine/lots.ts", operator: "comparison", line: "return lots >= 100;", why }];
  const text = report(found, explained, 0.5);
  expect(text).toContain("survived: engine/lots.ts:16  number\n  - return lots * 2;\n  + return lots * 3;\n");
  expect(text).toContain(
    `as explained: engine/lots.ts:12  comparison\n  - return lots >= 100;\n  + return lots > 100;\n  because ${why}`,
  );
  expect(text).toMatch(/mutants +5 +100.0 %/);
  expect(text).toMatch(/killed +2 +40.0 %, 1 of them because their tests never ended/);
  expect(text).toMatch(/survived +2 +40.0 %, 2 of them on lines that no test executes/);
  expect(text).toMatch(/explained +1 +20.0 %/);
  expect(sortOut(found, []).unexplained.length).toBe(3);
});

test("a test that fails without any change is left out and named", async () => {
  const { outcomes, leftOut } = await runOnLots(TEST.replace("toBe(3)", "toBe(4)"));
  expect(leftOut).toEqual(["engine/lots.test.ts"]);
  expect(outcomes.every(({ verdict }) => verdict === "unexecuted")).toBe(true);
});

test("the same seed gives the same choice, and every operator has its turn", () => {
  const mutants = mutantsOf("engine/lots.ts", SOURCE);
  const chosen = choose(mutants, 7, 8);
  expect(choose(mutants, 7, 8)).toEqual(chosen);
  expect(choose(mutants, 8, 8)).not.toEqual(chosen);
  expect(new Set(chosen.slice(0, 3).map(({ operator }) => operator)).size).toBe(3);
  expect(choose(mutants, 7, 1000).length).toBe(mutants.length);
});

test("an explanation holds for its line and kind of change, and is outdated when no mutant matches it", () => {
  const mutants = mutantsOf("engine/lots.ts", SOURCE, ["number"]);
  const exact = { file: "engine/lots.ts", operator: "number", line: "return lots * 2;", why: "" };
  const [more, less] = mutants.filter(({ line }) => line === 16);
  expect([explanationOf(more!, [exact]), explanationOf(less!, [exact])]).toEqual([exact, exact]);
  const narrow = { ...exact, after: "return lots * 3;" };
  expect([explanationOf(more!, [narrow]), explanationOf(less!, [narrow])]).toEqual([narrow, undefined]);
  const anyOperator = { file: "engine/lots.ts", line: "return lots * 2;", why: "" };
  expect(explanationOf(more!, [anyOperator])).toBe(anyOperator);
  const anyLine = { file: "engine/lots.ts", why: "" };
  expect(explanationOf(less!, [anyLine])).toBe(anyLine);
  expect(explanationOf({ ...less!, file: "engine/other.ts" }, [anyLine])).toBeUndefined();
  expect(outdated(mutants, [exact, { ...exact, line: "return lots * 4;" }]).map(({ line }) => line)).toEqual([
    "return lots * 4;",
  ]);
});

test("a row of a file's table may give one reason for several kinds, lines or changes, each of which may be outdated", () => {
  const mutants = mutantsOf("engine/lots.ts", SOURCE);
  const rows = inFile("engine/lots.ts", [
    { operator: ["number", "comparison"], line: ["return lots >= 100;", "return lots * 4;"], why: "one" },
    { line: "return lots * 2;", after: ["return lots * 3;", "return lots * 4;"], why: "two" },
  ]);
  const explained = mutants.filter((mutant) => explanationOf(mutant, rows) !== undefined);
  expect(explained.map(({ line, operator, after }) => `${line} ${operator} ${after}`)).toEqual([
    "12 comparison return lots > 100;",
    "12 number return lots >= 101;",
    "12 number return lots >= 99;",
    "16 number return lots * 3;",
  ]);
  expect(outdated(mutants, rows).map(({ operator, line, after }) => [operator, line, after])).toEqual([
    ["number", "return lots * 4;", undefined],
    ["comparison", "return lots * 4;", undefined],
    [undefined, "return lots * 2;", "return lots * 4;"],
  ]);
});

test("the nearest test runs first, then those next to it, then the other quick ones, then each slow one", () => {
  const [mutant] = mutantsOf("engine/lots.ts", SOURCE);
  const testFile = (file: string, ms: number): TestFile => ({
    file,
    ms,
    lines: new Map([["engine/lots.ts", new Set([2])]]),
  });
  const slow = [testFile("engine/slow.test.ts", 900), testFile("model/slower.test.ts", 5_000)];
  const [far, beside, nearest] = [
    testFile("model/far.test.ts", 10),
    testFile("engine/beside.test.ts", 300),
    testFile("engine/lots.test.ts", 500),
  ];
  expect(turnsOf(mutant!, [...slow, far, beside, nearest])).toEqual([
    [nearest],
    [beside],
    [far],
    ...slow.map((one) => [one]),
  ]);
  expect(turnsOf(mutant!, [far, testFile("engine/lots.test.ts", 700)]).length).toBe(2);
});
