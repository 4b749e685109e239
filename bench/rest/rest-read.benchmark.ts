// Reads over REST, each kind of answer compared with a bare server that sends the same bytes. Market data is public. An
// account's own orders and positions are signed, and for those the bare server verifies the signature too.

import { ratioAtLeast } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { runLoad, warmUp } from "../load/closed-load.ts";
import { overAndOver, type RequestSource } from "../load/request-source.ts";
import { makeAccounts, type SigningAccount, signedOrders, signedRequest } from "../load/signed-orders.ts";
import { startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import type { EchoOpening } from "./rest-echo.child.ts";
import { mostlyTaken } from "./rest-order.benchmark.ts";

const READS = [
  { name: "order book", path: "/v1/orderbook/PERP_BTC_USDC", signed: true },
  { name: "ticker", path: "/v1/public/futures/PERP_BTC_USDC", signed: false },
  { name: "open orders", path: "/v1/orders?symbol=PERP_BTC_USDC&status=INCOMPLETE", signed: true },
  { name: "positions", path: "/v1/positions", signed: true },
] as const;

/** A request with the venue's answer to it. */
interface Recorded {
  readonly request: Uint8Array;
  /** The key under which the bare server has the answer. */
  readonly name: string;
  readonly answer: string;
}

interface Read {
  readonly name: string;
  readonly signed: boolean;
  /** One for each account. */
  readonly recorded: readonly Recorded[];
  /** The same requests for each connection. */
  readonly requests: readonly RequestSource[];
}

export const restRead: Benchmark = {
  name: "rest-read",
  about: "REST reads/s: order book, ticker, open orders, positions",
  load: { accounts: 64, connections: 64, seconds: 0.5 },
  quickLoad: { accounts: 4, connections: 4, seconds: 0.1 },
  async run({ quick, load }, report) {
    const { connections, seconds } = load;
    const milliseconds = seconds * 1_000;
    const accounts = makeAccounts(load.accounts);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const venue = startChild<number>(import.meta.resolve("./rest-venue.child.ts"));
      const bare = startChild<number>(import.meta.resolve("./rest-echo.child.ts"));
      try {
        const port = await venue.ask({ directory, accounts: known });
        // Creates a book, open orders and positions that can be read.
        const orders = signedOrders(accounts, { connections, each: 64 });
        mostlyTaken(await runLoad({ port, requests: orders, milliseconds }));
        const reads: Read[] = [];
        for (const { name, path, signed } of READS) {
          const recorded = await Promise.all(accounts.map((account) => recordOf(port, account, path, signed)));
          reads.push({ name, signed, recorded, requests: perConnection(recorded, connections) });
        }
        const all = reads.flatMap(({ recorded }) => recorded);
        const answers = Object.fromEntries(all.map(({ name, answer }) => [name, answer]));
        const barePort = await bare.ask({ accounts: known, answers } satisfies EchoOpening);
        if (!quick) await warmUp(perConnection(all, connections), { venue: port, bare: barePort });
        for (const { name, signed, requests } of reads) {
          const highest = (port: number) => async () => mostlyTaken(await runLoad({ port, requests, milliseconds }));
          const samples = await inTurns({
            runs: quick ? 1 : 3,
            ours: highest(port),
            theirs: highest(barePort),
            warm: !quick,
          });
          const against = signed ? "bare verify + same bytes" : "bare same bytes";
          report(figureOf(`rest-read, ${name}`, "reads/s", against, samples, ratioAtLeast(0.8)));
        }
      } finally {
        await Promise.all([venue.stop(), bare.stop()]);
      }
    });
  },
};

async function recordOf(port: number, account: SigningAccount, path: string, signed: boolean): Promise<Recorded> {
  const plain = { method: "GET", path, body: "" } as const;
  const request = signed
    ? signedRequest(account, plain)
    : Buffer.from(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  const [, ...lines] = request.toString().trim().split("\r\n");
  const headers = lines.map((line) => line.split(": ") as [string, string]);
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path}: ${text}`);
  return { request, name: signed ? `${account.accountId} ${path}` : path, answer: text };
}

function perConnection(recorded: readonly Recorded[], connections: number): RequestSource[] {
  const all = recorded.map(({ request }) => request);
  return Array.from({ length: connections }, (_, n) =>
    overAndOver([...all.slice(n % all.length), ...all.slice(0, n % all.length)]),
  );
}
