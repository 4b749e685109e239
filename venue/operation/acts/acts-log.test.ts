import { expect, test } from "bun:test";
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { keptLog } from "../../testing/kept-log.ts";
import { type ActOutcome, ActsLog, type AskedAct } from "./acts-log.ts";

const asked = (actId: string): AskedAct => ({
  ...{ actId, at: 1_779_269_143_700, who: "alice", through: "console", act: "halt", input: { halted: true } },
  positionBefore: 7,
});
const DONE: ActOutcome = { state: "done", why: null, answer: null, firstPosition: 8, lastPosition: 8 };
const REFUSED: ActOutcome = { ...DONE, state: "refused", why: "refused", firstPosition: null, lastPosition: null };

function opened(path: string) {
  const lines: string[] = [];
  return { log: new ActsLog(path, keptLog(lines)), lines };
}

test("acts and their outcomes are there after a restart, and those without an outcome were interrupted", async () => {
  using folder = temporaryDirectory();
  const path = join(folder.path, "operator", "acts.log");
  const { log } = opened(path);
  await log.complete(await log.begin(asked("a")), DONE);
  await log.complete(await log.begin(asked("b")), REFUSED);
  await log.begin(asked("c"));
  expect(log.find("c")?.state).toBe("under_way");
  await log.close();

  const { log: again } = opened(path);
  const states = again.recent(Number.MAX_SAFE_INTEGER, 10).map(({ number, actId, state }) => [number, actId, state]);
  expect(states).toEqual([
    [3, "c", "interrupted"],
    [2, "b", "refused"],
    [1, "a", "done"],
  ]);
  expect(again.recent(3, 1).map(({ number }) => number)).toEqual([2]);
  expect(again.find("a")).toMatchObject({ who: "alice", act: "halt", input: { halted: true }, firstPosition: 8 });
  expect(await again.begin(asked("d"))).toBe(4);
  await again.close();
});

test("a torn line is cut, and what is written after it is whole", async () => {
  using folder = temporaryDirectory();
  const path = join(folder.path, "acts.log");
  const { log } = opened(path);
  await log.complete(await log.begin(asked("a")), DONE);
  await log.close();
  for (const torn of ['{"asked":{"num', '{"asked":{}}\tabc\n']) {
    appendFileSync(path, torn);
    const { log: again } = opened(path);
    expect(again.recent(100, 10).map(({ actId }) => actId)).toEqual(["a"]);
    await again.close();
  }
  const { log: last } = opened(path);
  await last.begin(asked("b"));
  await last.close();
  expect(
    opened(path)
      .log.recent(100, 10)
      .map(({ actId }) => actId),
  ).toEqual(["b", "a"]);
});

test("a line that was changed or removed sets the log aside, and another log begins", async () => {
  using folder = temporaryDirectory();
  const path = join(folder.path, "acts.log");
  const { log } = opened(path);
  for (const id of ["a", "b", "c"]) await log.complete(await log.begin(asked(id)), DONE);
  await log.close();
  const whole = readFileSync(path, "utf8");
  const lines = whole.split("\n");
  const damaged = [whole.replace("alice", "mallory"), lines.toSpliced(2, 2).join("\n")];
  for (const [place, text] of damaged.entries()) {
    writeFileSync(path, text);
    const { log: again, lines: logged } = opened(path);
    expect(again.recent(100, 10)).toEqual([]);
    expect(logged.join("\n")).toContain("the log of operators' acts is damaged");
    await again.begin(asked("d"));
    await again.close();
    expect(readFileSync(`${path}.aside-${place + 1}`, "utf8")).toBe(text);
  }
  expect(readdirSync(folder.path).sort()).toEqual(["acts.log", "acts.log.aside-1", "acts.log.aside-2"]);
});

test("acts begun at the same time are each in the log once, in the order in which they began", async () => {
  using folder = temporaryDirectory();
  const path = join(folder.path, "acts.log");
  const { log } = opened(path);
  const ids = Array.from({ length: 20 }, (_, at) => `id-${at}`);
  await Promise.all(ids.map(async (id) => log.complete(await log.begin(asked(id)), DONE)));
  await log.close();
  const { log: again } = opened(path);
  expect(again.recent(100, 100).map(({ actId, state }) => [actId, state])).toEqual(
    ids.toReversed().map((id) => [id, "done"]),
  );
  await again.close();
});
