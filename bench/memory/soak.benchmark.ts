// Whether a venue stays stable: signed orders at 70 % of its maximum load for ten minutes, in ten parts. Its memory and
// the time for its answers are each compared with the first part.

import { ratioAtMost } from "../figures/budget.ts";
import { type Benchmark, figureOf, quantile } from "../figures/measure.ts";
import { numberText } from "../figures/number-text.ts";
import { runLoad, sendAll } from "../load/closed-load.ts";
import { runOpenLoad } from "../load/open-load.ts";
import { makeAccounts, REST_MIX, signedCancels, signedOrders, signedOrdersInOne } from "../load/signed-orders.ts";
import { startChild } from "../processes/child-process.ts";
import { MEMORY, type MemoryUse } from "../processes/memory-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { mostlyTaken } from "../rest/rest-order.benchmark.ts";

const SHARE = 0.7;
const PARTS = 10;
/**
 * The duration of each of the two runs before anything counts: one to warm up and one to find the maximum load. It is
 * short in a quick run, whose few accounts would reach their order limits.
 */
const WARM_UP_MS = { long: 5_000, quick: 500 };
const AGAINST = "the first tenth";

export const soak: Benchmark = {
  name: "soak",
  about: "memory and latency of a venue under 70 % load for as long as requested, against the first tenth of it",
  load: { mix: REST_MIX, accounts: 1_000, connections: 64, seconds: 600 },
  quickLoad: { accounts: 64, connections: 4, seconds: 2 },
  onRequest: true,
  async run({ quick, load }, report, note) {
    const accounts = makeAccounts(load.accounts);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const venue = startChild<number | MemoryUse>(import.meta.resolve("../rest/rest-venue.child.ts"));
      try {
        const port = (await venue.ask({ directory, accounts: known })) as number;
        const { connections, mix } = load;
        const count = { connections, mix, each: 64 };
        // Otherwise unmatched orders would pile up to more than an account may have open.
        const clear = async () => sendAll(port, signedCancels(accounts), connections);
        const milliseconds = quick ? WARM_UP_MS.quick : WARM_UP_MS.long;
        const closed = { port, requests: signedOrders(accounts, count), milliseconds };
        mostlyTaken(await runLoad(closed));
        await clear();
        const perSecond = SHARE * mostlyTaken(await runLoad(closed));
        note(`${numberText(perSecond)} orders/s, 70 % of what the venue took at most`);

        const parts = { p50: [] as number[], p99: [] as number[], memory: [] as number[] };
        for (let part = 0; part < PARTS; part++) {
          await clear();
          const arrivals = { perSecond, milliseconds: (load.seconds * 1_000) / PARTS, seed: part + 1 };
          const waits = await runOpenLoad({
            port,
            connections,
            // The order of buys and sells alternates. If accounts did the same thing for ten minutes, they would reach
            // the limit of what may be open on their market.
            requests: signedOrdersInOne(accounts, { ...count, sellsFirst: part % 2 === 1 }),
            ...arrivals,
          });
          parts.p50.push(quantile(waits, 0.5));
          parts.p99.push(quantile(waits, 0.99));
          parts.memory.push(((await venue.ask(MEMORY)) as MemoryUse).resident / 1e6);
        }
        const held = (values: readonly number[]) => ({ ours: values.slice(1), theirs: [values[0]!] });
        report(figureOf("soak, p50", "ms", AGAINST, held(parts.p50), ratioAtMost(1.2)));
        report(figureOf("soak, p99", "ms", AGAINST, held(parts.p99), ratioAtMost(1.2)));
        const atEnd = parts.memory.slice(-3);
        report(
          figureOf("soak, memory at the end", "MB", AGAINST, { ...held(parts.memory), ours: atEnd }, ratioAtMost(1.05)),
        );
        note(`memory by tenths, MB: ${parts.memory.map(numberText).join(", ")}`);
      } finally {
        await venue.stop();
      }
    });
  },
};
