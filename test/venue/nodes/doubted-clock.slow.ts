// Nodes whose clocks are wrong. Either a venue's time is an hour ahead of every clock, because a former leader's clock
// was; or one node's clock is seconds away from the others'. Such a node does not begin to lead until its operator
// confirms its clock, and reports why.

import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { asksForNats, NatsServer } from "@evermark/core/cluster/nats/testing/nats-server.ts";
import { createTables } from "@evermark/core/cluster/postgres/index.ts";
import { isPostgresAsked, PostgresServer } from "@evermark/core/cluster/postgres/testing/postgres-server.ts";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { openingOf } from "@evermark/venue/running/opening.ts";
import { evermark } from "../../witness/backup-process.ts";
import { PROGRAM, startVenue, VenueProcess } from "../../witness/venue-process.ts";
import { healthOf } from "../../witness/whole.ts";
import { RoamingTrader, type VenueNode, VenueNodes } from "./venue-nodes.ts";

const HOUR = 3_600_000;
const SYMBOL = "PERP_BTC_USDC";

/** Returns once `cluster status` gives this reason why a node does not lead. */
async function showsDoubt(database: string, why: RegExp): Promise<void> {
  for (;;) {
    const { out } = await evermark(["cluster", "status"], { EVERMARK_CLUSTER: database });
    if (out.some((line) => line.startsWith("doubt ") && why.test(line))) return;
  }
}

describe.skipIf(!(asksForNats && isPostgresAsked))("a venue whose time is ahead of all clocks", () => {
  test("halts until a clock is confirmed, and continues in its own time, which requests are signed by and answers show", async () => {
    using temporary = temporaryDirectory();
    await using postgres = await PostgresServer.start({ isDurable: true });
    await using nats = await NatsServer.start();
    const database = await postgres.database();
    const opened = sandboxConfiguration(temporary.path, { prices: "manual" });
    const opening = await openingOf(opened, Date.now() + HOUR);
    await createTables(database, opening);

    const directory = join(temporary.path, "one");
    const flags = ["--cluster", database, "--bus", nats.url];
    await using waiting = new VenueProcess({ dataDirectory: directory, flags });
    await waiting.untilLogged("behind the venue's time: this node does not begin to lead");
    expect(waiting.logged("this node leads")).toBeUndefined();
    await showsDoubt(database, /behind the venue's time; this node does not begin to lead/);
    const { code, out } = await evermark(["confirm-clock", "--data", directory]);
    expect([code, out.at(-1)]).toEqual([0, expect.stringContaining("confirmed")]);
    const url = (await waiting.ready)!;
    await waiting.untilLogged("this node leads");

    // Another node follows, and would not lead.
    const other = await startVenue({ dataDirectory: join(temporary.path, "two"), flags });
    await using _ = other;
    await other.process.untilLogged("behind the venue's time: this node does not begin to lead");
    expect((await healthOf(other.url)).reasons).toHaveProperty("clock");
    expect((await healthOf(url)).reasons).not.toHaveProperty("clock");

    const node = (at: string, process: VenueProcess): VenueNode => ({ directory, url: at, process });
    using trader = await RoamingTrader.at([node(url, waiting)]);
    const far = {
      symbol: SYMBOL,
      side: "BUY",
      order_type: "LIMIT",
      order_price: 40_000,
      order_quantity: 0.001,
    } as const;
    const { order_id } = await trader.via(0).orders.placeOrder(far);
    const { created_time } = await trader.via(0).orders.getOrder({ order_id });
    expect(created_time).toBeWithin(Date.now() + HOUR - 60_000, Date.now() + HOUR + 60_000);
  }, 300_000);
});

describe.skipIf(!(asksForNats && isPostgresAsked))("a node whose clock is three seconds ahead of the others'", () => {
  test("does not take over from a lost leader, and reports why, until its operator confirms the clock", async () => {
    using temporary = temporaryDirectory();
    const environment = { SHIFTED_CLOCK_MS: "3000" };
    await using venue = await VenueNodes.start(1, temporary.path, { environment });
    const [right] = venue.nodes;
    const preload = join(import.meta.dir, "shifted-clock.preload.ts");
    const wrong = await venue.add([], [process.execPath, "--preload", preload, PROGRAM]);
    const why = /clock is (2\.[5-9]|3\.\d) s ahead of the middle one of PostgreSQL's and all nodes' clocks/;
    await wrong.process.untilLogged("ahead of the middle one");
    expect((await healthOf(wrong.url)).reasons.clock).toMatch(why);
    expect((await healthOf(right!.url)).reasons).not.toHaveProperty("clock");
    await showsDoubt(venue.database, why);

    await right!.process.kill();
    while (!("leader" in (await healthOf(wrong.url)).reasons)) await Bun.sleep(50);
    expect(wrong.process.logged("this node leads")).toBeUndefined();
    const { code } = await evermark(["confirm-clock", "--data", wrong.directory]);
    expect(code).toBe(0);
    expect(await venue.leader()).toBe(wrong);
    while ("clock" in (await healthOf(wrong.url)).reasons) await Bun.sleep(50);
  }, 300_000);
});
