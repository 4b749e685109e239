// A venue whose history thread is killed under load, several times: orders go on, no request is left open, each death
// is logged, and a new thread takes over. After the last death the venue trades on without history and ends cleanly.
// Nothing is lost.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../witness/proven-directory.ts";
import { PROGRAM, startVenue, type VenueProcess } from "../witness/venue-process.ts";

const DYING = join(import.meta.dir, "dying-threads.program.ts");
const FLAGS = ["--limits-factor", "100000", "--journal-segment-bytes", "65536"];
/** One more than the number of restarts. */
const DEATHS = 4;

test("a history thread that dies under load costs no order and is restarted, and its last death is reported", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: join(temporary.path, "data"), flags: FLAGS };
  let bots: Bot[];
  {
    const command = [process.execPath, "--preload", DYING, PROGRAM];
    await using venue = await startVenue({
      ...options,
      command,
      environment: { DYING_THREAD: "history/thread/history.worker.ts" },
    });
    bots = [await Bot.onboard(venue.url), await Bot.onboard(venue.url)];
    const load = startLoad(bots, 11);
    let acted = 0;
    for (let death = 1; death <= DEATHS; death++) {
      acted += 150;
      await load.reached(acted);
      const answers = Array.from({ length: 10 }, () => bots[0]!.client.orders.getTrades({ size: 10 }));
      process.kill(venue.process.pid, "SIGUSR2");
      // Each request is answered or refused; none hangs.
      await Promise.allSettled(answers);
      await untilSaid(venue.process, "the history thread has died", Math.min(death, DEATHS - 1));
      if (death < DEATHS) await untilOk(venue.url);
    }
    await untilSaid(venue.process, "history has failed", 1);
    acted += 150;
    await load.reached(acted);
    load.stop();
    await load.ended;
    expect(
      bots.flatMap((bot) => [...bot.placements.values()]).filter(({ refusedWith }) => refusedWith === -1011),
    ).toEqual([]);
    const health = await (await fetch(`${venue.url}/health`)).json();
    expect(health).toMatchObject({ status: "degraded", reasons: { history: "history has failed; the log says why" } });
    expect(await venue.process.metrics()).toContain("evermark_history_restarts_total 3\n");
    for (const bot of bots) bot.close();
    expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
  }
  await using venue = await startVenue(options);
  await Promise.all(bots.map((bot) => bot.reconnect(venue.url)));
  await expectPromisesKept(bots);
  for (const bot of bots) bot.close();
  expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
  expectOneTruth(options.dataDirectory);
  await expectHistoryOfJournal(options.dataDirectory);
});

async function untilSaid(process: VenueProcess, text: string, times: number): Promise<void> {
  while (process.log.filter(({ msg }) => msg.includes(text)).length < times) await Bun.sleep(5);
}

async function untilOk(url: string): Promise<void> {
  while ((await (await fetch(`${url}/health`)).json()).status !== "ok") await Bun.sleep(5);
}
