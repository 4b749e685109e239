// What a venue's memory is used for: the bytes for each resting order, for each account with a position, and for each
// stream client. Each figure is the growth of a separate process after garbage collection. Runs of the same kind go on
// in parallel, because memory use does not depend on how fast the process is filled.
// Orders and accounts are those of the engine, where they stay; what counts is the memory that the operating system has
// given to the process. An account here is its identity, its money and one position, without a key. Stream clients are
// clients of a whole venue, with three topics each; the kernel's memory for their sockets comes on top of that.

import { type Budget, valueAtMost } from "../figures/budget.ts";
import { type Benchmark, figureAlone, median } from "../figures/measure.ts";
import { numberText } from "../figures/number-text.ts";
import { makeAccounts } from "../load/signed-orders.ts";
import { startChild } from "../processes/child-process.ts";
import { MEMORY, type MemoryUse } from "../processes/memory-use.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";
import { StreamClients } from "../streams/stream-clients.ts";
import type { Filling, Growth } from "./memory.child.ts";

const TOPICS = ["trade", "bbo", "orderbookupdate"];

export const memory: Benchmark = {
  name: "memory",
  about: "bytes per resting order (of 1 M), per account with a position (of 1 M), per stream client",
  load: { accounts: 1_000_000, connections: 2_000 },
  quickLoad: { accounts: 10_000, connections: 50 },
  async run({ quick, load }, report, note) {
    const runs = quick ? 1 : 2;
    const each = async (name: string, count: number, budget: Budget, grow: () => Promise<Growth>) => {
      const growths = await Promise.all(Array.from({ length: runs }, grow));
      const perOne = (of: keyof MemoryUse) => growths.map(({ before, after }) => (after[of] - before[of]) / count);
      report(figureAlone(`memory, ${name}`, "B", perOne("resident"), budget));
      note(`${name}: ${numberText(median(perOne("live")))} B by the heap's own count`);
    };
    const orders = { what: "orders", count: quick ? 10_000 : 1_000_000 } as const;
    await each("a resting order", orders.count, valueAtMost(100), () => growthOf(orders));
    const accounts = { what: "accounts", count: load.accounts } as const;
    await each("an account with a position", accounts.count, valueAtMost(1_024), () => growthOf(accounts));
    await each("a stream client", load.connections, valueAtMost(20 * 1_024), () => growthByClients(load.connections));
  },
};

async function growthOf(filling: Filling): Promise<Growth> {
  const child = startChild<Growth>(import.meta.resolve("./memory.child.ts"));
  try {
    return await child.ask(filling);
  } finally {
    await child.stop();
  }
}

function growthByClients(count: number): Promise<Growth> {
  return scratchDirectory(async (directory) => {
    const accounts = makeAccounts(1).map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    const venue = startChild<number | MemoryUse>(import.meta.resolve("../rest/rest-venue.child.ts"));
    const memoryOf = async () => (await venue.ask(MEMORY)) as MemoryUse;
    try {
      const port = (await venue.ask({ directory, accounts })) as number;
      const before = await memoryOf();
      const clients = await StreamClients.open(count, {
        port,
        path: `/ws/public/ws/stream/${accounts[0]!.accountId}`,
        messages: TOPICS.map((topic) => JSON.stringify({ event: "subscribe", topic: `PERP_BTC_USDC@${topic}` })),
      });
      await Bun.sleep(500);
      const after = await memoryOf();
      clients.close();
      return { before, after };
    } finally {
      await venue.stop();
    }
  });
}
