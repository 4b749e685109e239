// A venue that follows feeds, and records when the tick of each second is in the journal and applied.

import { quantityE8 } from "@evermark/engine";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { createLog } from "@evermark/venue/operation/reports/log.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";
import { serveParent } from "../processes/child-process.ts";
import { MEMORY, settledMemory } from "../processes/memory-use.ts";
import { type FeedsOpening, TICKED } from "./feed-venues.ts";

const ONE = quantityE8(100_000_000);
/** How long before a tick is due it is first looked for; from then on it is looked for every millisecond. */
const EARLY_MS = 10;

let running: RunningVenue | undefined;
const ticked: [number, number][] = [];

async function open({ directory, markets, venues }: FeedsOpening): Promise<number> {
  const [btc] = defaultMarkets();
  const names = venues.length === 0 ? ["hand"] : venues.map(({ driver }) => driver);
  const usual = sandboxConfiguration(directory);
  running = await runVenue(
    {
      ...{ ...usual, dataDirectory: directory, port: 0, demo: false },
      prices: venues.length === 0 ? "manual" : "feeds",
      markets: markets.map((symbol) => ({ ...btc!, parameters: { ...btc!.parameters, symbol, sources: names } })),
      feeds: {
        ...usual.feeds,
        sources: markets.flatMap((market) =>
          venues.map(({ driver, url }) => ({
            ...{ of: { market }, name: driver, feed: { driver, url }, pair: market, currency: "USD" },
            ...{ weight: ONE, multiplier: ONE },
          })),
        ),
      },
    },
    createLog("warn", { readable: false, sink: { write: (line) => process.stderr.write(line) } }),
  );
  noteTicks();
  return Number(new URL(running.url).port);
}

function noteTicks(): void {
  const { engine } = running!.venue;
  const second = Math.floor(engine.now / 1_000) * 1_000;
  if (engine.now % 1_000 === 0 && ticked.at(-1)?.[0] !== second)
    ticked.push([second, performance.timeOrigin + performance.now()]);
  const isTicked = ticked.at(-1)?.[0] === Math.floor(Date.now() / 1_000) * 1_000;
  const untilNext = 1_000 - (Date.now() % 1_000);
  setTimeout(noteTicks, isTicked ? Math.max(1, untilNext - EARLY_MS) : 1).unref();
}

serveParent<FeedsOpening | typeof MEMORY | typeof TICKED>(
  async (message) => {
    if (message === TICKED) return ticked;
    if (message === MEMORY) return settledMemory();
    return open(message);
  },
  async () => running?.stop(),
);
