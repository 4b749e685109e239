import { afterEach, expect, test } from "bun:test";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import { HandMovedClocks } from "../../../operation/time/testing/hand-moved-clocks.ts";
import type { Quote } from "../frames/quote.ts";
import { quietLog, until } from "../testing/feed-rig.ts";
import { VenueServer } from "../testing/venue-server.ts";
import { CcxtLine } from "./ccxt-line.ts";
import { CcxtThread, findCcxt } from "./ccxt-thread.ts";

const opened: { stop(): unknown }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.stop();
});

/** A fake package of that name with one exchange and only the methods that are used; it asks a server on the loopback. */
function packageAt(directory: string, url: string): string {
  const folder = join(directory, "node_modules", "ccxt");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{"name":"ccxt","main":"index.js"}');
  writeFileSync(
    join(folder, "index.js"),
    `let asked = 0;
    export class gemini {
      async fetchTicker(symbol) {
        asked += 1;
        if (symbol === "END/USD" && asked > 1) setTimeout(() => { throw new Error("the thread ends"); });
        const response = await fetch("${url}" + symbol);
        if (!response.ok) throw new Error("ExchangeNotAvailable " + response.status);
        return response.json();
      }
    }
    export default { gemini };`,
  );
  return findCcxt(directory);
}

function lineTo(packagePath: string, exchange: string, pair: string) {
  const clocks = new HandMovedClocks(1_700_000_000_000);
  const thread = new CcxtThread(packagePath, () => 0.5);
  const taken: Quote[] = [];
  const line = new CcxtLine({
    ...{ name: "test", exchange, pair, everyMs: 1, thread, clocks, log: quietLog },
    take: (quotes) => taken.push(...quotes),
  });
  opened.push(line);
  line.look();
  return { clocks, line, taken };
}

test("when the package is not installed, the error says what to do", () => {
  using directory = temporaryDirectory();
  expect(() => findCcxt(directory.path)).toThrow(
    "sources: driver ccxt needs the package ccxt, which is not installed; expected it after `npm install --no-save ccxt`",
  );
});

test("an answer of a ccxt venue is a quote, and proves that the quote still stands", async () => {
  using directory = temporaryDirectory();
  const ticker = { symbol: "BTC/USD", bid: 59_999.5, ask: 60_000.5, last: undefined, timestamp: 1_700_000_000_000 };
  const server = new VenueServer({ answer: () => Response.json(ticker) });
  opened.push(server);
  const { clocks, line, taken } = lineTo(packageAt(directory.path, `http://${server.host}/`), "gemini", "BTC/USD");
  await until(() => taken.length > 1);
  expect(taken[0]).toEqual({ pair: "BTC/USD", bid: 59_999.5, ask: 60_000.5, at: 1_700_000_000_000 });
  expect(line.stoodAt()).toBe(clocks.steady());
  expect(line.status).toMatchObject({ state: "open", failures: 0, trouble: "" });
});

test("a failing venue, and one unknown to the package, are reported with the reason", async () => {
  using directory = temporaryDirectory();
  const server = new VenueServer({ answer: () => new Response("", { status: 503 }) });
  opened.push(server);
  const path = packageAt(directory.path, `http://${server.host}/`);
  for (const [exchange, trouble] of [
    ["gemini", "ExchangeNotAvailable 503"],
    ["mtgox", "ccxt knows no mtgox"],
  ] as const) {
    const { line } = lineTo(path, exchange, "BTC/USD");
    await until(() => line.status.failures > 0);
    expect(line.status).toMatchObject({ state: "waiting", trouble });
    expect(line.stoodAt()).toBe(Number.NEGATIVE_INFINITY);
  }
});

test("a thread that dies is started again", async () => {
  using directory = temporaryDirectory();
  const server = new VenueServer({ answer: () => Response.json({ last: 5 }) });
  opened.push(server);
  const { clocks, line } = lineTo(packageAt(directory.path, `http://${server.host}/`), "gemini", "END/USD");
  await until(() => line.status.trouble === "its thread has died");
  const { messages } = line.status;
  line.look();
  clocks.pass(1_000);
  line.look();
  await until(() => line.status.messages > messages);
});
