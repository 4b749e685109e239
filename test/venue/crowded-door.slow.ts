// A venue with few file descriptors and a crowd of idle connections: orders and new journal segments go on, clients
// from other addresses are served, and history has everything once it can open its files. The crowd may hold every
// descriptor until it is counted, which takes a while depending on the machine, so other clients may have to try again
// at first.

import { expect, test } from "bun:test";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AnswerLost } from "@evermark/client";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { Crowd } from "../witness/idle-crowd.ts";
import { expectPromisesKept } from "../witness/promises.ts";
import { expectOneTruth } from "../witness/proven-directory.ts";
import { startVenue, type VenueProcess } from "../witness/venue-process.ts";

const PROGRAM = join(import.meta.dir, "..", "..", "cli", "main.ts");
const FLAGS = ["--limits-factor", "100000", "--journal-segment-bytes", "65536"];

function withDescriptors(count: number): readonly string[] {
  return ["bash", "-c", `ulimit -n ${count} && exec "$@"`, "bash", process.execPath, PROGRAM];
}

function segments(dataDirectory: string): number {
  return readdirSync(join(dataDirectory, "journal")).filter((name) => name.endsWith(".log")).length;
}

/** A refused connection, and the code the venue answers with when one of its threads could not open its files. */
const COME_AGAIN: readonly unknown[] = ["ECONNREFUSED", -1011];

/** Retries until the request is served, for as long as the venue lives. */
async function served<Served>(venue: VenueProcess, come: () => Promise<Served>): Promise<Served> {
  let isOver = false;
  void venue.ended.then(() => {
    isOver = true;
  });
  for (;;) {
    try {
      return await come();
    } catch (error) {
      if (isOver || !(error instanceof AnswerLost || COME_AGAIN.includes((error as { code?: unknown }).code)))
        throw error;
    }
  }
}

test("a crowd of idle connections neither ends a venue with 256 descriptors nor keeps others out", async () => {
  const dataDirectory = mkdtempSync(join(tmpdir(), "evermark-door-"));
  try {
    const bots: Bot[] = [];
    {
      await using venue = await startVenue({ dataDirectory, flags: FLAGS, command: withDescriptors(256) });
      using crowd = new Crowd(Number(new URL(venue.url).port), ["127.0.0.2", "127.0.0.3", "127.0.0.4"], 120);
      await crowd.sentAway(200);
      for (let i = 0; i < 2; i++) bots.push(await served(venue.process, () => Bot.onboard(venue.url)));
      const before = segments(dataDirectory);
      const load = startLoad(bots, 11);
      let isOver = false;
      const over = load.ended.then(() => {
        isOver = true;
      });
      for (let actions = 100; segments(dataDirectory) < before + 1; actions += 100) {
        await load.reached(actions);
        expect(isOver).toBe(false);
        // A new client gets in as well.
        const health = await served(venue.process, () => fetch(`${venue.url}/health`, { keepalive: false }));
        expect(health.status).toBe(200);
      }
      load.stop();
      await over;
      expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
      // The process has ended, so its whole log has been read.
      expect(venue.process.logged("connection limits")).toMatchObject({ openFiles: 256, inAll: 144, ofOne: 72 });
      expect(venue.process.logged("there were too many connections")).toMatchObject({ inAll: 144 });
      expect(venue.process.logged("the journal can't be written")).toBeUndefined();
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
