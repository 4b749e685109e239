// The time from when an order was due to be sent over REST until the other side had the report of its fill on its
// private stream. It is measured at fractions of the maximum load, with arrivals that do not wait for answers. The
// baseline is a bare server that verifies the signature, answers, and echoes the order over a WebSocket.
// On each side, makers' orders rest at one price, and each measured order takes part of them. All orders under way have
// different sizes, so that the size in a report identifies its order.

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
/** The number of each maker's orders on each side, and their size in BTC. Adjacent orders belong to different makers. */
const MAKER_ORDERS = 50;
const MAKER_SIZE = 1.6;
const BID = 59_999.9;
const ASK = 60_000.1;
/** The size of one lot in BTC. There are `SIZES` different sizes, from `FIRST_SIZE` lots on. */
const LOT = 0.00001;
const FIRST_SIZE = 20;
const SIZES = 2_048;
/**
 * The share of orders that may be left out. An order that uses up one maker's order and begins the next has two reports
 * with other sizes, so it is not found.
 */
const LOST_MAX = 0.01;
const REPORT_MS_MAX = 5_000;
const AGAIN_MAX = 3;
/** Once every answer has arrived, the reports that are still to come arrive within this time. */
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
        note(
          `a measurement at 10 % load has only ${numberText(tops.ours * 0.1 * load.seconds)} orders, few for a p99.9`,
        );
      } finally {
        for (const listeners of open) listeners.close();
        await Promise.all(servers.map((server) => server.stop()));
      }
    });
  },
};

/**
 * Like `reportTimes`, but measures again if the server falls behind because the machine has slowed down since the
 * maximum load was measured. It does so only a few times and prints a note, because the bad measurement is then left
 * out.
 */
async function keptUp(load: OpenLoad, listeners: ReportListeners, note: (text: string) => void): Promise<Float64Array> {
  for (let again = 0; again < AGAIN_MAX; again++) {
    const times = await reportTimes(load, listeners);
    if (times !== undefined) return times;
    note(`a server fell behind at ${numberText(load.perSecond)} orders/s; that measurement is discarded and repeated`);
  }
  throw new Error(`the server can no longer keep up with ${numberText(load.perSecond)} orders/s`);
}

/**
 * @returns for each order whose report arrived, the ms since it was due; undefined if more orders were under way than
 * there are different sizes
 */
async function reportTimes(load: OpenLoad, listeners: ReportListeners): Promise<Float64Array | undefined> {
  const waits: number[] = [];
  const due = new Map<number, number>();
  let sent = 0;
  /** Orders without a report when the next one of the same size was due. */
  let overtaken = 0;
  listeners.onReport = (quantity) => {
    const lots = Math.round(quantity / LOT);
    const dueAt = due.get(lots);
    // The part of the second maker, for an order that two makers fill.
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
    // Reports of split orders never come; all others have arrived by then.
    if (due.size <= lostMax && performance.now() > patience - REPORT_MS_MAX + SPLIT_MS) break;
  }
  if (overtaken > lostMax) return undefined;
  assert(sent - waits.length <= lostMax, "the other side receives a report of nearly every order", {
    sent,
    heard: waits.length,
  });
  return Float64Array.from(waits);
}

/** Orders of all takers in turn, alternately buying and selling. The n-th order has the n-th size. */
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
