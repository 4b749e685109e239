// What a busy market costs the trading page's main thread and heap, compared with an empty page in the same browser.
// One update of the market is a trade, which is a separate frame to every subscriber. It consists of two orders, plus
// one that moves behind the best prices, so that the book, the candles and the figures of the day all change with it.

import { ratioAtMost, valueAtLeast, valueAtMost } from "../figures/budget.ts";
import { type Figure, figureOf, quantile } from "../figures/measure.ts";
import type { Child } from "../processes/child-process.ts";
import type { BareTab } from "./bare-tab.ts";
import { type Frames, framesOf, shareUnder } from "./page-frames.ts";

export const EMPTY_PAGE = "data:text/html,<title>empty</title><p>empty";
const UPDATES_PER_SECOND = 2_000;
const STEP_MS = 10;
const FRAME_MS = 16.7;
/**
 * If the trades take longer than this, only the beginning is traced, because the trace of one minute is a hundred
 * megabytes.
 */
const TRACED_SECONDS_MAX = 60;
const EMPTY_SECONDS_MAX = 10;
const WARM_UP_MS = 5_000;
/** The account menu is labelled with the account's address. */
const SIGNED_IN = "document.querySelector('[aria-label^=\"Account 0x\"]') !== null";

interface Busy {
  readonly url: string;
  readonly venue: Child<number>;
  readonly open: () => Promise<BareTab>;
  readonly seconds: number;
}

export async function underLoad({ url, venue, open, seconds }: Busy, note: (text: string) => void) {
  const baseline = await emptyFrames(open, venue, Math.min(seconds, EMPTY_SECONDS_MAX) * 1_000);
  const tab = await open();
  await tab.prepare(COUNT_MESSAGES);
  // The trader who signed in before is still signed in.
  await tab.goto(url, SIGNED_IN);
  await tradeFor(Math.min(seconds * 1_000, WARM_UP_MS), venue);
  await tab.evaluate(ASK_FOR_EVERY_FRAME);
  let heapBefore = await tab.settledHeap();
  const tracedMs = Math.min(seconds, TRACED_SECONDS_MAX) * 1_000;
  let received = 0;
  const trace = await tab.traced(async () => {
    const before = await tab.evaluate<number>("benchMessages");
    await tradeFor(tracedMs, venue);
    received = ((await tab.evaluate<number>("benchMessages")) - before) / (tracedMs / 1_000);
  });
  // By now, lists with a maximum length, such as the list of trades, are full.
  if (seconds > TRACED_SECONDS_MAX) heapBefore = await tab.settledHeap();
  await tradeFor(seconds * 1_000 - tracedMs, venue);
  const heapAfter = await tab.settledHeap();
  await tab.close();
  const frames = framesOf(trace);
  if (frames.work.length === 0) throw new Error("this browser's trace contains no frames");
  note(`${frames.work.length} frames; the page received ${received.toFixed(0)} frames/s of its streams`);
  note(`work on a frame, by the clock: ${spread(frames.work)}; of an empty page ${spread(baseline.work)}`);
  note(`work on a frame, processor time: ${spread(frames.busy)}; of an empty page ${spread(baseline.busy)}`);
  note(
    `heap including the browser's compiled scripts: ${megabytes(heapBefore.all)} MB, then ${megabytes(heapAfter.all)}`,
  );
  note(`from one frame to the next: ${spread(frames.apart)}; of an empty page ${spread(baseline.apart)}`);
  return [
    ...inTime("", frames.work, baseline.work),
    ...inTime(", of a core", frames.busy, baseline.busy),
    heapFigure("terminal, objects in the heap after the trades", heapAfter.objects, heapBefore.objects),
  ];
}

function heapFigure(name: string, after: number, before: number): Figure {
  return figureOf(name, "MB", "before them", { ours: [after / 1e6], theirs: [before / 1e6] }, ratioAtMost(1.1));
}

const megabytes = (bytes: number) => (bytes / 1e6).toFixed(2);

/** How many frames were in time, and the longest frame. */
function inTime(what: string, ours: readonly number[], theirs: readonly number[]): Figure[] {
  const against = "an empty page beside the same trades";
  const both = (value: (of: readonly number[]) => number) => ({ ours: [value(ours)], theirs: [value(theirs)] });
  const percent = (values: readonly number[]) => shareUnder(values, FRAME_MS) * 100;
  const longest = (values: readonly number[]) => Math.max(...values);
  return [
    figureOf(`terminal, frames under 16.7 ms${what}`, "%", against, both(percent), valueAtLeast(95)),
    figureOf(`terminal, longest frame${what}`, "ms", against, both(longest), valueAtMost(100)),
  ];
}

async function emptyFrames(open: Busy["open"], venue: Child<number>, milliseconds: number): Promise<Frames> {
  const tab = await open();
  await tab.goto(EMPTY_PAGE, "document.title === 'empty'");
  await tab.evaluate(ASK_FOR_EVERY_FRAME);
  const frames = framesOf(await tab.traced(() => tradeFor(milliseconds, venue)));
  await tab.close();
  return frames;
}

/** Runs in the page: it draws every frame that the screen can show, whether anything has changed or not. */
const ASK_FOR_EVERY_FRAME = "const ask = () => void requestAnimationFrame(ask); ask()";

/** Runs in the page before any other script. */
const COUNT_MESSAGES = `
  benchMessages = 0;
  WebSocket = class extends WebSocket {
    constructor(...where) {
      super(...where);
      this.addEventListener("message", () => { benchMessages += 1; });
    }
  };
`;

const spread = (values: readonly number[]) =>
  `p50 ${quantile(values, 0.5).toFixed(1)} ms, p95 ${quantile(values, 0.95).toFixed(1)}, p99 ${quantile(values, 0.99).toFixed(1)}, longest ${Math.max(...values).toFixed(1)}`;

/** Requests the trades that are due, every few milliseconds. */
export async function tradeFor(milliseconds: number, venue: Child<number>): Promise<void> {
  const startedAt = performance.now();
  let requestCount = 0;
  for (;;) {
    const passedMs = Math.min(performance.now() - startedAt, milliseconds);
    const due = Math.floor((passedMs / 1_000) * UPDATES_PER_SECOND);
    if (due > requestCount) venue.send({ trades: due - requestCount });
    requestCount = due;
    if (passedMs >= milliseconds) return;
    await Bun.sleep(STEP_MS);
  }
}
