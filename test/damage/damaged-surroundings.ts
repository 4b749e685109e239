// What can happen around a venue rather than to its files: a disk that is full or read-only, another program that locks
// its files, files that disappear under a running venue. Afterwards everything is put right, and then everything that
// was acknowledged must be there.

import { Database } from "bun:sqlite";
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { below } from "@evermark/journal/testing/seeded-random.ts";
import { canMount, smallFileSystem } from "../witness/small-file-system.ts";
import { VenueProcess } from "../witness/venue-process.ts";
import { ANSWER_MS, type DamageCase, DEEDS, doDeeds, ready, refusedBeside, startOnce, worse } from "./case-steps.ts";
import { damageOneFile } from "./file-damages.ts";
import { judgeRefusal, type Outcome, startAndJudge, within } from "./start-outcome.ts";

const withoutDisk: Readonly<Record<string, DamageCase>> = {
  "a second venue on the same directory": async ({ life, directory }) => {
    await using first = new VenueProcess(life.start(directory));
    await ready(first);
    await refusedBeside(life, directory);
    await first.kill();
    return { change: "a second venue was started beside the first", outcome: await startAndJudge(life, directory) };
  },
  "a second venue after the lock was deleted": async ({ life, directory }) => {
    await using first = new VenueProcess(life.start(directory));
    const url = await ready(first);
    const deeds = await doDeeds(life, url);
    for (const name of ["lock.db", "lock.pid"]) rmSync(join(directory, name), { force: true });
    await refusedBeside(life, directory);
    deeds.push(...(await doDeeds(life, url)));
    await first.kill();
    const change = "lock.db and lock.pid deleted while the venue was running, and a second venue started";
    return { change, outcome: await startAndJudge(life, directory, deeds) };
  },
  "history locked by another program": async ({ life, directory }) => {
    const database = new Database(join(directory, "history.sqlite"));
    let outcome: Outcome | undefined;
    try {
      database.run("BEGIN EXCLUSIVE");
      await using venue = new VenueProcess(life.start(directory));
      const url = await within(ANSWER_MS, venue.ready, "the venue neither started nor exited");
      if (url === undefined) outcome = judgeRefusal(await venue.ended, venue, []);
      else await venue.kill();
    } finally {
      database.close();
    }
    const after = await startAndJudge(life, directory);
    const change = "history.sqlite was locked by another process during one start, and unlocked at the next";
    return { change, outcome: after.name === "whole" ? (outcome ?? after) : after };
  },
  "a file damaged while the venue was running": async ({ life, directory, scene }) => {
    await using venue = new VenueProcess(life.start(directory));
    const url = await ready(venue);
    const damage = damageOneFile(scene);
    const deeds = await doDeeds(life, url);
    await venue.kill();
    const { name, detail } = await startAndJudge(life, directory, deeds);
    return { change: `while the venue was running: ${damage.change}`, outcome: { name, detail } };
  },
};

const withDisk: Readonly<Record<string, DamageCase>> = {
  "a disk that is full at the start": async ({ life, directory, random }) => {
    using disk = smallFileSystem();
    cpSync(directory, disk.dataDirectory, { recursive: true });
    const spare = [0, 4_096, 12_288, 65_536, 300_000][below(random, 5)]!;
    disk.fill(spare);
    const first = await startOnce(life, disk.dataDirectory);
    disk.makeRoom();
    return {
      change: `started with ${spare} bytes of room`,
      outcome: worse(first, await startAndJudge(life, disk.dataDirectory)),
    };
  },
  "a disk that becomes full while the venue trades": async ({ life, directory, random }) => {
    using disk = smallFileSystem();
    cpSync(directory, disk.dataDirectory, { recursive: true });
    await using venue = new VenueProcess(life.start(disk.dataDirectory));
    const url = await ready(venue);
    const deeds = await doDeeds(life, url);
    const spare = below(random, 8) * 4_096;
    disk.fill(spare);
    deeds.push(...(await doDeeds(life, url, 4 * DEEDS)));
    await venue.kill();
    disk.makeRoom();
    const change = `the disk had ${spare} bytes of space left while the venue traded; then the venue was killed and space was freed`;
    return { change, outcome: await startAndJudge(life, disk.dataDirectory, deeds) };
  },
  "a disk that is read-only at the start": async ({ life, directory }) => {
    using disk = smallFileSystem();
    cpSync(directory, disk.dataDirectory, { recursive: true });
    remount(disk.dataDirectory, "ro");
    const first = await startOnce(life, disk.dataDirectory);
    remount(disk.dataDirectory, "rw");
    return {
      change: "started on a read-only file system",
      outcome: worse(first, await startAndJudge(life, disk.dataDirectory)),
    };
  },
};

/** By name. Without permission to mount, those that need their own disk are left out. */
export const surroundings: Readonly<Record<string, DamageCase>> = { ...withoutDisk, ...(canMount() ? withDisk : {}) };

function remount(dataDirectory: string, how: "ro" | "rw"): void {
  const { status } = spawnSync("mount", ["-o", `remount,${how}`, dirname(dataDirectory)]);
  if (status !== 0) throw new Error(`the file system can't be mounted ${how}`);
}
