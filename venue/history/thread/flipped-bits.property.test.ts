// Bits that flip in history's files while the venue is stopped. Whichever bits they are, the answers afterwards are the same
// as before: the damage is noticed, and the tables are rebuilt, before the first answer.

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, expect, test } from "bun:test";
import { cpSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type DataPaths, dataPaths } from "@evermark/core";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import fc from "fast-check";
import { knownPosition } from "../tables/known-position.ts";
import type { Tables } from "../tables/tables.ts";
import { dump } from "../testing/databases.ts";
import { TAPE_ACCOUNTS, TAPE_MARKETS, type TapeStep } from "../testing/event-tape.ts";
import { tapeReplica, writeTapeJournal } from "../testing/tape-journal.ts";
import { historyQueries } from "./history-queries.ts";
import { type OpenHistory, openFollower } from "./open-follower.ts";

const STEPS: TapeStep[] = Array.from({ length: 600 }, (_, i) => ({
  kind: (["place", "match", "place", "ledger", "match", "cancel"] as const)[i % 6]!,
  choice: i * 7919,
}));

/** One directory whose history was closed, and one whose process was killed, so that its log holds a good part. */
const closed = temporaryDirectory();
const killed = temporaryDirectory();
let truth: object;

beforeAll(async () => {
  const paths = await writeTapeJournal(closed.path, STEPS);
  const following = open(paths).following;
  for (let to = 100; to <= STEPS.length; to += 100) {
    while (following.follower.position < to) following.follower.projectBatch(to);
    following.follower.commit();
    if (to === 300) expect(following.tables.checkpoint()).toBe(true);
  }
  truth = everythingOf(following.tables);
  cpSync(closed.path, killed.path, { recursive: true });
  following.close();
  expect(statSync(`${dataPaths(killed.path).history}-wal`).size).toBeGreaterThan(50_000);
  expect(existsSync(`${paths.history}-wal`)).toBe(false);
});

afterAll(() => {
  closed[Symbol.dispose]();
  killed[Symbol.dispose]();
});

function open(paths: DataPaths): { following: OpenHistory; rebuilds: string[] } {
  const rebuilds: string[] = [];
  const onRebuild = (reason: string) => rebuilds.push(reason);
  const makeReplica = (state: Parameters<typeof tapeReplica>[0]) => tapeReplica(state);
  return { following: openFollower({ paths, durable: STEPS.length, makeReplica, onRebuild }), rebuilds };
}

/** All rows, and answers that find the rows through the indexes. */
function everythingOf(tables: Tables): object {
  const queries = historyQueries(tables);
  const page = { page: 1, size: 500 };
  const accounts = Array.from({ length: TAPE_ACCOUNTS }, (_, account) => ({
    orders: queries.orders({ account, sort: "CREATED_TIME_DESC", ...page }),
    open: queries.orders({ account, sort: "UPDATED_TIME_DESC", statuses: ["NEW"], ...page }),
    fills: queries.fills({ account, ...page }),
    ledger: queries.ledger({ account, ...page }),
  }));
  const markets = Array.from({ length: TAPE_MARKETS }, (_, market) => queries.trades(market, 500));
  return { rows: dump(tables), accounts, markets };
}

/** Damages a copy of a directory, starts on it and checks that the answers are as before. @returns the reasons for rebuilds */
function afterDamage(directory: string, damage: (paths: DataPaths) => void): string[] {
  using copy = temporaryDirectory();
  cpSync(directory, copy.path, { recursive: true });
  const paths = dataPaths(copy.path);
  damage(paths);
  // If it were larger, the start would be refused because of commands that never existed.
  expect(knownPosition(paths.history)).toBeLessThanOrEqual(STEPS.length);
  const { following, rebuilds } = open(paths);
  while (following.follower.position < STEPS.length) following.follower.projectBatch(STEPS.length);
  following.follower.commit();
  expect(everythingOf(following.tables)).toEqual(truth);
  following.close();
  if (rebuilds.length > 0) expect(existsSync(join(copy.path, "history.sqlite.aside-1"))).toBe(true);
  return rebuilds;
}

function flip(path: string, place: number): void {
  const bytes = readFileSync(path);
  bytes[Math.floor(place * bytes.length)]! ^= 1 << (Math.floor(place * bytes.length * 8) % 8);
  writeFileSync(path, bytes);
}

const anyPlace = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

test("a flipped bit anywhere in the file or its sums is noticed, and all answers are as before", () => {
  let noticed = 0;
  fc.assert(
    fc.property(anyPlace, fc.constantFrom("", "", "", "-sums"), (place, part) => {
      const rebuilds = afterDamage(closed.path, ({ history }) => flip(history + part, place));
      noticed += rebuilds.length;
    }),
    { numRuns: 24 },
  );
  // Only flips in the spare bytes of the sums' header go unnoticed: nothing depends on those.
  expect(noticed).toBeGreaterThanOrEqual(22);
});

test("a flipped bit in the files of a killed process is noticed, or the part that it invalidates is projected again", () => {
  fc.assert(
    fc.property(anyPlace, fc.constantFrom("", "-wal", "-wal", "-sums"), (place, part) => {
      afterDamage(killed.path, ({ history }) => flip(history + part, place));
    }),
    { numRuns: 15 },
  );
});

test("a file without its sums, with wrong sums, cut short, lengthened or missing is not trusted", () => {
  const damages: Record<string, (history: string) => void> = {
    "no sums": (history) => rmSync(`${history}-sums`),
    "no sums at all in them": (history) => truncateSync(`${history}-sums`, 32),
    cut: (history) => truncateSync(history, statSync(history).size - 4_096),
    "cut within a page": (history) => truncateSync(history, statSync(history).size - 100),
    longer: (history) => writeFileSync(history, readFileSync(history).toString("latin1") + "x".repeat(4_096), "latin1"),
    "a page in another's place": (history) => {
      const bytes = readFileSync(history);
      bytes.copy(bytes, 4_096 * 7, 4_096 * 5, 4_096 * 6);
      writeFileSync(history, bytes);
    },
  };
  for (const [name, damage] of Object.entries(damages)) {
    const rebuilds = afterDamage(closed.path, ({ history }) => damage(history));
    expect({ name, rebuilds: rebuilds.length }).toEqual({ name, rebuilds: 1 });
  }
  expect(afterDamage(closed.path, ({ history }) => rmSync(history))).toEqual([]);
  expect(afterDamage(closed.path, () => {})).toEqual([]);
  expect(afterDamage(killed.path, () => {})).toEqual([]);
});

test("a position that a flipped bit has made larger is not trusted", () => {
  const page = 2;
  let larger = 0;
  for (let byte = 4_096 - 40; byte < 4_096; byte++) {
    for (const bit of [1, 8, 64]) {
      afterPosition(({ history }) => {
        const file = readFileSync(history);
        file[(page - 1) * 4_096 + byte]! ^= bit;
        writeFileSync(history, file);
        using database = new Database(history, { readonly: true });
        const read = () => (database.query("SELECT position FROM meta").get() as { position: number }).position;
        try {
          if (read() > STEPS.length) larger += 1;
        } catch {
          // The row can no longer be read at all.
        }
      });
    }
  }
  expect(larger).toBeGreaterThan(3);
});

/** Damages a copy of a closed file and checks that its position is no longer known. */
function afterPosition(damage: (paths: DataPaths) => void): void {
  using copy = temporaryDirectory();
  const paths = dataPaths(copy.path);
  for (const part of ["", "-sums"]) cpSync(dataPaths(closed.path).history + part, paths.history + part);
  expect(knownPosition(paths.history)).toBe(STEPS.length);
  damage(paths);
  expect(knownPosition(paths.history)).toBe(0);
}
