// C14 as an operator does it: a venue of nodes becomes a single-process venue, and that becomes a venue of nodes again.
// Traders keep their orders on the way.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { Client, onboard } from "@evermark/client";
import { asksForNats } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { isPostgresAsked } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { evermark } from "../../witness/backup-process.ts";
import { startVenue } from "../../witness/venue-process.ts";
import { VenueNodes } from "./venue-nodes.ts";

const SYMBOL = "PERP_BTC_USDC";
const MINUTES = 60_000;
const ENDED = { code: 0, signal: null };

interface Said {
  readonly venue: string;
  readonly commands: number;
  readonly hash: string;
  readonly stateHash: string;
}

/** Runs `import` or `export`. @returns the summary that it prints */
async function moved(command: "import" | "export", dataDirectory: string, database: string): Promise<Said> {
  const { code, out, err } = await evermark([command, "--data", dataDirectory, "--json"], {
    EVERMARK_CLUSTER: database,
  });
  expect([code, err]).toEqual([0, []]);
  const { venue, commands, hash, stateHash } = JSON.parse(out.join("")) as Said;
  return { venue, commands, hash, stateHash };
}

async function place(client: Client, id: string): Promise<void> {
  const order = {
    symbol: SYMBOL,
    side: "BUY",
    order_type: "LIMIT",
    order_price: 40_000,
    order_quantity: 0.001,
  } as const;
  await client.orders.placeOrder({ ...order, client_order_id: id });
}

async function openIds(client: Client): Promise<unknown[]> {
  const { rows } = await client.orders.getOrders({ status: "INCOMPLETE" });
  return rows.map(({ client_order_id }) => client_order_id).sort();
}

describe.skipIf(!(asksForNats && isPostgresAsked))("a venue that moves", () => {
  test(
    "a node's orders are there in the single process, and all of them when there are nodes again",
    async () => {
      using temporary = temporaryDirectory();
      await using venue = await VenueNodes.start(1, temporary.path);
      const [node] = venue.nodes;
      const { client, credentials } = await onboard({ baseUrl: node!.url, brokerId: "evermark" });
      const trader = (url: string) => new Client({ baseUrl: url, signer: credentials });
      await place(client, "of-nodes");
      client.close();
      expect(await node!.process.terminate()).toEqual(ENDED);

      const alone = join(temporary.path, "alone");
      const exported = await moved("export", alone, venue.database);
      {
        const { process, url } = await startVenue({ dataDirectory: alone });
        const connected = trader(url);
        expect(await openIds(connected)).toEqual(["of-nodes"]);
        await place(connected, "alone");
        connected.close();
        const during = await evermark(["import", "--data", alone], { EVERMARK_CLUSTER: venue.database });
        expect([during.code, during.err.join()]).toEqual([1, expect.stringContaining("is in use by process")]);
        expect(await process.terminate()).toEqual(ENDED);
      }

      const database = await venue.postgres.database();
      const imported = await moved("import", alone, database);
      expect(imported.commands).toBeGreaterThan(exported.commands);
      expect(imported.venue).toBe(exported.venue);
      // One node continues with the directory as its copy of the journal; the other makes its own.
      const flags = ["--cluster", database, "--bus", venue.nats.url];
      const nodes = await Promise.all(
        [alone, join(temporary.path, "new")].map((dataDirectory) => startVenue({ dataDirectory, flags })),
      );
      for (const [i, { url }] of nodes.entries()) {
        const connected = trader(url);
        await place(connected, `again-${i}`);
        expect(await openIds(connected)).toEqual(["of-nodes", "alone", "again-0", "again-1"].slice(0, i + 3).sort());
        connected.close();
      }
      for (const { process } of nodes) expect(await process.terminate()).toEqual(ENDED);
      const second = await moved("export", join(temporary.path, "again"), database);
      expect(second.commands).toBeGreaterThan(imported.commands);
      for (const directory of [alone, join(temporary.path, "again")]) {
        const { code } = await evermark(["verify", "--replay", "--data", directory]);
        expect(code).toBe(0);
      }
    },
    5 * MINUTES,
  );
});
