// `npm run histories`: records again what the engine does with the histories.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { SNAPSHOT_FORMAT } from "@evermark/engine";
import { readPacked, writePacked } from "../fixtures/packed.ts";
import { outcomeOf } from "./history-outcome.ts";
import { courseOf, HISTORIES, type Histories, type Play, type RecordedHistory, unpacked } from "./kept-histories.ts";

/** Of the random histories from property tests, one in this many is kept. */
const RANDOM_EACH = 4;

const about =
  "Records what the engine does with the histories again, after an event, a view or the layout of states has changed its shape.";
const { collect } = program("npm run histories --", about)
  .option("--collect", "also collect the histories again from the engine's present tests")
  .parse()
  .opts<{ readonly collect?: true }>();

type Found = Pick<RecordedHistory, "start" | "commands"> & { readonly plays: readonly Play[] };

const found = collect ? collected() : playAgain(readPacked<Histories>(HISTORIES));
const distinct = new Map(found.flatMap(({ commands }) => commands).map((command) => [command, 0]));
for (const [place, command] of [...distinct.keys()].entries()) distinct.set(command, place);
const bytes = writePacked(HISTORIES, {
  snapshot: SNAPSHOT_FORMAT,
  commands: [...distinct.keys()],
  histories: found.map((one) => ({ ...one, commands: one.commands.map((command) => distinct.get(command)!) })),
} satisfies Histories);
const ways = found.reduce((sum, { plays }) => sum + plays.length, 0);
console.log(`${found.length} histories, played in ${ways} ways, ${Math.ceil(bytes / 1024)} KiB`);

function playAgain(recorded: Histories): Found[] {
  return unpacked(recorded).map(({ plays, ...given }) => {
    const course = courseOf(given);
    return { ...given, plays: plays.map((play) => ({ ...play, outcome: outcomeOf(course, play) })) };
  });
}

function collected(): Found[] {
  const folder = mkdtempSync(join(tmpdir(), "evermark-histories-"));
  const tests = [...new Bun.Glob("{engine,model}/**/*.test.ts").scanSync(".")].sort().map((file) => `./${file}`);
  const isRandom = (file: string) => file.includes(".property.");
  const written = givenIn(
    tests.filter((file) => !isRandom(file)),
    folder,
  );
  const random = givenIn(tests.filter(isRandom), folder).filter((_, i) => i % RANDOM_EACH === 0);
  const once = new Map([...written, ...random].map((value) => [JSON.stringify(value), value]));
  const [from, to] = [join(folder, "from.json"), join(folder, "to.json")];
  writeFileSync(from, JSON.stringify([...once.values()]));
  run([join(import.meta.dir, "find.program.ts"), from, to], {});
  const kept = JSON.parse(readFileSync(to, "utf8")) as Found[];
  rmSync(folder, { recursive: true });
  return kept;
}

/** The commands that the engines of some tests are given. It does not matter whether the tests pass. */
function givenIn(files: readonly string[], folder: string): RecordedHistory[] {
  const into = join(folder, "given.json");
  const preload = ["--preload", join(import.meta.dir, "collect.program.ts")];
  const few = { PROPERTY_RUNS: "4", PROPERTY_SEED: "1", HISTORIES_FILE: into };
  run(["test", "--timeout", "600000", ...preload, ...files], few);
  return JSON.parse(readFileSync(into, "utf8"));
}

function run(args: readonly string[], env: Record<string, string>): void {
  Bun.spawnSync([process.execPath, ...args], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "ignore", "inherit"],
  });
}
