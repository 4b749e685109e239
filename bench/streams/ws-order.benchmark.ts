// Orders over the private stream compared with the same orders over REST: one venue, one book, the same checks, and
// each order durable before it is answered. Unlike the stream, REST pays for an HTTP request and a signature per order.
// Over REST each connection sends for its share of the accounts. A stream belongs to one account, so there are as many
// sending accounts as connections.

import { ratioAtLeast } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns } from "../figures/measure.ts";
import { runLoad, sendAll, warmUp } from "../load/closed-load.ts";
import {
  makeAccounts,
  orderBodies,
  privateStream,
  REST_MIX,
  type SigningAccount,
  signedCancels,
  signedOrders,
} from "../load/signed-orders.ts";
import { REQUEST_ID, runWsLoad, type WsCaller } from "../load/ws-load.ts";
import { startChild } from "../processes/child-process.ts";
import { type CpuUse, CpuWatch, cpuNote } from "../processes/cpu-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { mostlyTaken } from "../rest/rest-order.benchmark.ts";

/**
 * Requests under way on each connection: enough that the rate is limited by the venue and not by single pauses of the
 * disk.
 */
const UNDER_WAY = 128;
const AGAINST = "rest-order";

export const wsOrder: Benchmark = {
  name: "ws-order",
  about: "durable orders/s over private streams, whole path",
  load: { mix: REST_MIX, accounts: 1_000, connections: 64, seconds: 0.8 },
  quickLoad: { accounts: 64, connections: 4, seconds: 0.2 },
  async run({ quick, load }, report, note) {
    const { mix, connections } = load;
    const each = quick ? 64 : 256;
    const accounts = makeAccounts(Math.max(load.accounts, connections));
    const requests = signedOrders(accounts, { connections, mix, each });
    const bodies = orderBodies({ connections, mix, each });
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const venue = startChild<number>(import.meta.resolve("../rest/rest-venue.child.ts"));
      try {
        const port = await venue.ask({ directory, accounts: known });
        const milliseconds = load.seconds * 1_000;
        let used: CpuUse | undefined;
        // Otherwise unmatched orders would pile up to more than an account may have open.
        const clear = () => sendAll(port, signedCancels(accounts), connections);
        const overStreams = async () => {
          await clear();
          // A timestamp allows orders only over the first connection that it opens.
          const callers = bodies.map((own, n) => callerOf(accounts[n]!, own));
          const watch = new CpuWatch(venue.pid);
          const result = await runWsLoad({ port, callers, underWay: UNDER_WAY, milliseconds });
          used = watch.use();
          return mostlyTaken(result);
        };
        if (!quick) await warmUp(requests, { venue: port });
        const samples = await inTurns({
          runs: quick ? 1 : 4,
          ours: overStreams,
          theirs: async () => {
            await clear();
            return mostlyTaken(await runLoad({ port, requests, milliseconds }));
          },
        });
        report(figureOf("ws-order", "orders/s", AGAINST, samples, ratioAtLeast(4)));
        if (used !== undefined) note(cpuNote("the venue", used));
      } finally {
        await venue.stop();
      }
    });
  },
};

function callerOf(account: SigningAccount, bodies: readonly string[]): WsCaller {
  return {
    target: privateStream(account),
    requests: bodies.map((body, n) => {
      const id = String(n).padStart(REQUEST_ID.length, "0");
      return `{"id":"${id}","event":"request","params":{"type":"order.place",${body.slice(1)}}`;
    }),
  };
}
