// A venue that is backed up while it trades, and then lost: the restored venue has everything that it ever
// acknowledged.

import { expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { dataPaths, repeatJournal } from "@evermark/core";
import { decodeCommand, Engine, silent } from "@evermark/engine";
import { readJournal, realDisk } from "@evermark/journal";
import { readMark } from "@evermark/journal/mark.ts";
import { type Random, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark, oldestIn, positionOf, startEvermark } from "../witness/backup-process.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { canMount, smallFileSystem } from "../witness/small-file-system.ts";
import { startVenue } from "../witness/venue-process.ts";

const FLAGS = [
  ["--journal-snapshot-every-commands", "1000"],
  ["--journal-segment-bytes", "65536"],
  ["--limits-factor", "100000"],
].flat();

const PRUNING = [...FLAGS, "--journal-prune", "--journal-keep-snapshots", "1"];

function durablePosition(dataDirectory: string): number {
  return readMark(realDisk, dataPaths(dataDirectory).journal)!.position;
}

/** The hash of a venue's state at a position, by replaying its own journal. */
function stateHashAt(dataDirectory: string, position: number): string {
  const engine = Engine.atBeginning();
  for (const { payload } of readJournal(dataPaths(dataDirectory).journal, 1, position)) {
    engine.apply(decodeCommand(payload), silent);
  }
  return engine.stateHash();
}

/** Kills a backup after a random number of further objects, that is, anywhere in it. */
async function killedBackup(place: string, data: string, random: Random): Promise<void> {
  const backup = startEvermark(["backup", place, "--data", data]);
  const objects = join(place, "objects");
  const enough = (existsSync(objects) ? readdirSync(objects).length : 0) + Math.floor(random() * 6);
  let isOver = false;
  backup.ended.then(() => {
    isOver = true;
  });
  while (!isOver && !(existsSync(objects) && readdirSync(objects).length >= enough)) await Bun.sleep(1);
  backup.kill("SIGKILL");
  await backup.ended;
}

test("backups that are taken while orders arrive, and killed anywhere, restore to the state at their position", async () => {
  using temporary = temporaryDirectory();
  const [data, place] = [join(temporary.path, "data"), join(temporary.path, "backup")];
  const restored: { readonly directory: string; readonly position: number }[] = [];
  {
    await using venue = await startVenue({ dataDirectory: data, flags: FLAGS });
    const bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
    const load = startLoad(bots, 1);
    const random = seededRandom(1);
    for (let round = 1; round <= 3; round++) {
      await load.reached(round * 300);
      const before = durablePosition(data);
      expect(await evermark(["backup", place, "--data", data])).toMatchObject({ code: 0, err: [] });
      const position = await positionOf(place);
      expect(position).toBeGreaterThanOrEqual(before);
      await killedBackup(place, data, random);
      const directory = join(temporary.path, `restored-${round}`);
      expect(await evermark(["restore", place, "--data", directory])).toMatchObject({ code: 0, err: [] });
      const { commands } = repeatJournal(dataPaths(directory));
      expect(commands).toBeGreaterThanOrEqual(position);
      restored.push({ directory, position: commands });
    }
    load.stop();
    await load.ended;
    for (const bot of bots) bot.close();
    for (const at of [57, 300]) {
      const directory = join(temporary.path, `restored-to-${at}`);
      expect(await evermark(["restore", place, "--data", directory, "--at", `${at}`])).toMatchObject({
        code: 0,
        err: [],
      });
      restored.push({ directory, position: at });
    }
    const { code, err } = await evermark(["restore", place, "--data", join(temporary.path, "never"), "--at", "noon"]);
    expect([code, err.join()]).toEqual([1, expect.stringContaining('at: "noon"; expected a journal position')]);
  }
  for (const { directory, position } of restored) {
    const { stateHash, badSnapshots } = repeatJournal(dataPaths(directory));
    expect({ stateHash, badSnapshots }).toEqual({ stateHash: stateHashAt(data, position), badSnapshots: [] });
  }
});

test("a venue that prunes its journal and is lost with its machine continues from a backup that followed it", async () => {
  using temporary = temporaryDirectory();
  const [data, place] = [join(temporary.path, "data"), join(temporary.path, "backup")];
  const bots: Bot[] = [];
  {
    await using venue = await startVenue({ dataDirectory: data, flags: PRUNING });
    bots.push(await Bot.onboard(venue.url), await Bot.onboard(venue.url));
    const following = startEvermark(["backup", place, "--data", data, "--follow"]);
    await following.untilPrinted("following from position");
    const load = startLoad(bots, 2);
    for (let actions = 200; !readdirSync(dataPaths(data).journal).includes("pruned.txt"); actions += 200) {
      await load.reached(actions);
    }
    load.stop();
    await load.ended;
    const acknowledged = durablePosition(data);
    while ((await positionOf(place)) < acknowledged || (await oldestIn(place)) === 1) await Bun.sleep(20);
    await venue.process.kill();
    following.kill("SIGTERM");
    expect(await following.ended).toMatchObject({ code: 0, err: [] });
  }
  rmSync(data, { recursive: true });
  for (const bot of bots) bot.close();

  const early = await evermark(["restore", place, "--data", data, "--at", "3"]);
  expect([early.code, early.err.join()]).toEqual([1, expect.stringContaining("the backup does not go back that far")]);
  expect(await evermark(["restore", place, "--data", data])).toMatchObject({ code: 0, err: [] });
  expect(readdirSync(dataPaths(data).journal)).not.toContain("segment-0000000000000001.log");
  await using venue = await startVenue({ dataDirectory: data, flags: PRUNING });
  for (const bot of bots) await bot.reconnect(venue.url);
  await expectPromisesKept(bots);
  for (const bot of bots) bot.close();
});

test.skipIf(!canMount())("a backup whose disk is full fails, and the one before it is whole", async () => {
  using small = smallFileSystem();
  using temporary = temporaryDirectory();
  const [data, place] = [join(temporary.path, "data"), small.dataDirectory];
  await using venue = await startVenue({ dataDirectory: data, flags: FLAGS });
  expect(await evermark(["backup", place, "--data", data])).toMatchObject({ code: 0 });
  const position = await positionOf(place);
  const bot = await Bot.onboard(venue.url);
  small.fill();
  const { code, err } = await evermark(["backup", place, "--data", data]);
  expect(code).toBe(1);
  expect(err.join("\n")).toContain("ENOSPC");
  expect(await evermark(["restore", place, "--data", join(temporary.path, "restored")])).toMatchObject({ code: 0 });
  expect(await positionOf(place)).toBe(position);
  small.makeRoom();
  expect(await evermark(["backup", place, "--data", data])).toMatchObject({ code: 0 });
  expect(await positionOf(place)).toBeGreaterThan(position);
  bot.close();
});
