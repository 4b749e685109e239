// The trading page in Chromium, served by a venue on this machine: how soon it can be used, what a busy market costs
// its main thread and its heap, and how soon a clicked order appears on the screen. The baseline is an empty page in
// the same browser, or the client library alone, measured at the same time.

import { setPriority } from "node:os";
import { join } from "node:path";
import { type Client, onboard } from "@evermark/client";
import type { BrowserContext } from "playwright-core";
import { valueAtMost } from "../figures/budget.ts";
import { type Benchmark, figureAlone, figureOf, median } from "../figures/measure.ts";
import { makeAccounts } from "../load/signed-orders.ts";
import { startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { CHROMIUM, driven, hasChromium, undriven, withProfile } from "./chromium.ts";
import { EMPTY_PAGE, tradeFor, underLoad } from "./terminal-load.ts";
import { TerminalVisit } from "./terminal-visit.ts";

const SYMBOL = "PERP_BTC_USDC";
const BROKER = "evermark";
/** The venue's process priority; above 0 means that it yields to others. */
const VENUE_PRIORITY = 10;
const WARM_UP_MS = 5_000;
/** Far below the market, so that the order rests. */
const ORDER_PRICE = 50_000;
const ORDER_SIZE = 0.001;

export const terminal: Benchmark = {
  name: "terminal",
  about:
    "the trading page in Chromium: first load, frames and heap under 2,000 trades/s, a click to its order on screen",
  load: { seconds: 60 },
  quickLoad: { seconds: 1 },
  async run({ quick, load }, report, note) {
    if (!hasChromium()) return note(`left out: no Chromium at ${CHROMIUM}; name one in EVERMARK_CHROMIUM`);
    await scratchDirectory(async (directory) => {
      const accounts = makeAccounts(3).map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
      const venue = startChild<number>(import.meta.resolve("../streams/stream-venue.child.ts"));
      // The venue makes the load, and in reality it runs on another machine than a trader's browser. Threads that it
      // starts later inherit the priority.
      setPriority(venue.pid, VENUE_PRIORITY);
      try {
        const url = `http://127.0.0.1:${await venue.ask({ directory: join(directory, "venue"), accounts })}`;
        await tradeFor(quick ? 200 : WARM_UP_MS, venue);
        await withProfile(async (profile) => {
          await driven(profile, async (context) => {
            report(await firstLoad({ url, context, runs: quick ? 1 : 7 }));
            for (const figure of await clickToScreen({ url, context, orders: quick ? 2 : 40 })) report(figure);
          });
          await undriven(profile, async (open) => {
            for (const figure of await underLoad({ url, venue, open, seconds: load.seconds }, note)) report(figure);
          });
        });
      } finally {
        await venue.stop();
      }
    });
  },
};

interface Driven {
  readonly url: string;
  readonly context: BrowserContext;
}

/**
 * Loads the page with an empty browser cache. The venue has already built its files, and the browser's process is
 * running.
 */
async function firstLoad({ url, context, runs }: Driven & { readonly runs: number }) {
  const samples = { ours: [] as number[], theirs: [] as number[] };
  for (let run = -1; run < runs; run++) {
    const empty = await context.newPage();
    await empty.goto(EMPTY_PAGE);
    const theirs = await empty.evaluate(
      () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now()))),
    );
    await empty.close();
    const visit = await TerminalVisit.begin(context);
    const ours = await visit.load(url);
    await visit.page.close();
    // During the first run, the venue builds the files.
    if (run < 0) continue;
    samples.ours.push(ours);
    samples.theirs.push(theirs);
  }
  return figureOf("terminal, first load to interactive", "ms", "an empty page", samples, valueAtMost(1_000));
}

/** Takes turns with the client library of another account, which gets its order reports in the same way. */
async function clickToScreen({ url, context, orders }: Driven & { readonly orders: number }) {
  const visit = await TerminalVisit.begin(context);
  const { client } = await onboard({ baseUrl: url, brokerId: BROKER });
  try {
    await visit.load(url);
    await visit.signIn();
    const reported = await listener(client);
    const samples = { ours: [] as number[], theirs: [] as number[] };
    for (let n = 0; n <= orders; n++) {
      const price = ORDER_PRICE + n;
      const theirs = await reported(price);
      const ours = await visit.place({ price, size: ORDER_SIZE });
      if (n === 0) continue;
      samples.ours.push(ours);
      samples.theirs.push(theirs);
    }
    const above = samples.ours.map((value) => value - median(samples.theirs));
    return [
      figureOf("terminal, click to order on screen", "ms", "client library, to its report", samples),
      figureAlone("terminal, the same above the library", "ms", above, valueAtMost(50)),
    ];
  } finally {
    await client.orders.cancelOrders({ symbol: SYMBOL });
    client.close();
    await visit.page.close();
  }
}

/** @returns a function that places an order and returns the milliseconds until its report arrived */
async function listener(client: Client): Promise<(price: number) => Promise<number>> {
  let heard: (price: number) => void = () => {};
  await client.streams.private.subscribe("executionreport", ({ price }) => heard(price)).ready;
  return async (price) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const startedAt = performance.now();
    heard = (of) => of === price && resolve(performance.now() - startedAt);
    const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: ORDER_SIZE } as const;
    await client.orders.placeOrder({ ...order, order_price: price });
    return promise;
  };
}
