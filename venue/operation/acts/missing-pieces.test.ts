// How a start handles a data directory of which a piece is missing, empty, older than the rest, or another venue's: either
// everything that was acknowledged is there, or the start refuses with what it found. It never deletes what remains.

import { Database } from "bun:sqlite";
import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { assertOneVenue, dataPaths, keepGenesis, recover, tracesBeside } from "@evermark/core";
import { type Command, Engine, encodeCommand, Fault, millis, silent } from "@evermark/engine";
import { JournalCorrupt, openJournal, SnapshotStore } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { rebuildHistory } from "../../history/history-inside.ts";
import { knownPosition } from "../../history/index.ts";
import { silentLog } from "../../testing/kept-log.ts";
import { acceptLoss, findMissingData } from "./missing-data.ts";

const SEGMENT_BYTES = 400;
const SNAPSHOT_EVERY = 12;

/** The same venue at three moments, and another venue. */
const shelf = temporaryDirectory();
const WHOLE = join(shelf.path, "whole");
const BEFORE = join(shelf.path, "just-before");
const OLDER = join(shelf.path, "older");
const FOREIGN = join(shelf.path, "foreign");
const LAST = 28;
let whole: string;

beforeAll(async () => {
  whole = await makeVenue(WHOLE, { key: "11", commands: LAST });
  await makeVenue(BEFORE, { key: "11", commands: LAST - 1 });
  await makeVenue(OLDER, { key: "11", commands: 14 });
  await makeVenue(FOREIGN, { key: "2222", commands: 33 });
});
afterAll(() => shelf[Symbol.dispose]());

/** Makes a data directory as a killed venue leaves it. Returns its state hash. */
async function makeVenue(path: string, shape: { key: string; commands: number }): Promise<string> {
  const paths = dataPaths(path);
  const engine = Engine.atBeginning();
  const snapshots = new SnapshotStore({ directory: paths.snapshots });
  let done = () => {};
  const { journal } = openJournal({
    directory: paths.journal,
    segmentBytes: SEGMENT_BYTES,
    listener: { onDurable: () => done(), onFailure() {} },
  });
  for (let position = 1; position <= shape.commands; position++) {
    const command = commandAt(position, shape.key);
    journal.append(command.at, encodeCommand(command));
    await new Promise<void>((resolve) => {
      done = resolve;
    });
    engine.apply(command, silent);
    if (position % SNAPSHOT_EVERY !== 0) continue;
    await snapshots.write({ position, hash: journal.durableHash(), bytes: engine.snapshot() });
  }
  await journal.close();
  keepGenesis(paths, silentLog);
  await rebuildHistory(path, () => {});
  leaveWriteAheadLog(paths.history);
  return engine.stateHash();
}

function commandAt(position: number, key: string): Command {
  const at = millis(1_000 * position);
  if (position === 1) return { type: "set_hash_key", at, key: key.padEnd(32, "0") };
  if (position === 2) return { type: "add_broker", at, brokerId: `b${key}`, takerFee: 60, makerFee: 20 } as Command;
  return { type: "tick", at };
}

/** Leaves the database as a killed process does. */
function leaveWriteAheadLog(history: string): void {
  const copy = `${history}.copy`;
  const database = new Database(history);
  database.run("PRAGMA wal_autocheckpoint = 0");
  database.run("UPDATE meta SET position = position");
  for (const suffix of ["", "-wal"]) cpSync(history + suffix, copy + suffix);
  database.close();
  for (const suffix of ["", "-wal"]) {
    cpSync(copy + suffix, history + suffix);
    rmSync(copy + suffix);
  }
}

/** The ways to damage a piece: it is removed, emptied, or replaced by another directory's. */
const DAMAGES = {
  missing: (path: string) => rmSync(path, { recursive: true, force: true }),
  empty: (path: string, isDirectory: boolean) => {
    rmSync(path, { recursive: true, force: true });
    if (isDirectory) mkdirSync(path);
    else writeFileSync(path, "");
  },
  older: (path: string, _: boolean, piece: string) => replace(path, piece === "last segment" ? BEFORE : OLDER, piece),
  foreign: (path: string, _: boolean, piece: string) => replace(path, FOREIGN, piece),
};

type Piece = keyof typeof PIECES;

const segments = (directory: string) => list(directory, "journal", ".log");
const list = (directory: string, folder: string, ending: string) =>
  readdirSync(join(directory, folder))
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => join(folder, name));

/** The paths of each piece in a directory. */
const PIECES = {
  "journal directory": () => ["journal"],
  "last segment": (directory: string) => segments(directory).slice(-1),
  "first segment": (directory: string) => segments(directory).slice(0, 1),
  "all segments": segments,
  "durable.mark": () => ["journal/durable.mark"],
  "checked.json": () => ["journal/checked.json"],
  "genesis.json": () => ["genesis.json"],
  "snapshots directory": () => ["snapshots"],
  "newest snapshot": (directory: string) => list(directory, "snapshots", ".state").slice(-1),
  "history.sqlite": () => ["history.sqlite", "history.sqlite-sums"],
  "history.sqlite-sums": () => ["history.sqlite-sums"],
  "history.sqlite-wal": () => ["history.sqlite-wal"],
} satisfies Record<string, (directory: string) => string[]>;

function replace(path: string, from: string, piece: string): void {
  rmSync(path, { recursive: true, force: true });
  const sources = PIECES[piece as Piece](from);
  const source = sources.find((name) => basename(name) === basename(path)) ?? sources.at(-1);
  cpSync(join(from, source!), path, { recursive: true });
}

function inflict(directory: string, piece: Piece, damage: keyof typeof DAMAGES): void {
  const names = PIECES[piece](directory);
  const isDirectory = piece.endsWith("directory");
  if (piece === "all segments" && (damage === "older" || damage === "foreign")) {
    for (const name of names) rmSync(join(directory, name));
    const from = damage === "older" ? OLDER : FOREIGN;
    for (const name of segments(from)) cpSync(join(from, name), join(directory, name));
    return;
  }
  for (const name of names) DAMAGES[damage](join(directory, name), isDirectory, piece);
}

/** Starts as a venue does, up to an engine at the end of the journal. */
async function startOn(directory: string, mode: "production" | "sandbox"): Promise<string> {
  const paths = dataPaths(directory);
  try {
    assertOneVenue(paths);
    const { engine, journal } = await recover({
      snapshots: new SnapshotStore({ directory: paths.snapshots }),
      journalDirectory: paths.journal,
      segmentBytes: SEGMENT_BYTES,
      listener: { onDurable() {}, onFailure() {} },
      acceptLoss: mode === "sandbox",
      traces: tracesBeside(paths, knownPosition(paths.history)),
      log: silentLog,
    });
    await journal.close();
    return engine.stateHash() === whole ? "whole" : `less: ${journal.durablePosition}`;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return error.message.replaceAll(`${directory}/`, "").replace(/; restore .*/, "");
  }
}

const UNKNOWN_END = "it is not known whether acknowledged commands are missing from the journal's end, position 28";
const NO_HEADER = "is corrupt at byte 0: the segment header is incomplete";
const GONE = "the segment is missing, but holds acknowledged records up to position 28";
const OTHER_VENUE = /genesis\.json is of venue \w{12}, but the journal in journal is of venue \w{12}/;
const BESIDE = "snapshot-0000000000000024.state knows position 24 and history.sqlite knows position 28";

/**
 * The outcome of a start in production, then in a sandbox if that differs: the whole journal, less of it, or a refusal
 * with this text.
 */
type Outcome = string | RegExp;
const OUTCOMES: Record<Piece, Record<keyof typeof DAMAGES, Outcome | readonly [Outcome, Outcome]>> = {
  "journal directory": {
    missing: [`the journal in journal has no commands, but ${BESIDE} and genesis.json knows position 2`, "less: 0"],
    empty: [`the journal in journal has no commands, but ${BESIDE} and genesis.json knows position 2`, "less: 0"],
    older: [`the journal in journal ends at position 14, but ${BESIDE}`, "less: 14"],
    foreign: OTHER_VENUE,
  },
  "last segment": {
    missing: [`segment-0000000000000024.log is corrupt at byte 0: ${GONE}`, "less: 23"],
    empty: `segment-0000000000000024.log ${NO_HEADER}`,
    older: ["the segment ends, but acknowledged records reach byte", "less: 27"],
    foreign: "the header says position 30, unlike the name",
  },
  "first segment": {
    missing: "the segment is missing: segment-0000000000000006.log is the first one there is",
    empty: `segment-0000000000000001.log ${NO_HEADER}`,
    older: "whole",
    foreign: OTHER_VENUE,
  },
  "all segments": {
    missing: [GONE, "less: 0"],
    empty: `segment-0000000000000001.log ${NO_HEADER}`,
    older: [GONE, "less: 14"],
    foreign: OTHER_VENUE,
  },
  "durable.mark": {
    missing: [`durable.mark is missing or damaged: ${UNKNOWN_END}`, "whole"],
    empty: [`durable.mark is missing or damaged: ${UNKNOWN_END}`, "whole"],
    older: [`durable.mark is older than the last segment: ${UNKNOWN_END}`, "whole"],
    foreign: ["the segment is missing, but holds acknowledged records up to position 33", "whole"],
  },
  "checked.json": {
    missing: "whole",
    empty: "whole",
    older: "whole",
    foreign: ["the journal in journal ends at position 28, but checked.json knows position 29", "whole"],
  },
  "genesis.json": { missing: "whole", empty: "whole", older: "whole", foreign: OTHER_VENUE },
  "snapshots directory": {
    missing: "whole",
    empty: "whole",
    older: "whole",
    foreign: "the snapshot at position 24 is not of the journal in journal",
  },
  "newest snapshot": {
    missing: "whole",
    empty: "whole",
    older: "whole",
    foreign: "the snapshot at position 24 is not of the journal in journal",
  },
  "history.sqlite": {
    missing: "whole",
    empty: "whole",
    older: "whole",
    foreign: ["the journal in journal ends at position 28, but history.sqlite knows position 33", "whole"],
  },
  // History itself checks the tables in this case.
  "history.sqlite-sums": { missing: "whole", empty: "whole", older: "whole", foreign: "whole" },
  "history.sqlite-wal": { missing: "whole", empty: "whole", older: "whole", foreign: "whole" },
};

const CASES = (Object.keys(PIECES) as Piece[]).flatMap((piece) =>
  (Object.keys(DAMAGES) as (keyof typeof DAMAGES)[]).map((damage) => {
    const outcome = OUTCOMES[piece][damage];
    const [production, sandbox] = Array.isArray(outcome) ? outcome : [outcome];
    return { piece, damage, production: production as Outcome, sandbox: sandbox as Outcome | undefined };
  }),
);

describe("a piece that is missing, empty, older or foreign", () => {
  for (const { piece, damage, ...expected } of CASES) {
    for (const mode of ["production", "sandbox"] as const) {
      const outcome = expected[mode];
      if (outcome === undefined) continue;
      test(`${piece}, ${damage}, ${mode}: ${outcome}`, async () => {
        using copy = damaged(piece, damage);
        const before = contentsOf(copy.path);
        expect(await startOn(copy.path, mode)).toMatch(outcome);
        expectNothingDeleted(copy.path, before, outcome instanceof RegExp || !/^(whole|less)/.test(outcome));
      });
    }
  }
});

test("what production refuses because something is missing, an operator can accept, but not damage", async () => {
  for (const { piece, damage, production } of CASES) {
    if (production === "whole") continue;
    using copy = damaged(piece, damage);
    const paths = dataPaths(copy.path);
    const before = contentsOf(copy.path);
    let lastPosition: number;
    try {
      ({ lastPosition } = findMissingData(paths));
    } catch (error) {
      expect({ piece, damage, error }).toMatchObject({ error: expect.any(JournalCorrupt) });
      continue;
    }
    expect(contentsOf(copy.path)).toEqual(before);
    expect(findMissingData(paths).reasons).not.toEqual([]);
    await acceptLoss(paths);
    expectNothingDeleted(copy.path, before, false);
    expect(findMissingData(paths)).toEqual({ lastPosition, reasons: [], toSetAside: [] });
    expect(await startOn(copy.path, "production")).toMatch(lastPosition === LAST ? "whole" : `less: ${lastPosition}`);
  }
});

test("history is not rebuilt from a journal that has less than history", async () => {
  using copy = damaged("journal directory", "older");
  const before = contentsOf(copy.path);
  expect(await rebuildHistory(copy.path, () => {}).catch((error) => error.message)).toContain(BESIDE);
  expectNothingDeleted(copy.path, before, true);
});

test("a missing or damaged genesis.json is written again, and the damaged one kept", () => {
  using copy = temporaryDirectory();
  cpSync(WHOLE, copy.path, { recursive: true });
  const { genesis } = dataPaths(copy.path);
  const good = readFileSync(genesis, "utf8");
  rmSync(genesis);
  keepGenesis(dataPaths(copy.path), silentLog);
  expect(readFileSync(genesis, "utf8")).toBe(good);
  writeFileSync(genesis, good.replace("venue", "Venue"));
  keepGenesis(dataPaths(copy.path), silentLog);
  expect(readFileSync(genesis, "utf8")).toBe(good);
  expect(readFileSync(`${genesis}.aside-1`, "utf8")).toContain("Venue");
});

function damaged(piece: Piece, damage: keyof typeof DAMAGES) {
  const copy = temporaryDirectory();
  cpSync(WHOLE, copy.path, { recursive: true });
  inflict(copy.path, piece, damage);
  return copy;
}

/** The content of each file by path, except for the lock and shared memory. */
function contentsOf(directory: string): Map<string, string> {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => relative(directory, join(parentPath, name)));
  const kept = paths.filter((path) => path !== "lock.pid" && !path.endsWith("-shm"));
  return new Map(kept.sort().map((path) => [path, readFileSync(join(directory, path)).toString("latin1")]));
}

/** Every file is still there: unchanged or, if a venue has gone on, also under another name or with more at its end. */
function expectNothingDeleted(directory: string, before: Map<string, string>, isUnchanged: boolean): void {
  const after = contentsOf(directory);
  if (isUnchanged) {
    expect([...after].filter(([path, content]) => before.get(path) !== content)).toEqual([]);
    expect(after.size).toBe(before.size);
    return;
  }
  // Every start rewrites these two: the mark, and the record of checked segments.
  const lost = [...before].filter(([path, content]) => {
    if (/durable\.mark|checked\.json/.test(path)) return false;
    return ![...after.values()].some((kept) => kept === content || kept.startsWith(content));
  });
  expect(lost.map(([path]) => path)).toEqual([]);
}
