// Signed orders at a venue with several nodes, compared with one that stands alone, all on this machine: the maximum
// rate through one node and through three, and how long an answer takes through the leader and through a follower at
// the same light load.

import { parseBusAddress } from "@evermark/core/cluster/nats/bus-address.ts";
import { NatsServer } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { assert } from "@evermark/engine";
import { untilWhole } from "../../test/witness/whole.ts";
import { type Benchmark, figureOf, inTurns, quantile } from "../figures/measure.ts";
import { runLoad } from "../load/closed-load.ts";
import { runOpenLoad } from "../load/open-load.ts";
import type { FreshRequests } from "../load/request-source.ts";
import { makeAccounts, REST_MIX, signedOrders, signedOrdersInOne } from "../load/signed-orders.ts";
import type { VenueOpening } from "../processes/bench-venue.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { CpuShares } from "../processes/cpu-use.ts";
import { SCRATCH_PARENT, scratchDirectory } from "../processes/scratch-directory.ts";
import { mostlyTaken } from "./rest-order.benchmark.ts";

const NODES = 3;
const WARM_UP_MS = 4_000;
/** Orders per second when the time for an answer is measured. */
const LIGHT = 100;

interface Node {
  readonly server: Child<number | string>;
  readonly port: number;
}

export const clusterOrder: Benchmark = {
  name: "cluster-order",
  about: "signed REST orders/s of a venue of one node and of three, and their p50 and p99, against a venue alone",
  load: { mix: REST_MIX, accounts: 300, connections: 48, seconds: 1.5 },
  quickLoad: { accounts: 30, connections: 3, seconds: 0.2 },
  async run({ quick, load }, report, note) {
    if (!isPostgresAsked) return note("left out: PostgreSQL is not installed");
    const runs = quick ? 1 : 4;
    const milliseconds = load.seconds * 1_000;
    const accounts = makeAccounts(load.accounts);
    const count = { connections: load.connections, mix: load.mix, each: quick ? 64 : 128 };
    const requests = signedOrders(accounts, count);
    const known = accounts.map(({ accountId, wallet, key }) => ({ accountId, wallet, key }));
    await scratchDirectory(async (directory) => {
      await using postgres = await PostgresServer.start({ isDurable: true, within: SCRATCH_PARENT });
      await using nats = await NatsServer.start();
      const bus = parseBusAddress(nats.url);
      assert(!("mistake" in bus), "a test's bus has an address");
      const cluster = { postgres: await postgres.database(), bus, isOneDatabase: true };
      const opened: Child<number | string>[] = [];
      const open = async (place: string, changes: Partial<VenueOpening>): Promise<Node> => {
        const server = startChild<number | string>(import.meta.resolve("./rest-venue.child.ts"));
        opened.push(server);
        const port = Number(await server.ask({ directory: `${directory}/${place}`, accounts: known, ...changes }));
        return { server, port };
      };
      try {
        const alone = await open("alone", {});
        const nodes = [await open("node-0", { cluster })];
        const rates = async (name: string) => {
          const ports = nodes.map(({ port }) => port);
          const shares = new CpuShares({
            ...Object.fromEntries(nodes.map(({ server }, i) => [i === 0 ? "leader" : `follower ${i}`, [server.pid]])),
            ...{ PostgreSQL: postgres.pids, NATS: [nats.pid] },
          });
          const rate = async (on: readonly number[]) => {
            const part = await spread(on, requests, milliseconds);
            return { perSecond: mostlyTaken(part), answered: part.answered };
          };
          if (!quick) for (const each of [[alone.port], ports]) await spread(each, requests, WARM_UP_MS);
          const samples = await inTurns({
            ...{ runs, warm: true },
            ours: () => shares.during(() => rate(ports)),
            theirs: async () => (await rate([alone.port])).perSecond,
          });
          report(figureOf(`cluster-order, ${name}`, "orders/s", "a venue alone", samples));
          note(`${name}, µs of processor for an order: ${shares.text()}`);
        };
        await rates("one node");
        while (nodes.length < NODES) nodes.push(await open(`node-${nodes.length}`, { cluster }));
        await rates("three nodes");

        // History still has to write what the heavy load left behind. That takes cores and is not part of a light load.
        for (const { port } of [alone, ...nodes]) await untilWhole(`http://127.0.0.1:${port}`);
        let seed = 0;
        const inOne = signedOrdersInOne(accounts, count);
        const waits = (port: number, share: number) => async () => {
          seed++;
          const light = { port, connections: 4, requests: inOne, perSecond: LIGHT, milliseconds, seed };
          return quantile(await runOpenLoad(light), share);
        };
        for (const [name, { port }] of [
          ["through the leader", nodes[0]!] as const,
          ["through a follower", nodes[1]!] as const,
        ])
          for (const [label, share] of [["p50", 0.5] as const, ["p99", 0.99] as const]) {
            const samples = await inTurns({
              runs,
              ours: waits(port, share),
              theirs: waits(alone.port, share),
              warm: true,
            });
            report(figureOf(`cluster-order ${label}, ${name}`, "ms", "a venue alone", samples));
          }
      } finally {
        await Promise.all(opened.map((each) => each.stop()));
      }
    });
  },
};

/** Distributes the connections of a load over several ports. */
async function spread(ports: readonly number[], requests: readonly FreshRequests[], milliseconds: number) {
  const parts = await Promise.all(
    ports.map((port, i) =>
      runLoad({ port, requests: requests.filter((_, n) => n % ports.length === i), milliseconds }),
    ),
  );
  return {
    perSecond: parts.reduce((sum, part) => sum + part.perSecond, 0),
    answered: parts.reduce((sum, part) => sum + part.answered, 0),
    refused: parts.reduce((sum, part) => sum + part.refused, 0),
    firstRefusal: parts.find((part) => part.refused > 0)?.firstRefusal ?? "",
  };
}
