// How long signed orders wait while one address sends large bodies to an endpoint that any client may call. Each body
// has many values and one long number, which is the most expensive kind to parse.

import { ratioAtMost } from "../figures/budget.ts";
import { type Benchmark, figureOf, inTurns, quantile } from "../figures/measure.ts";
import { runOpenLoad } from "../load/open-load.ts";
import { makeAccounts, REST_MIX, signedOrdersInOne } from "../load/signed-orders.ts";
import { startChild } from "../processes/child-process.ts";
import { scratchDirectory } from "../processes/scratch-directory.ts";

const OPEN = ["/v1/register_dex_account", "/v1/dex_api_key"];
const BODY = `{"message":[${"[],".repeat(300_000)}0.12345678901234567890]}`;
const HOSTILE_PER_SECOND = 36;
const ORDERS_PER_SECOND = 100;

export const hostileBodies: Benchmark = {
  name: "hostile-bodies",
  about: "p99 of signed REST orders at a low load, beside 36 hostile bodies of 0.9 MB a second",
  load: { mix: REST_MIX, accounts: 64, connections: 8, seconds: 3 },
  quickLoad: { accounts: 8, connections: 2, seconds: 0.2 },
  async run({ quick, load }, report, note) {
    const { mix, connections, seconds } = load;
    const accounts = makeAccounts(load.accounts);
    const requests = signedOrdersInOne(accounts, { connections, mix, each: 64 });
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      const venue = startChild<number>(import.meta.resolve("./rest-venue.child.ts"));
      try {
        const port = await venue.ask({ directory, accounts: known });
        let seed = 0;
        const orders = async () => {
          const times = { perSecond: ORDERS_PER_SECOND, milliseconds: seconds * 1_000, seed: ++seed };
          return quantile(await runOpenLoad({ port, connections, requests, ...times }), 0.99);
        };
        const statuses = new Map<number, number>();
        const besideHostile = async () => {
          const stop = startHostile(port, statuses);
          try {
            return await orders();
          } finally {
            await stop();
          }
        };
        const samples = await inTurns({ runs: quick ? 1 : 3, ours: besideHostile, theirs: orders });
        report(figureOf("hostile-bodies", "ms", "the same orders alone", samples, ratioAtMost(3)));
        const answers = [...statuses].map(([status, count]) => `${status} ${count} times`);
        note(`the hostile bodies were answered with ${answers.join(", ")}`);
      } finally {
        await venue.stop();
      }
    });
  },
};

/** @returns a function that stops it and waits for what is under way */
function startHostile(port: number, statuses: Map<number, number>): () => Promise<unknown> {
  const sent: Promise<void>[] = [];
  const send = async (path: string): Promise<void> => {
    const { status } = await fetch(`http://127.0.0.1:${port}${path}`, { method: "POST", body: BODY });
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
  };
  const timer = setInterval(() => sent.push(send(OPEN[sent.length % OPEN.length]!)), 1_000 / HOSTILE_PER_SECOND);
  return () => {
    clearInterval(timer);
    return Promise.allSettled(sent);
  };
}
