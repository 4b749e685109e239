// This program opens what every version has written, beginning with the first that kept it: it continues from whole
// data directories, also of venues that prune. The commands and states themselves are in recorded-worlds.test.ts. `npm
// run fixtures` adds what the present version writes; existing fixtures stay unchanged.

import { afterAll, expect, test } from "bun:test";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { verifyJournal } from "@evermark/journal";
import { versions } from "@evermark/venue/operation/reports/versions.ts";
import { layoutsAsText } from "../fixtures/command-layouts.ts";
import { FIXTURES, folderOf, folders, packedIn } from "../fixtures/folder.ts";
import { readPacked, unpackDirectory } from "../fixtures/packed.ts";
import { answersOf, type RecordedVenue, runOn } from "../fixtures/recorded-venue.ts";

/** Earlier behaviours do not date the commands and fields that came with them; no programs share journals under those. */
const DATED_FROM = 3;

const scratch = mkdtempSync(join(tmpdir(), "evermark-versions-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test("fixtures of this version are kept for later ones", () => {
  // If it is missing: `npm run fixtures`.
  expect(existsSync(join(FIXTURES, folderOf(versions), "about.json"))).toBe(true);
});

for (const folder of folders) {
  const about = JSON.parse(readFileSync(join(FIXTURES, folder, "about.json"), "utf8")) as {
    versions: typeof versions;
    layouts: Record<string, string>;
  };

  if (about.versions.behaviour >= DATED_FROM) {
    // A program of the same behaviour has to be able to replay whatever another one has journaled.
    test(`${folder}: no behaviour gets further commands, or further fields of commands, once it is kept`, () => {
      expect(layoutsAsText(about.versions.behaviour)).toEqual(about.layouts);
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
    // Before version 6 of its tables, a venue that prunes kept no copy of its history.
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

/** @returns the lines of the log */
async function startAndAsk(directory: string, { prunes, at, answers }: RecordedVenue): Promise<readonly string[]> {
  const log: string[] = [];
  const venue = await runOn({ directory, prunes, at, log });
  try {
    // Later versions may add members.
    expect(await answersOf(venue)).toMatchObject(answers);
  } finally {
    await venue.stop();
  }
  return log;
}
