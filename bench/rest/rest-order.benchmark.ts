// Signed orders through the whole venue, each durable before it is answered, compared with a bare server that verifies
// the same signatures and echoes the body: the maximum rate of each, and how long an answer takes at half of that rate.

import { assert } from "@evermark/engine";
import { ratioAtLeast, ratioAtMost } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns, median, quantile } from "../figures/measure.ts";
import { type LoadResult, runLoad, warmUp } from "../load/closed-load.ts";
import { runOpenLoad } from "../load/open-load.ts";
import { makeAccounts, REST_MIX, signedOrders, signedOrdersInOne } from "../load/signed-orders.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { type CpuUse, CpuWatch, cpuNote } from "../processes/cpu-use.ts";
import { syncNote, syncsOf } from "../processes/journal-syncs.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";

const AGAINST = "bare verify + echo";

interface Side {
  readonly name: string;
  readonly server: Child<number | string>;
  readonly port: number;
}

export const restOrder: Benchmark = {
  name: "rest-order",
  about: "signed durable REST orders/s, whole path; and their p99 at half of the highest load",
  load: { mix: REST_MIX, accounts: 1_000, connections: 64, seconds: 0.8 },
  quickLoad: { accounts: 64, connections: 4, seconds: 0.2 },
  async run({ quick, load }, report, note) {
    const { mix, connections, seconds } = load;
    const runs = quick ? 1 : 4;
    const milliseconds = seconds * 1_000;
    const accounts = makeAccounts(load.accounts);
    const count = { connections, mix, each: quick ? 64 : 128 };
    const requests = signedOrders(accounts, count);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const venue = startChild<number | string>(import.meta.resolve("./rest-venue.child.ts"));
      const echo = startChild<number>(import.meta.resolve("./rest-echo.child.ts"));
      try {
        const ours = {
          name: "the venue",
          server: venue,
          port: Number(await venue.ask({ directory, accounts: known })),
        };
        const theirs = { name: "the bare server", server: echo, port: await echo.ask({ accounts: known }) };
        if (!quick) await warmUp(requests, { venue: ours.port, bare: theirs.port });
        const used = new Map<Side, CpuUse>();
        const highest = (side: Side) => async () => {
          const watch = new CpuWatch(side.server.pid);
          const rate = mostlyTaken(await runLoad({ port: side.port, requests, milliseconds }));
          used.set(side, watch.use());
          return rate;
        };
        const before = await syncsOf(venue);
        const rates = await inTurns({ runs, ours: highest(ours), theirs: highest(theirs), warm: true });
        report(figureOf("rest-order", "orders/s", AGAINST, rates, ratioAtLeast(0.85)));
        note(syncNote(before, await syncsOf(venue)));
        for (const [{ name }, use] of used) note(`at the highest load ${cpuNote(name, use)}`);

        let seed = 0;
        const inOne = signedOrdersInOne(accounts, count);
        const halfLoad =
          ({ port }: Side, perSecond: number) =>
          async () => {
            seed++;
            const load = { port, connections, requests: inOne, perSecond, milliseconds, seed };
            return quantile(await runOpenLoad(load), 0.99);
          };
        const waits = await inTurns({
          runs,
          ours: halfLoad(ours, median(rates.ours) / 2),
          theirs: halfLoad(theirs, median(rates.theirs) / 2),
          warm: true,
        });
        report(figureOf("rest-order-p99", "ms", `${AGAINST} at half its load`, waits, ratioAtMost(2)));
      } finally {
        await Promise.all([venue.stop(), echo.stop()]);
      }
    });
  },
};

export function mostlyTaken({ perSecond, refused, firstRefusal, answered }: LoadResult): number {
  assert(refused * 100 <= answered, "at most one order in a hundred is rejected", { refused, answered, firstRefusal });
  return perSecond;
}
