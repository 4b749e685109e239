// Signed orders through the whole venue, each durable before it is answered, against a bare server that verifies the
// same signatures and echoes. Loopback, 64 connections that stay open, 256 accounts.

import { assert } from "@evermark/engine/fault.ts";
import { startChild } from "./child-process.ts";
import { type LoadResult, runLoad } from "./load.ts";
import { type Benchmark, figureOf, inTurns, quantile } from "./measure.ts";
import { scratchDirectory } from "./scratch.ts";
import { makeAccounts, signedOrders } from "./signed-orders.ts";

const CONNECTIONS = 64;
const ACCOUNTS = 256;
const AGAINST = "bare verify + echo";

export const restOrder: Benchmark = {
  name: "rest-order",
  about: "signed durable REST orders/s, whole path",
  async run({ quick }, report) {
    const accounts = await makeAccounts(ACCOUNTS);
    const requests = await signedOrders(accounts, { connections: CONNECTIONS, each: quick ? 8 : 128 });
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const venue = startChild<number>("rest-venue.child.ts");
      const echo = startChild<number>("rest-echo.child.ts");
      try {
        const ports = [await venue.ask({ directory, accounts: known }), await echo.ask({ accounts: known })] as const;
        const p99 = { ours: [] as number[], theirs: [] as number[] };
        const measure = (port: number, latencies: number[]) => async () => {
          const result = await runLoad({ port, requests, milliseconds: quick ? 200 : 2_000 });
          latencies.push(quantile(result.latencies, 0.99));
          return answersPerSecond(result);
        };
        const samples = await inTurns({
          runs: quick ? 1 : 5,
          ours: measure(ports[0], p99.ours),
          theirs: measure(ports[1], p99.theirs),
        });
        report(figureOf("rest-order", "orders/s", AGAINST, samples));
        const counted = { ours: p99.ours.slice(1), theirs: p99.theirs.slice(1) };
        report(figureOf("rest-order-p99", "ms", AGAINST, counted));
      } finally {
        await Promise.all([venue.stop(), echo.stop()]);
      }
    });
  },
};

function answersPerSecond({ perSecond, refused, firstRefusal, latencies }: LoadResult): number {
  const answered = latencies.length;
  assert(refused * 100 <= answered, "at most one order in a hundred is refused", { refused, answered, firstRefusal });
  return perSecond;
}
