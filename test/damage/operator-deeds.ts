// What a badly set up machine does to a venue: an empty directory where its disk should be mounted, files that others
// may read or write, a umask that lets all users read, and log files that are moved away while it trades.

import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { dirname, join } from "node:path";
import { PROGRAM, VenueProcess } from "../witness/venue-process.ts";
import type { Deed } from "./answered-clients.ts";
import { type DamageCase, doDeeds, ready } from "./case-steps.ts";
import { goneFrom, listing } from "./directory.ts";
import { judgeRefusal, PromiseViolation, startAndJudge, within } from "./start-outcome.ts";

const SAID_MS = 30_000;
const ROTATIONS = 6;
const OTHERS = 0o077;
/** Starts the following command with a umask that removes no permission. */
const WITHOUT_MASK = ["/bin/sh", "-c", 'umask 0; exec "$@"', "sh", process.execPath, PROGRAM];

export const operatorDeeds: Readonly<Record<string, DamageCase>> = {
  "an empty directory instead of the venue's": async ({ life, directory }) => {
    // A sandbox starts with a new venue in any empty directory.
    if (life.kind.mode === "sandbox") {
      return {
        change: "started without confirmation, which only production requires",
        outcome: await startAndJudge(life, directory),
      };
    }
    const empty = join(dirname(directory), "empty");
    // A file system's own entry: with it the directory is not quite empty, so no program adds `--new` by itself.
    mkdirSync(join(empty, "lost+found"), { recursive: true });
    await expectRefused(life.start(empty), "holds no venue");
    if (readdirSync(empty).join() !== "lost+found")
      throw new PromiseViolation("refused to start, but left files in the directory");
    const before = listing(directory);
    const { flags = [], ...options } = life.start(directory);
    await expectRefused({ ...options, flags: [...flags, "--new"] }, "holds a venue");
    const missing = goneFrom(before, listing(directory));
    if (missing.length > 0)
      throw new PromiseViolation(`refused to start, but deleted or changed ${missing.join(", ")}`);
    const change = "started on an empty directory, then as a new venue where one exists, then on its own directory";
    return { change, outcome: await startAndJudge(life, directory) };
  },

  "permissions for all users": async ({ life, directory, random }) => {
    const before = pathsIn(directory);
    for (const path of before) chmodSync(path, random() < 0.5 ? 0o777 : 0o700);
    chmodSync(directory, 0o755);
    let deeds: Deed[];
    {
      await using venue = new VenueProcess({ ...life.start(directory), command: WITHOUT_MASK });
      const url = await ready(venue);
      await within(
        SAID_MS,
        untilPrinted(venue, "other users of this machine may read or write"),
        "it does not report that",
      );
      deeds = await doDeeds(life, url);
      await venue.kill();
    }
    const existing = new Set(before);
    const isOpen = (path: string) => existsSync(path) && (lstatSync(path).mode & OTHERS) !== 0;
    // SQLite gives its extra files the permissions of the file that they belong to, and the start has already warned
    // about that one.
    const isInherited = (path: string) => /-(wal|shm)$/.test(path) && isOpen(path.replace(/-(wal|shm)$/, ""));
    const open = pathsIn(directory).filter((path) => !existing.has(path) && isOpen(path) && !isInherited(path));
    if (open.length > 0)
      throw new PromiseViolation(`other users may read or write files that it created: ${open.join(", ")}`);
    const change = "files writable by all users, and a umask of 0; then killed";
    return { change, outcome: await startAndJudge(life, directory, deeds) };
  },

  "log files moved away under load": async ({ life, directory }) => {
    const file = join(dirname(directory), "venue.log");
    const { flags = [], ...options } = life.start(directory);
    const deeds: Deed[] = [];
    {
      await using venue = new VenueProcess({ ...options, flags: [...flags, "--log-file", file] });
      const url = await ready(venue);
      for (let turn = 0; turn < ROTATIONS; turn++) {
        const working = doDeeds(life, url);
        renameSync(file, `${file}.${turn}`);
        process.kill(venue.pid, "SIGHUP");
        if (turn % 2 === 0) process.kill(venue.pid, "SIGHUP");
        const done = await working;
        if (done.length === 0) throw new PromiseViolation("it stopped working after a hang-up signal");
        deeds.push(...done);
        await within(SAID_MS, untilWritten(file), "it wrote no log after a hang-up signal");
      }
      await venue.kill();
    }
    const change = `${ROTATIONS} hang-up signals with the log moved away, under load; then killed`;
    return { change, outcome: await startAndJudge(life, directory, deeds) };
  },
};

async function expectRefused(options: ConstructorParameters<typeof VenueProcess>[0], message: string): Promise<void> {
  await using venue = new VenueProcess(options);
  const url = await within(SAID_MS, venue.ready, "the venue neither started nor exited");
  if (url !== undefined) throw new PromiseViolation(`it started although it should have reported: ${message}`);
  judgeRefusal(await venue.ended, venue, []);
  if (!venue.messages.join(" ").includes(message))
    throw new PromiseViolation(`it refused to start with a different message: ${venue.messages.join(" ")}`);
}

function pathsIn(directory: string): string[] {
  return readdirSync(directory, { recursive: true })
    .map((name) => join(directory, String(name)))
    .filter((path) => !lstatSync(path).isSymbolicLink());
}

async function untilPrinted(venue: VenueProcess, message: string): Promise<void> {
  while (venue.logged(message) === undefined) await Bun.sleep(20);
}

async function untilWritten(file: string): Promise<void> {
  while (!existsSync(file) || !readFileSync(file, "utf8").includes("hang-up signal")) await Bun.sleep(20);
}
