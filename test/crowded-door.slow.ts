// A venue with few descriptors and a crowd of idle connections at its door: orders and new journal segments go on, and
// who comes from elsewhere is served.

import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Bot } from "../witness/bot.ts";
import { Crowd } from "../witness/crowd.ts";
import { startLoad } from "../witness/load.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { expectOneTruth } from "../witness/stopped-venue.ts";
import { startVenue } from "../witness/venue-process.ts";

const PROGRAM = join(import.meta.dir, "..", "cli", "main.ts");
const FLAGS = ["--limits-factor", "100000", "--journal-segment-bytes", "65536"];

function withDescriptors(count: number): readonly string[] {
  return ["bash", "-c", `ulimit -n ${count} && exec "$@"`, "bash", process.execPath, PROGRAM];
}

function segments(dataDirectory: string): number {
  return readdirSync(join(dataDirectory, "journal")).filter((name) => name.endsWith(".log")).length;
}

test("a crowd of idle connections neither ends a venue with 256 descriptors nor keeps others out", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "evermark-door-"));
  try {
    const bots: Bot[] = [];
    {
      await using venue = await startVenue({ dataDirectory, flags: FLAGS, command: withDescriptors(256) });
      expect(venue.process.logged("open files leave room")).toMatchObject({ openFiles: 256, inAll: 144, ofOne: 72 });
      using crowd = new Crowd(Number(new URL(venue.url).port), ["127.0.0.2", "127.0.0.3", "127.0.0.4"], 120);
      await crowd.sentAway(200);
      bots.push(await Bot.onboard(venue.url), await Bot.onboard(venue.url));
      const before = segments(dataDirectory);
      const load = startLoad(bots, 11);
      for (let actions = 100; segments(dataDirectory) < before + 1; actions += 100) {
        await load.reached(actions);
        // Whoever comes anew gets in as well.
        expect((await fetch(`${venue.url}/health`, { keepalive: false })).status).toBe(200);
      }
      load.stop();
      await load.ended;
      expect(venue.process.logged("there were too many connections")).toMatchObject({ inAll: 144 });
      expect(venue.process.logged("can't be written")).toBeUndefined();
      expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
    }
    await using venue = await startVenue({ dataDirectory, flags: FLAGS });
    await Promise.all(bots.map((bot) => bot.reconnect(venue.url)));
    await expectPromisesKept(bots);
    for (const bot of bots) bot.close();
    expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
    expectOneTruth(dataDirectory);
  } finally {
    rmSync(dataDirectory, { recursive: true, force: true });
  }
});
