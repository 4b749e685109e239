// A venue that is killed at any moment comes back with everything that it has acknowledged, and has each thing once.

import { expect, test } from "bun:test";
import { below, seededRandom } from "@evermark/journal/testing/seeded-random.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../witness/proven-directory.ts";
import { type StartOptions, startVenue } from "../witness/venue-process.ts";

const ROUNDS = 5;
const TRADERS = 3;

/** Many snapshots and many journal files in a short run, all of them kept. */
const FLAGS = [
  ["--journal-snapshot-every-commands", "1000"],
  ["--journal-segment-bytes", "65536"],
  ["--journal-keep-snapshots", "1000"],
  ["--limits-factor", "100000"],
].flat();

test("a venue that is killed under load keeps every promise, five times over", async () => {
  using temporary = temporaryDirectory();
  const options: StartOptions = { dataDirectory: temporary.path, flags: FLAGS };
  const random = seededRandom(1);
  let bots: Bot[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    await using venue = await startVenue(options);
    if (round === 0) bots = await Promise.all(Array.from({ length: TRADERS }, () => Bot.onboard(venue.url)));
    else await comeBack(bots, venue.url);
    const load = startLoad(bots, round);
    // The moment differs from run to run, depending on what is in progress.
    await load.reached(300 + below(random, 500));
    await venue.process.kill();
    await load.ended;
  }
  await using venue = await startVenue(options);
  await comeBack(bots, venue.url);
  for (const bot of bots) bot.close();
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
  expect(expectOneTruth(temporary.path)).toBeGreaterThanOrEqual(2);
  await expectHistoryOfJournal(temporary.path);
});

async function comeBack(bots: readonly Bot[], url: string): Promise<void> {
  await Promise.all(bots.map((bot) => bot.reconnect(url)));
  await expectPromisesKept(bots);
}
