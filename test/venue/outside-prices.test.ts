// A production venue whose prices come from outside, over real sockets: when it lists its market, how it reacts when
// sources fall away, and how it shows them.

import { expect, test } from "bun:test";
import { generateApiKey } from "@evermark/client";
import { dataPaths } from "@evermark/core";
import { decodeCommand, priceE8, quantityE8 } from "@evermark/engine";
import { readJournal } from "@evermark/journal";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { Configuration } from "@evermark/venue/configuration/configuration.ts";
import { defaultMarkets } from "@evermark/venue/configuration/default-markets.ts";
import { sandboxConfiguration } from "@evermark/venue/configuration/load.ts";
import { OperatorCall } from "@evermark/venue/operation/acts/operator-request-folder.ts";
import { createLog } from "@evermark/venue/operation/reports/log.ts";
import { HandMovedClocks } from "@evermark/venue/operation/time/testing/hand-moved-clocks.ts";
import type { ShownPrice } from "@evermark/venue/prices/feeds/feeds-view.ts";
import { until } from "@evermark/venue/prices/feeds/testing/feed-rig.ts";
import { QuotingServer, sourceAt } from "@evermark/venue/prices/feeds/testing/quoting-server.ts";
import { type RunningVenue, runVenue } from "@evermark/venue/run.ts";
import { ConsoleCaller } from "./outside/console-caller.ts";

const [BTC] = defaultMarkets();
const SYMBOL = "PERP_BTC_USDC";
const PRICES = { a: "61000.1", b: "61010", c: "60990", d: "61005" };

interface World {
  readonly running: RunningVenue;
  readonly clocks: HandMovedClocks;
  /** Lets `seconds` pass; in each of them, every connected source repeats its price. */
  pass(seconds: number): Promise<void>;
}

async function withVenue(
  path: string,
  server: QuotingServer,
  names: readonly string[],
  use: (world: World) => Promise<void>,
  clocks = new HandMovedClocks(Date.now()),
): Promise<void> {
  const parameters = { ...BTC!.parameters, sources: names, minSources: 3, capsWeights: true };
  const changes: Partial<Configuration> = {
    ...{ port: 0, demo: false, audit: true, mode: "production", prices: "feeds" },
    console: { host: "127.0.0.1", port: 0 },
    markets: [{ parameters, initialPrice: BTC!.initialPrice }],
    feeds: {
      ...{ currency: "USD", spreadMaxPpm: 20_000, quietMaxMs: 300_000 },
      sources: names.map((name) => sourceAt(server.server.url, name, { market: SYMBOL })),
    },
  };
  const log = createLog("silent", { readable: false, sink: { write() {} } });
  const running = await runVenue(sandboxConfiguration(path, changes), log, clocks);
  const feeds = running.venue.feeds!;
  try {
    await use({
      ...{ running, clocks },
      async pass(seconds) {
        for (let i = 0; i < seconds; i++) {
          clocks.pass(1_000);
          feeds.look();
          const messages = () => feeds.lines.reduce((sum, { status }) => sum + status.messages, 0);
          const before = messages();
          const said = server.repeat();
          await until(() => messages() >= before + said);
        }
      },
    });
  } finally {
    await running.stop();
  }
}

/** The prices on the operator's console, which this venue has. */
async function consolePrices({ running, clocks }: World) {
  const key = await generateApiKey();
  const input = { name: "anna", key: key.publicKey, roles: "view" };
  const { dataDirectory } = running.venue.configuration;
  const call = new OperatorCall(dataPaths(dataDirectory).operator, { do: "grant_key", input }, clocks.wall());
  await until(() => call.answer() !== undefined);
  const { data } = await ConsoleCaller.withKey(running, key).get("/operator/v1/prices");
  return data as { readonly from: string; readonly rows: readonly ShownPrice[] };
}

async function health({ url }: RunningVenue) {
  return (await (await fetch(`${url}/health`)).json()) as {
    readonly status: string;
    readonly reasons: Readonly<Record<string, string>>;
    readonly markets: number;
    readonly prices: unknown;
  };
}

test("a market is listed when its sources agree, halts when too few are left, and resumes with others", async () => {
  using directory = temporaryDirectory();
  const server = new QuotingServer(PRICES);
  await withVenue(directory.path, server, ["a", "b", "c"], async (world) => {
    const { running, pass } = world;
    const { engine, metrics } = running.venue;
    await until(() => server.listening === 3);
    expect(await health(running)).toMatchObject({ status: "degraded", markets: 0 });
    expect((await health(running)).reasons.prices).toContain(
      "PERP_BTC_USDC is not listed before 3 sources have agreed",
    );

    await pass(62);
    await until(() => engine.marketCount === 1 && !engine.market(0).liquidationHeld);
    const { state, index, parameters } = engine.market(0);
    expect({ state, index: index * parameters.quoteTick }).toEqual({ state: "ACTIVE", index: 6_100_000_000_000 });
    running.venue.feeds!.look();
    expect(await health(running)).toMatchObject({
      ...{ status: "ok", markets: 1 },
      prices: { sources: 3, counting: 3, connections: 3, open: 3 },
    });
    const answer = await (await fetch(`${running.url}/v1/public/futures/${SYMBOL}`)).json();
    expect(answer).toMatchObject({ success: true, data: { symbol: SYMBOL, index_price: 61_000 } });

    // The prices as the operator and Prometheus see them.
    const call = new OperatorCall(dataPaths(directory.path).operator, { do: "prices", input: {} }, world.clocks.wall());
    const shown = consolePrices(world);
    const answers: unknown[] = [];
    await until(() => answers.push(call.answer()) > 0 && answers.at(-1) !== undefined);
    const [price] = (answers.at(-1) as { done: { prices: readonly ShownPrice[] } }).done.prices;
    expect(price).toMatchObject({ of: SYMBOL, index: "61000", needed: 3, counting: 3 });
    expect(price!.sources[0]).toMatchObject({ name: "a", price: "61000.1", converted: "61000.1", counts: true });
    expect(await metrics.text()).toContain(`evermark_price_source_counts{price="${SYMBOL}",source="b"} 1`);
    const { from, rows } = await shown;
    expect([from, rows.map(({ of, counting }) => [of, counting])]).toEqual(["feeds", [[SYMBOL, 3]]]);
    expect(rows[0]!.sources).toMatchObject([
      { name: "a", weight: "1", counts: true, reason: "", state: "open" },
      {},
      {},
    ]);

    server.forget("c");
    await until(() => server.listening === 2);
    await pass(25);
    await until(() => engine.market(0).state === "HALTED");
    expect(engine.market(0)).toMatchObject({ stateReason: "STALE_INDEX" });
    expect(engine.market(0).stateDetail).toContain("fewer than 3 sources are live");
    expect((await health(running)).reasons.prices).toBe("PERP_BTC_USDC: 2 sources count, 3 have to");
  });

  // The source that closed is replaced, and the others keep their places.
  const clocks = new HandMovedClocks(Date.now() + 200_000);
  await withVenue(
    directory.path,
    server,
    ["a", "b", "d"],
    async ({ running, pass }) => {
      const { engine } = running.venue;
      expect(engine.market(0).parameters.sources).toEqual(["a", "b", "", "d"]);
      await until(() => server.listening === 3);
      await pass(35);
      await until(() => engine.market(0).state === "ACTIVE");
      expect(engine.market(0).index * engine.market(0).parameters.quoteTick).toBe(6_100_500_000_000);
    },
    clocks,
  );
  await server.stop();
  const commands = [...readJournal(dataPaths(directory.path).journal, 1)].map(({ payload }) => decodeCommand(payload));
  expect(commands.filter(({ type }) => type === "list_market")).toMatchObject([{ price: priceE8(6_100_010_000_000) }]);
  const reported = commands.flatMap((command) => (command.type === "oracle_prices" ? command.prices : []));
  expect(new Set(reported.map(({ volume }) => volume))).toEqual(new Set([quantityE8(100_000_000)]));
});
