// The time from when an order was due to be sent over REST to when the other side had the report of its fill on its
// private stream: at parts of the highest load, with arrivals that wait for no answer. Held against a bare server that
// verifies the signature, answers, and echoes the order over a WebSocket.
//
// Makers' orders stand at one price on each side. Each order takes some of them, and its size is no other's that is under
// way, so that the size in a report shows which order it is of.

import { assert } from "@evermark/engine";
import { type Benchmark, figureOf, inTurns, median, quantile } from "../figures/measure.ts";
import { numberText } from "../figures/number-text.ts";
import { runLoad, sendAll, warmUp } from "../load/closed-load.ts";
import { type OpenLoad, runOpenLoad } from "../load/open-load.ts";
import { FreshRequests } from "../load/request-source.ts";
import { makeAccounts, orderRequest, type SigningAccount, signedRequest } from "../load/signed-orders.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { mostlyTaken } from "../rest/rest-order.benchmark.ts";
import { ReportListeners } from "./report-listeners.ts";

const SHARES = [0.1, 0.5, 0.9];
const QUANTILES = [
  { name: "p50", share: 0.5 },
  { name: "p99", share: 0.99 },
  { name: "p99.9", share: 0.999 },
];
const AGAINST = "bare echo";
const MAKERS = 16;
/** Each maker has so many orders on each side, of so many BTC; two makers' next to each other belong to others. */
const MAKER_ORDERS = 50;
const MAKER_SIZE = 1.6;
const BID = 59_999.9;
const ASK = 60_000.1;
/** BTC of one lot; sizes are from 20 lots on, so many of them. */
const LOT = 0.00001;
const FIRST_SIZE = 20;
const SIZES = 2_048;
/** An order that ends one maker's and begins the next one's has two reports, of other sizes: it is left out. */
const LOST_MAX = 0.01;
const REPORT_MS_MAX = 5_000;
const AGAIN_MAX = 3;
/** When every answer is there, reports that are to come have come within this. */
const SPLIT_MS = 250;

interface Side {
  readonly port: number;
  readonly listeners: ReportListeners;
}

export const orderToReport: Benchmark = {
  name: "order-to-report",
  about: "ms from an order over REST to the report on the other side's stream, at 10, 50 and 90 % of the highest load",
  load: { accounts: 1_000, connections: 64, seconds: 0.8 },
  quickLoad: { accounts: 64, connections: 4, seconds: 0.2 },
  async run({ quick, load }, report, note) {
    const takers = makeAccounts(load.accounts + MAKERS);
    const makers = takers.splice(0, MAKERS);
    const known = [...makers, ...takers].map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    const { connections } = load;
    const requests = new FreshRequests((n) => takerOrder(takers, n));
    const milliseconds = load.seconds * 1_000;
    await scratchDirectory(async (directory) => {
      const servers = [
        startChild<number>(import.meta.resolve("../rest/rest-venue.child.ts")),
        startChild<number>(import.meta.resolve("../rest/rest-echo.child.ts")),
      ] as const;
      const open: ReportListeners[] = [];
      const sideOf = async (server: Child<number>, opening: object, field: string): Promise<Side> => {
        const port = await server.ask({ accounts: known, ...opening });
        const listeners = await ReportListeners.open(port, makers, field);
        open.push(listeners);
        return { port, listeners };
      };
      try {
        const ours = await sideOf(servers[0], { directory }, "executedQuantity");
        const theirs = await sideOf(servers[1], {}, "order_quantity");
        await sendAll(ours.port, makerOrders(makers), connections);
        const all = Array.from(
          { length: connections },
          (_, connection) => new FreshRequests((n) => takerOrder(takers, n * connections + connection)),
        );
        if (!quick) await warmUp(all, { venue: ours.port, bare: theirs.port });
        const highest =
          ({ port }: Side) =>
          async () =>
            mostlyTaken(await runLoad({ port, requests: all, milliseconds }));
        const rates = await inTurns({ runs: 2, ours: highest(ours), theirs: highest(theirs), warm: true });
        const tops = { ours: median(rates.ours), theirs: median(rates.theirs) };
        note(`highest load: the venue ${numberText(tops.ours)} orders/s, the bare echo ${numberText(tops.theirs)}`);

        for (const share of SHARES) {
          const times = { ours: [] as Float64Array[], theirs: [] as Float64Array[] };
          for (let run = 0; run < (quick ? 1 : 3); run++) {
            const arrivals = { connections, requests, milliseconds, seed: run + 1 };
            const bare = { port: theirs.port, perSecond: tops.theirs * share, ...arrivals };
            times.theirs.push(await keptUp(bare, theirs.listeners, note));
            const mine = { port: ours.port, perSecond: tops.ours * share, ...arrivals };
            times.ours.push(await keptUp(mine, ours.listeners, note));
          }
          for (const { name, share: part } of QUANTILES) {
            const of = (all: readonly Float64Array[]) => all.map((one) => quantile(one, part));
            const title = `order-to-report, ${share * 100} % load, ${name}`;
            report(figureOf(title, "ms", AGAINST, { ours: of(times.ours), theirs: of(times.theirs) }));
          }
        }
        note(`a measurement at 10 % load is of ${numberText(tops.ours * 0.1 * load.seconds)} orders: few for a p99.9`);
      } finally {
        for (const listeners of open) listeners.close();
        await Promise.all(servers.map((server) => server.stop()));
      }
    });
  },
};

/**
 * As `reportTimes`, measured again when the machine has slowed down so far since its highest load was measured that the
 * server falls behind; not for ever, and not in silence, because a bad measurement is then missing.
 */
async function keptUp(load: OpenLoad, listeners: ReportListeners, note: (text: string) => void): Promise<Float64Array> {
  for (let again = 0; again < AGAIN_MAX; again++) {
    const times = await reportTimes(load, listeners);
    if (times !== undefined) return times;
    note(`a server fell behind at ${numberText(load.perSecond)} orders/s; that measurement is left out and made again`);
  }
  throw new Error(`the server can't keep up with ${numberText(load.perSecond)} orders/s any more`);
}

/**
 * @returns for each order whose report came, the ms since it was due; undefined when more were under way than there are
 * sizes to distinguish them by
 */
async function reportTimes(load: OpenLoad, listeners: ReportListeners): Promise<Float64Array | undefined> {
  const waits: number[] = [];
  const due = new Map<number, number>();
  let sent = 0;
  /** Orders that were not heard of when the next one of their size was due. */
  let overtaken = 0;
  listeners.onReport = (quantity) => {
    const lots = Math.round(quantity / LOT);
    const dueAt = due.get(lots);
    // The next maker's part of an order that two of them fill.
    if (dueAt === undefined) return;
    due.delete(lots);
    waits.push(performance.now() - dueAt);
  };
  await runOpenLoad({
    ...load,
    onDue(n, dueAt) {
      sent++;
      const lots = FIRST_SIZE + (n % SIZES);
      if (due.has(lots)) overtaken++;
      due.set(lots, dueAt);
    },
  });
  const patience = performance.now() + REPORT_MS_MAX;
  const lostMax = Math.max(2, sent * LOST_MAX);
  while (due.size > 0 && performance.now() < patience) {
    await Bun.sleep(20);
    // What is split never comes; everything else has come by then.
    if (due.size <= lostMax && performance.now() > patience - REPORT_MS_MAX + SPLIT_MS) break;
  }
  if (overtaken > lostMax) return undefined;
  assert(sent - waits.length <= lostMax, "the other side hears of nearly every order", { sent, heard: waits.length });
  return Float64Array.from(waits);
}

/** Orders of all takers in turn, now buying and now selling: the n-th has the n-th size. */
function takerOrder(takers: readonly SigningAccount[], n: number): Uint8Array {
  const buys = n % 2 === 0;
  const order_quantity = Number(((FIRST_SIZE + (n % SIZES)) * LOT).toFixed(5));
  const price = { order_type: "IOC", side: buys ? "BUY" : "SELL", order_price: buys ? ASK : BID };
  return signedRequest(takers[n % takers.length]!, orderRequest({ ...price, order_quantity }));
}

function makerOrders(makers: readonly SigningAccount[]): Uint8Array[] {
  const count = makers.length * MAKER_ORDERS * 2;
  return Array.from({ length: count }, (_, n) => {
    const sells = n < count / 2;
    const order = { order_type: "LIMIT", side: sells ? "SELL" : "BUY", order_price: sells ? ASK : BID };
    return signedRequest(makers[n % makers.length]!, orderRequest({ ...order, order_quantity: MAKER_SIZE }));
  });
}
