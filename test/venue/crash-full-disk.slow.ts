// A venue whose disk is full: it refuses what it can't make durable, loses nothing that it acknowledged, and continues
// when there is room again. The sequencer's part is also tested in core/sequencer.test.ts, for machines where a test
// may not mount a small disk.

import { expect, test } from "bun:test";
import { ApiError } from "@evermark/client";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept, untilTaken } from "../witness/promises.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../witness/proven-directory.ts";
import { canMount, smallFileSystem } from "../witness/small-file-system.ts";
import { startVenue, VenueProcess } from "../witness/venue-process.ts";

const CORE_UNAVAILABLE = -1011;
const FLAGS = ["--limits-factor", "100000", "--journal-segment-bytes", "65536"];

if (canMount()) {
  test("a new venue on a full disk reports it in one line, and starts once there is room", async () => {
    using disk = smallFileSystem();
    const options = { dataDirectory: disk.dataDirectory, flags: FLAGS };
    // The last amount is enough for the journal's first commands, unless history takes it first; then the venue starts.
    for (const [spare, mayStart] of [
      [0, false],
      [12_000, false],
      [100_000, true],
    ] as const) {
      disk.fill(spare);
      await using refused = new VenueProcess(options);
      if ((await refused.ready) !== undefined) {
        expect(mayStart).toBe(true);
        disk.makeRoom();
        expect(await refused.terminate()).toEqual({ code: 0, signal: null });
        break;
      }
      expect(await refused.ended).toEqual({ code: 1, signal: null });
      expect(refused.messages).toHaveLength(1);
      // SQLite reports this when it can't map one of its own files.
      expect(refused.messages[0]).toMatch(/no room|no space|full|disk I\/O error/);
      disk.makeRoom();
    }
    await using venue = await startVenue(options);
    expect((await fetch(`${venue.url}/health`)).status).toBe(200);
  });

  test("a full disk refuses orders and loses none; trading continues when there is room again", async () => {
    using disk = smallFileSystem();
    const options = { dataDirectory: disk.dataDirectory, flags: FLAGS };
    await using venue = await startVenue(options);
    const bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
    await trade(bots, 300);

    disk.fill();
    await trade(bots, 600);
    const refused = bots.flatMap(refusedForTheDisk);
    expect(refused.length).toBeGreaterThan(0);
    await untilUnready(venue.url);
    expect(await venue.process.metrics()).toContain("evermark_ready 0\n");
    // Requests are answered from the engine and from history, including what history could not store yet.
    const { client } = bots[0]!;
    expect(await answeredByHistory(() => client.orders.getOrders({ size: 10 }))).toHaveLength(10);
    expect(await answeredByHistory(() => client.orders.getTrades({ size: 1 }))).toHaveLength(1);
    expect((await client.account.getHolding()).holding.length).toBe(1);
    expect((await client.marketData.getSymbols()).rows.length).toBe(13);
    expect((await client.account.getClientInfo()).account_id).toBe(bots[0]!.credentials.accountId);

    disk.makeRoom();
    for (const bot of bots) await untilTaken(bot);
    expect((await fetch(`${venue.url}/ready`)).status).toBe(200);
    await trade(bots, 200);
    await expectPromisesKept(bots);
    for (const bot of bots) bot.close();
    expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
    expect(venue.process.logged("the journal can't be written")).toBeDefined();
    expect(venue.process.logged("the journal can be written again")).toBeDefined();
    expectOneTruth(disk.dataDirectory);
    await expectHistoryOfJournal(disk.dataDirectory);
  });

  test("a venue that is killed while its disk is full comes back with all that it acknowledged", async () => {
    using disk = smallFileSystem();
    const options = { dataDirectory: disk.dataDirectory, flags: FLAGS };
    let bots: Bot[];
    {
      await using venue = await startVenue(options);
      bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
      await trade(bots, 200);
      disk.fill();
      const load = startLoad(bots, 7);
      await load.reached(500);
      await venue.process.kill();
      await load.ended;
    }
    {
      // Without room it either serves what it can, or prints why it can't.
      await using tried = new VenueProcess(options);
      if ((await tried.ready) === undefined) {
        expect(await tried.ended).toEqual({ code: 1, signal: null });
        expect(tried.messages).toHaveLength(1);
        expect(tried.messages[0]).toMatch(/no room|no space|full/);
      }
    }
    disk.makeRoom();
    await using venue = await startVenue(options);
    await Promise.all(bots.map((bot) => bot.reconnect(venue.url)));
    await expectPromisesKept(bots);
    for (const bot of bots) bot.close();
    expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
    expectOneTruth(disk.dataDirectory);
    await expectHistoryOfJournal(disk.dataDirectory);
  });
}

/** After a refused batch a smaller one may still fit, so this waits until the venue reports that it is unready. */
async function untilUnready(url: string): Promise<void> {
  let ready: Response;
  do ready = await fetch(`${url}/ready`);
  while (ready.status === 200);
  expect(ready.status).toBe(503);
  const condition = { status: "unready", reasons: { journal: "the venue's disk is full" } };
  expect(await ready.json()).toMatchObject(condition);
  // The process is alive, and reports the same.
  const health = await fetch(`${url}/health`);
  expect(health.status).toBe(200);
  expect(await health.json()).toMatchObject(condition);
}

/** Retries for a while: history may be held up by a second's work that it could not store. */
async function answeredByHistory<Row>(read: () => Promise<{ readonly rows: readonly Row[] }>): Promise<readonly Row[]> {
  const deadline = performance.now() + 20_000;
  for (;;) {
    try {
      return (await read()).rows;
    } catch (error) {
      if (!(error instanceof ApiError && error.status === 503) || performance.now() > deadline) throw error;
      await Bun.sleep(50);
    }
  }
}

async function trade(bots: readonly Bot[], actions: number): Promise<void> {
  const load = startLoad(bots, actions);
  await load.reached(actions);
  load.stop();
  await load.ended;
}

function refusedForTheDisk(bot: Bot) {
  return [...bot.placements.values()].filter(({ refusedWith }) => refusedWith === CORE_UNAVAILABLE);
}
