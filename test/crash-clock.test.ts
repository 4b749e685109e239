// Venue time through what happens to machines' clocks: a stop of any length, and a clock that is set back.

import { expect, test } from "bun:test";
import { decodeCommand } from "@evermark/engine";
import { readJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { dataPaths } from "@evermark/venue/data-directory.ts";
import { createLog } from "@evermark/venue/log.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";
import { isUnavailable } from "@evermark/venue/venue.ts";

const START = 1_779_269_143_700;
const MINUTE_MS = 60_000;

test("a venue that comes back after a pause has run every second of it before it answers", async () => {
  using temporary = temporaryDirectory();
  await onVenue(
    temporary.path,
    () => START,
    async () => {},
  );
  await onVenue(
    temporary.path,
    () => START + 10 * MINUTE_MS,
    async ({ venue }) => expect(venue.clock.now()).toBe(START + 10 * MINUTE_MS),
  );
  const ticks = commandsOf(temporary.path).filter(({ type }) => type === "tick");
  const seconds = ticks.map(({ at }) => at / 1_000);
  expect(seconds).toEqual(Array.from({ length: 600 }, (_, i) => Math.floor(START / 1_000) + 1 + i));
}, 20_000);

test("venue time never goes back, though the machine's clock does, while it runs and before it starts", async () => {
  using temporary = temporaryDirectory();
  let wall = START;
  const times: number[] = [];
  const watch = async ({ url, venue }: RunningVenue) => {
    for (const step of [0, 400, -60 * MINUTE_MS, 100, -5, 300]) {
      wall += step;
      times.push(await timeOf(url));
      const result = await venue.sequencer.send({ type: "settle_pnl", account: 0, nonce: 0 });
      if (!isUnavailable(result)) times.push(result.at);
      times.push(await timeOf(url));
    }
  };
  await onVenue(temporary.path, () => wall, watch);
  wall -= 60 * MINUTE_MS;
  await onVenue(temporary.path, () => wall, watch);
  expect(times).toHaveLength(2 * 6 * 3);
  expect(times).toEqual(times.toSorted((a, b) => a - b));
  const stamps = commandsOf(temporary.path).map(({ at }) => at);
  expect(stamps).toEqual(stamps.toSorted((a, b) => a - b));
}, 20_000);

async function onVenue(path: string, wall: () => number, use: (running: RunningVenue) => Promise<void>): Promise<void> {
  const configuration = sandboxConfiguration(path, { port: 0, prices: "manual", demo: false, audit: true });
  const log = createLog("silent", { readable: false, sink: { write() {} } });
  const running = await runVenue(configuration, log, wall);
  try {
    await use(running);
  } finally {
    await running.stop();
  }
}

async function timeOf(url: string): Promise<number> {
  const answer = (await (await fetch(`${url}/v1/public/futures`)).json()) as { timestamp: number };
  return answer.timestamp;
}

function commandsOf(path: string) {
  return [...readJournal(dataPaths(path).journal, 1)].map(({ payload }) => decodeCommand(payload));
}
