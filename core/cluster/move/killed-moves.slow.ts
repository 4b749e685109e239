// Moves that are killed with `kill -9` at each of their steps: what is left is either a whole journal or nothing that a
// venue would start on.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { realDisk, verifyJournal } from "@evermark/journal";
import { examineJournal } from "@evermark/journal/examine.ts";
import { dataPaths, holdsNoVenue } from "../../data-directory.ts";
import { tracesBeside } from "../../traces-beside.ts";
import { isPostgresAsked } from "../postgres/testing/postgres-server.ts";
import type { DyingMove } from "./testing/dying-move.child.ts";
import { MoveFixture } from "./testing/move-fixture.ts";

const CHILD = join(import.meta.dir, "testing", "dying-move.child.ts");

/** @returns whether the move was killed before its end */
async function killed(move: DyingMove, diesAt: number): Promise<boolean> {
  const child = Bun.spawn([process.execPath, CHILD, JSON.stringify([move, diesAt])], { stdout: "ignore" });
  await child.exited;
  if (child.signalCode === "SIGKILL") return true;
  expect(child.exitCode).toBe(0);
  return false;
}

describe.skipIf(!isPostgresAsked)("a move that is killed", () => {
  let fixture: MoveFixture;
  beforeAll(async () => {
    fixture = await MoveFixture.open(2_500);
  });
  afterAll(() => fixture[Symbol.asyncDispose]());

  test("an import that is killed after any of its batches leaves an empty database", async () => {
    const url = await fixture.server.database();
    const { paths, lastPosition } = fixture.written;
    const move: DyingMove = { what: "import", journal: paths.journal, lastPosition, url };
    let kills = 0;
    while (await killed(move, kills + 1)) {
      kills++;
      // PostgreSQL rolls back when it notices that the connection is gone.
      await fixture.server.until(
        "NOT EXISTS (SELECT FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'evermark import')",
        url,
      );
      expect(await fixture.hasVenue(url)).toBe(false);
    }
    expect(kills).toBeGreaterThan(3);
    const directory = fixture.newDirectory();
    expect(await fixture.exportTo(directory, { url })).toMatchObject({ hash: fixture.written.hash, batches: kills });
  });

  test("an export that is killed at any of its steps leaves no journal, or all of it", async () => {
    let directory = fixture.newDirectory();
    let kills = 0;
    const left = { none: 0, whole: 0 };
    for (;;) {
      mkdirSync(directory, { recursive: true });
      if (!(await killed({ what: "export", dataDirectory: directory, url: fixture.imported }, kills + 1))) break;
      kills++;
      if (holdsNoVenue(directory)) {
        left.none++;
        // The next export gets the same directory.
        expect(readdirSync(directory)).toEqual(["export-unfinished"]);
      } else {
        left.whole++;
        expectWhole(directory, fixture.written.hash);
        directory = fixture.newDirectory();
      }
    }
    expect(left.none).toBeGreaterThan(20);
    expect(left.whole).toBeGreaterThan(1);
    expectWhole(directory, fixture.written.hash);
  });
});

function expectWhole(directory: string, hash: string): void {
  const paths = dataPaths(directory);
  expect(verifyJournal(paths.journal)).toMatchObject({ bad: undefined, hash });
  // Examined as a start does, which would refuse it if anything were missing.
  const traces = tracesBeside(paths, 0);
  const { tornTail } = examineJournal({ directory: paths.journal, traces, acceptLoss: false, disk: realDisk });
  expect(tornTail).toBeUndefined();
  expect(existsSync(join(directory, "export-unfinished"))).toBe(false);
}
