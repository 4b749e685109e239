// What every version of this program has written, beginning with the first that kept it, is opened by this one: journals
// do what they did, states and whole data directories are gone on from, of pruned venues too. `npm run fixtures` adds what
// the present version writes; what is there already stays as it is.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { BEHAVIOUR, decodeCommand, Engine, silent } from "@evermark/engine";
import { verifyJournal } from "@evermark/journal";
import { versions } from "@evermark/venue/operation/versions.ts";
import { folderOf } from "../fixtures/folder.ts";
import { layoutsAsText } from "../fixtures/layouts.ts";
import { readPacked, unpackDirectory } from "../fixtures/packed.ts";
import { answersOf, type RecordedVenue, runOn } from "../fixtures/recorded-venue.ts";
import { commandsOf, type RecordedWorld } from "../fixtures/recorded-world.ts";

const FIXTURES = join(import.meta.dir, "../fixtures");
const folders = readdirSync(FIXTURES, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);
const packedIn = (folder: string, prefix: string) =>
  readdirSync(join(FIXTURES, folder)).filter((name) => name.startsWith(prefix) && name.endsWith(".json.gz"));
const scratch = mkdtempSync(join(tmpdir(), "evermark-versions-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const REMEDY =
  "the engine does something else with commands than it did when they were recorded: raise BEHAVIOUR in " +
  "engine/base/behaviour.ts and keep the former rule for commands of the former behaviour";

test("what this version writes is kept for the later ones", () => {
  // If it is not there: `npm run fixtures`.
  expect(existsSync(join(FIXTURES, folderOf(versions), "about.json"))).toBe(true);
});

for (const folder of folders) {
  const about = JSON.parse(readFileSync(join(FIXTURES, folder, "about.json"), "utf8")) as {
    versions: typeof versions;
    layouts: Record<string, string>;
  };

  if (about.versions.behaviour === BEHAVIOUR) {
    // A program of the same behaviour has to be able to repeat whatever the other one has journaled.
    test(`${folder}: no behaviour gets further commands, or further fields of commands, once it is kept`, () => {
      expect(layoutsAsText()).toEqual(about.layouts);
    });
  }

  for (const name of packedIn(folder, "world-")) {
    test(`${folder}, ${name}: commands do what they did, and states are those that they lead to`, () => {
      const world = readPacked<RecordedWorld>(join(FIXTURES, folder, name));
      const payloads = commandsOf(world);
      const engines = [Engine.atBeginning()];
      for (const [i, payload] of payloads.entries()) {
        const command = decodeCommand(payload);
        for (const engine of engines) mustRepeat(() => engine.apply(command, silent), i + 1);
        const state = world.states.find(({ after }) => after === i + 1)?.state;
        if (state === undefined) continue;
        const restored = Engine.restore(Buffer.from(state, "base64"));
        mustRepeat(() => {
          for (const engine of engines) expect(engine.stateHash()).toBe(restored.stateHash());
        }, i + 1);
        engines.push(restored);
      }
      expect(engines.length).toBe(world.states.length + 1);
    });
  }

  for (const name of packedIn(folder, "venue-")) {
    const recorded = readPacked<RecordedVenue>(join(FIXTURES, folder, name));

    test(`${folder}, ${name}: a venue goes on from its data directory, and answers as it would have`, async () => {
      const directory = join(scratch, folder, name);
      unpackDirectory(recorded.files, directory);
      const { bad, firstPosition } = verifyJournal(join(directory, "journal"));
      expect([bad, firstPosition > 1]).toEqual([undefined, recorded.prunes]);
      const log = await startAndAsk(directory, recorded);
      expect(log.filter((line) => /"level":"(warn|error|fatal)"|rebuilt/.test(line))).toEqual([]);
    });

    const lost = recorded.prunes ? /^history\.sqlite/ : /^(history|snapshots)/;
    // Before version 6 of its tables a pruned venue kept no copy of its history.
    if (recorded.prunes && about.versions.history < 6) continue;
    test(`${folder}, ${name}: what can be made anew gives the same answers`, async () => {
      const directory = join(scratch, folder, `${name}-anew`);
      unpackDirectory(
        Object.fromEntries(Object.entries(recorded.files).filter(([path]) => !lost.test(path))),
        directory,
      );
      await startAndAsk(directory, recorded);
    });
  }
}

/** @returns what was logged */
async function startAndAsk(directory: string, { prunes, at, answers }: RecordedVenue): Promise<readonly string[]> {
  const log: string[] = [];
  const venue = await runOn({ directory, prunes, at, log });
  try {
    // Later versions may say more.
    expect(await answersOf(venue)).toMatchObject(answers);
  } finally {
    await venue.stop();
  }
  return log;
}

function mustRepeat(check: () => void, position: number): void {
  try {
    check();
  } catch (cause) {
    throw new Error(`at command ${position}: ${REMEDY}`, { cause });
  }
}
