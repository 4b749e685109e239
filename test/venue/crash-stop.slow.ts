// How a venue ends when it is asked to, and how a start is refused: one line for the operator, and no file is changed.

import { expect, test } from "bun:test";
import { join } from "node:path";
import { Client } from "@evermark/client";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { Bot } from "../witness/bot.ts";
import { startLoad } from "../witness/bots-at-work.ts";
import { carriedOutUnanswered, expectPromisesKept } from "../witness/promises.ts";
import { expectHistoryOfJournal, expectOneTruth } from "../witness/proven-directory.ts";
import { startRefused, startVenue } from "../witness/venue-process.ts";
import { runInProcess } from "./outside/whole-venue.ts";

const EVERMARK = ["node", join(import.meta.dir, "..", "..", "cli", "bin", "evermark.mjs")];
const FLAGS = ["--limits-factor", "100000"];

test("a venue that is asked to end under load answers open requests, and starts from its last snapshot", async () => {
  using temporary = temporaryDirectory();
  const options = { dataDirectory: temporary.path, flags: FLAGS };
  const bots: Bot[] = [];
  {
    // As an operator runs it: the program that Node.js starts.
    await using venue = await startVenue({ ...options, command: EVERMARK });
    for (let i = 0; i < 3; i++) bots.push(await Bot.onboard(venue.url));
    const load = startLoad(bots, 1);
    await load.reached(200);
    expect(await venue.process.terminate()).toEqual({ code: 0, signal: null });
    await load.ended;
    expect(venue.process.logged("snapshot written")).toBeDefined();
    expect(venue.process.log.filter(({ level }) => level === "error" || level === "fatal")).toEqual([]);
  }
  expect(expectOneTruth(temporary.path)).toBe(1);
  await expectHistoryOfJournal(temporary.path);

  await using venue = await startVenue(options);
  await Promise.all(bots.map((bot) => bot.reconnect(venue.url)));
  for (const bot of bots) expect(await carriedOutUnanswered(bot)).toEqual([]);
  await expectPromisesKept(bots);
  for (const bot of bots) bot.close();
  await venue.process.terminate();
  const opened = venue.process.logged("journal opened");
  expect(opened?.position).toBe(opened?.snapshot as number);
});

test("a second venue on a data directory is refused by a line that names the first", async () => {
  using temporary = temporaryDirectory();
  await using venue = await startVenue({ dataDirectory: temporary.path });
  expect(await startRefused({ dataDirectory: temporary.path })).toEqual({
    code: 1,
    signal: null,
    messages: [
      `data directory ${temporary.path} is in use by process ${venue.process.pid}; stop it first, or choose another directory`,
    ],
  });
  const market = await new Client({ baseUrl: venue.url }).marketData.getSymbol({ symbol: "PERP_BTC_USDC" });
  expect(market.symbol).toBe("PERP_BTC_USDC");
});

test("a start that fails at its last step releases everything", async () => {
  using temporary = temporaryDirectory();
  using taken = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() });
  const onTakenPort = runInProcess(temporary.path, { port: taken.port! });
  expect(await onTakenPort.catch((error) => error)).toMatchObject({ name: "ConfigurationMistake" });
  const running = await runInProcess(temporary.path);
  expect((await fetch(`${running.url}/health`)).status).toBe(200);
  await running.stop();
  expect(expectOneTruth(temporary.path)).toBe(1);
});

test("a venue on a port that is in use is refused by a line that names the port", async () => {
  using first = temporaryDirectory();
  using second = temporaryDirectory();
  await using venue = await startVenue({ dataDirectory: first.path });
  const { port } = new URL(venue.url);
  expect(await startRefused({ dataDirectory: second.path, flags: ["--port", port] })).toEqual({
    code: 1,
    signal: null,
    messages: [`port: ${port} on 127.0.0.1 is in use; expected a free one (--port 0 takes any)`],
  });
});
