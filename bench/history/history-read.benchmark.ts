// Questions that history answers while it holds many fills: candles, orders and fills of an account, and statistics,
// both through the public query and through signed endpoints. The baseline of each is a bare server that runs the same
// number of prepared queries on a copy of the same tables, verifies the signature if there is one, and sends the rows
// as they are. After that, orders are sent together with such questions, to measure how long each takes with and
// without them.

import { copyFileSync } from "node:fs";
import { dataPaths } from "@evermark/core";
import { assert } from "@evermark/engine";
import { ratioAtLeast, ratioAtMost } from "../figures/budget.ts";
import type { Load } from "../figures/load-options.ts";
import { type Benchmark, type Figure, figureOf, inTurns, quantile } from "../figures/measure.ts";
import { runLoad, warmUp } from "../load/closed-load.ts";
import { runOpenLoad } from "../load/open-load.ts";
import { overAndOver } from "../load/request-source.ts";
import {
  type KnownAccount,
  makeAccounts,
  REST_MIX,
  type SigningAccount,
  signedOrders,
  signedOrdersInOne,
  signedRequest,
} from "../load/signed-orders.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { CpuWatch, cpuNote } from "../processes/cpu-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { mostlyTaken } from "../rest/rest-order.benchmark.ts";
import { fillHistory } from "./filled-history.ts";
import { HISTORY_QUESTIONS, type HistoryQuestion } from "./history-questions.ts";
import type { BareOpening } from "./query-bare.child.ts";
import type { QueryVenueOpened } from "./query-venue.child.ts";

/** In the public query each address has its own rate limit pool. With this many addresses, none uses up its pool. */
const ADDRESSES = 500;
/** The rates of orders and questions; each needs far less than one core. */
const BESIDE = { orders: 200, questions: 300 };

/** The running servers, and what is needed to ask them. */
interface Bench {
  readonly accounts: readonly SigningAccount[];
  readonly known: readonly KnownAccount[];
  readonly opened: QueryVenueOpened;
  readonly venue: Child<QueryVenueOpened>;
  readonly load: Load;
  readonly quick: boolean;
}

export const historyRead: Benchmark = {
  name: "history-read",
  about: "answers/s from history: public query, /v1/trades, /v1/orders, candles, statistics; and orders beside them",
  load: { accounts: 64, connections: 32, seconds: 2, fills: 10_000_000 },
  quickLoad: { accounts: 4, connections: 4, seconds: 0.2, fills: 5_000 },
  onRequest: true,
  async run({ quick, load }, report, note) {
    const accounts = makeAccounts(load.accounts);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const opening = { directory, accounts: known, fromMany: true };
      const first = startChild<QueryVenueOpened>(import.meta.resolve("./query-venue.child.ts"));
      const { numbers, now } = await first.ask(opening).finally(() => first.stop());
      const { history } = dataPaths(directory);
      fillHistory(history, { numbers, now, fills: load.fills });
      copyFileSync(history, `${history}-peer`);

      const venue = startChild<QueryVenueOpened>(import.meta.resolve("./query-venue.child.ts"));
      const bare = startChild<number>(import.meta.resolve("./query-bare.child.ts"));
      try {
        const { port } = await venue.ask({ ...opening, accounts: [] });
        await requireFills(port, accounts[0]!);
        const bench: Bench = { accounts, known, opened: { port, numbers, now }, venue, load, quick };
        for (const question of HISTORY_QUESTIONS) {
          const [figure, uses] = await againstBare(bench, question, bare, `${history}-peer`);
          report(figure);
          note(`${question.name}: ${uses.join("; ")}`);
        }
        for (const figure of await ordersBeside(bench)) report(figure);
      } finally {
        await Promise.all([venue.stop(), bare.stop()]);
      }
    });
  },
};

/** A venue that can't read its history rebuilds it; its answers would then be fast but empty. */
async function requireFills(port: number, { wallet }: SigningAccount): Promise<void> {
  const body = JSON.stringify({ type: "trades", address: wallet });
  const headers = { "Content-Type": "application/json" };
  const answer = await fetch(`http://127.0.0.1:${port}/v1/public/query`, { method: "POST", headers, body });
  const { data } = (await answer.json()) as { data?: { rows: unknown[] } };
  assert(data !== undefined && data.rows.length > 0, "the venue has all fills that it received");
}

async function againstBare(
  { accounts, known, opened, venue, load, quick }: Bench,
  question: HistoryQuestion,
  bare: Child<number>,
  path: string,
): Promise<[Figure, string[]]> {
  const { numbers, now } = opened;
  const { sql, span } = question;
  const barePort = await bare.ask({ path, known, sql, numbers, span: [now - span, now] } satisfies BareOpening);
  const requests = requestsOf(question, accounts, now, load.connections).map(overAndOver);
  const uses = new Map<string, string>();
  const highest =
    (name: string, { pid }: { readonly pid: number }, port: number) =>
    async () => {
      const watch = new CpuWatch(pid);
      const rate = mostlyTaken(await runLoad({ port, requests, milliseconds: load.seconds * 1_000 }));
      uses.set(name, cpuNote(name, watch.use()));
      return rate;
    };
  const ours = highest("the venue", venue, opened.port);
  const theirs = highest("the bare server", bare, barePort);
  const samples = await inTurns({ runs: quick ? 1 : 5, ours, theirs, warm: quick });
  const figure = figureOf(
    `history-read, ${question.name}`,
    "answers/s",
    "bare prepared queries",
    samples,
    ratioAtLeast(0.7),
  );
  return [figure, [...uses.values()]];
}

/** The requests of each connection. */
function requestsOf(
  { request, signed }: HistoryQuestion,
  accounts: readonly SigningAccount[],
  now: number,
  connections: number,
): Uint8Array[][] {
  const each = signed ? accounts.length : ADDRESSES;
  return Array.from({ length: connections }, (_, connection) =>
    Array.from({ length: each }, (_, n) => {
      const account = accounts[(n + connection) % accounts.length]!;
      const plain = request({ wallet: account.wallet, now });
      if (signed) return signedRequest(account, plain);
      const { method, path, body } = plain;
      const head = `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Forwarded-For: 10.${connection}.${n >> 8}.${n & 255}\r\n`;
      const type = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      return Buffer.from(`${head}${type}\r\n${body}`);
    }),
  );
}

/** How long orders take at a low load, with and without questions of all kinds at the same time. */
async function ordersBeside({ accounts, opened, load, quick }: Bench): Promise<Figure[]> {
  const { port, now } = opened;
  const { connections } = load;
  const milliseconds = load.seconds * (quick ? 1 : 3) * 1_000;
  const count = { connections: 8, mix: REST_MIX, each: 64 };
  const orders = signedOrdersInOne(accounts, count);
  const questions = HISTORY_QUESTIONS.map((of) => requestsOf(of, accounts, now, 2));
  // One of each kind in turn.
  const mixed = overAndOver(
    questions[0]!.flat().flatMap((_, n) => questions.map((of) => of.flat()[n % of.flat().length]!)),
  );
  if (!quick) await warmUp(signedOrders(accounts, count), { venue: port });
  let seed = 0;
  const ask = () =>
    runOpenLoad({ port, connections, requests: mixed, perSecond: BESIDE.questions, milliseconds, seed: ++seed });
  const send = () =>
    runOpenLoad({
      port,
      connections: 8,
      requests: orders,
      perSecond: BESIDE.orders,
      milliseconds,
      seed: ++seed,
    });
  const waits = { alone: [] as Float64Array[], beside: [] as Float64Array[] };
  for (let run = 0; run < (quick ? 1 : 5); run++) {
    waits.alone.push(await send());
    const [beside] = await Promise.all([send(), ask()]);
    waits.beside.push(beside);
  }
  return [0.5, 0.99].map((share) => {
    const of = (all: readonly Float64Array[]) => all.map((one) => quantile(one, share));
    const samples = { ours: of(waits.beside), theirs: of(waits.alone) };
    const title = `history-read, an order beside ${BESIDE.questions} questions/s, p${share * 100}`;
    return figureOf(title, "ms", "the same orders alone", samples, ...(share === 0.99 ? [ratioAtMost(2)] : []));
  });
}
