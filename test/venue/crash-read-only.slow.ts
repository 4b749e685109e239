// A venue whose disk turns read-only while it runs, as Linux does with a file system in which it finds an error: it
// refuses what it can't make durable, continues answering requests, reports what to do, and loses nothing that it
// acknowledged.

import { expect, test } from "bun:test";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { canFail, failingFileSystem } from "../witness/failing-file-system.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../witness/proven-directory.ts";
import { startVenue, VenueProcess } from "../witness/venue-process.ts";

const CORE_UNAVAILABLE = -1011;
const FLAGS = ["--limits-factor", "100000", "--journal-segment-bytes", "65536"];

if (canFail()) {
  test("a disk that turns read-only refuses orders but not reads; mounted again, all that was acknowledged is there", async () => {
    using disk = failingFileSystem();
    const options = { dataDirectory: disk.dataDirectory, flags: FLAGS };
    let bots: Bot[];
    {
      await using venue = await startVenue(options);
      bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
      await trade(bots, 300);
      const load = startLoad(bots, 3);
      await load.reached(100);

      disk.fail();
      await untilUnready(venue.url);
      await load.reached(400);
      load.stop();
      await load.ended;
      const refused = bots
        .flatMap((bot) => [...bot.placements.values()])
        .filter(({ refusedWith }) => refusedWith !== null);
      expect(refused.some(({ refusedWith }) => refusedWith === CORE_UNAVAILABLE)).toBe(true);
      // Requests are answered from the engine and from history, including what history could not store yet.
      while (venue.process.logged("history can't be written") === undefined) await Bun.sleep(5);
      const { client, credentials } = bots[0]!;
      expect((await client.account.getClientInfo()).account_id).toBe(credentials.accountId);
      expect((await client.marketData.getSymbols()).rows.length).toBe(13);
      expect((await client.orders.getOrders({ size: 10 })).rows).toHaveLength(10);
      expect((await client.orders.getTrades({ size: 1 })).rows).toHaveLength(1);
      expect(await venue.process.metrics()).toContain("evermark_ready 0\n");
      for (const bot of bots) bot.close();
      // It ends cleanly, though it can't write anything.
      expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
      expect(venue.process.logged("the journal can't be written")).toMatchObject({
        remedy: expect.stringContaining("mount it so that it can be written"),
      });
    }
    {
      // Started on the disk as it is, it reports the problem and does not start.
      await using refused = new VenueProcess(options);
      expect(await refused.ready).toBeUndefined();
      expect(await refused.ended).toEqual({ code: 1, signal: null });
      expect(refused.messages).toEqual([expect.stringContaining("mount it so that it can be written")]);
    }
    disk.repair();
    await using venue = await startVenue(options);
    await Promise.all(bots.map((bot) => bot.reconnect(venue.url)));
    await trade(bots, 100);
    await expectPromisesKept(bots);
    for (const bot of bots) bot.close();
    expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
    expectOneTruth(disk.dataDirectory);
    await expectHistoryOfJournal(disk.dataDirectory);
  });
}

async function untilUnready(url: string): Promise<void> {
  while ((await fetch(`${url}/ready`)).status === 200) await Bun.sleep(5);
  const health = await (await fetch(`${url}/health`)).json();
  expect(health).toMatchObject({ status: "unready", reasons: { journal: "the venue's disk is read-only" } });
}

async function trade(bots: readonly Bot[], actions: number): Promise<void> {
  const load = startLoad(bots, actions);
  await load.reached(actions);
  load.stop();
  await load.ended;
}
