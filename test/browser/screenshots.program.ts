// `npm run screenshots -- <folder>`: every view of the terminal as it looks, wide, on a laptop and on a phone, dark and
// light. The venue is a sandbox with demo traders, whose clock is moved so that there is a past to look at.

import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, startBrowser } from "./browser.ts";
import { type KnownTrader, knownTrader, SYMBOL } from "./terminal/counterpart.ts";
import { TerminalPage } from "./terminal/terminal-page.ts";
import { until } from "./terminal/until.ts";

const ROOMS = { wide: [1_720, 1_000], laptop: [1_280, 800], phone: [390, 844] } as const;
const THEMES = ["dark", "light"] as const;
/** So much of the past is drawn. */
const PAST_MS = 15 * 60_000;
/** Demo traders open their accounts first. */
const DEMO_MS = 120_000;
/** What a view asks when it opens has come by then; pictures are looked at by people. */
const SETTLED_MS = 1_500;

const folder = process.argv[2] ?? join(tmpdir(), "evermark-screenshots");

/** An account that has traded: a position, orders that wait, a stop. */
async function traderWithAPast(url: string): Promise<KnownTrader> {
  const trader = await knownTrader(url);
  const { orders, algo, sandbox, marketData } = trader.client;
  const isTraded = async () =>
    (await marketData.getMarkets()).rows.find((row) => row.symbol === SYMBOL && row["24h_volume"] > 0);
  await until("demo traders", isTraded, DEMO_MS);
  await orders.placeOrder({ symbol: SYMBOL, side: "BUY", order_type: "MARKET", order_quantity: 0.05 });
  await orders.placeOrder({ symbol: "PERP_ETH_USDC", side: "SELL", order_type: "MARKET", order_quantity: 0.4 });
  await sandbox.advanceClock({ advance_ms: PAST_MS }, { timeoutMs: DEMO_MS });
  const { rows } = await marketData.getMarkets();
  const mark = rows.find(({ symbol }) => symbol === SYMBOL)!.mark_price;
  const beside = (share: number) => Math.round(mark * share);
  const waits = { symbol: SYMBOL, order_type: "LIMIT", order_quantity: 0.02 } as const;
  await orders.placeOrder({ ...waits, side: "BUY", order_price: beside(0.995) });
  await orders.placeOrder({ ...waits, side: "SELL", order_price: beside(1.006) });
  const stop = { algo_type: "STOP", type: "MARKET", side: "SELL", reduce_only: true } as const;
  await algo.placeAlgoOrder({ ...stop, symbol: SYMBOL, quantity: 0.05, trigger_price: beside(0.985) });
  return trader;
}

async function pictures(browser: Browser, url: string, trader: KnownTrader): Promise<void> {
  const visitor = await TerminalPage.open(browser, { url });
  const take = async (terminal: TerminalPage, name: string) => {
    await Bun.sleep(SETTLED_MS);
    const path = join(folder, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.png`);
    await terminal.page.screenshot({ path });
    console.log(path);
  };
  await take(visitor, "visitor-wide-dark");
  await visitor.button("Connect").first().click();
  await take(visitor, "sign-in-wide-dark");
  await visitor.page.keyboard.press("Escape");
  await visitor.beginAs(trader.wallet.privateKey);
  await visitor.page.close();
  for (const [room, [width, height]] of Object.entries(ROOMS)) {
    for (const theme of THEMES) {
      const terminal = await TerminalPage.open(browser, { url }, { width, height, theme });
      await terminal.button(/^Account 0x/).waitFor();
      if (room !== "phone") await terminal.page.getByRole("tab", { name: /^Positions/ }).click();
      await take(terminal, `trader-${room}-${theme}`);
      await eachOf(terminal, "tab", (name) => take(terminal, `tab-${name}-${room}-${theme}`));
      if (room === "phone") {
        const screens = terminal.page.getByRole("navigation", { name: "Screens" }).getByRole("button");
        for (const name of await screens.allTextContents()) {
          await screens.filter({ hasText: name }).click();
          await take(terminal, `screen-${name}-${room}-${theme}`);
        }
      } else {
        await terminal.button(/^Sandbox/).click();
        await take(terminal, `sandbox-${room}-${theme}`);
      }
      await terminal.page.close();
    }
  }
}

/** Each tab that is in sight, once. */
async function eachOf(terminal: TerminalPage, role: "tab", take: (name: string) => Promise<void>): Promise<void> {
  const found = terminal.page.getByRole(role, { selected: false });
  for (const name of await found.allTextContents()) {
    const one = terminal.page.getByRole(role, { name, exact: true }).first();
    if (!(await one.isVisible())) continue;
    await one.click();
    await take(name);
  }
}

/** A venue as `npm start` runs it, until it says where it is. */
async function demoVenue(directory: string): Promise<{ readonly url: string; stop(): Promise<unknown> }> {
  const main = join(import.meta.dir, "..", "..", "cli", "main.ts");
  const flags = ["start", "--data", directory, "--port", "0", "--chain", "off", "--audit"];
  const venue = Bun.spawn([process.execPath, main, ...flags], {
    stdout: "pipe",
    stderr: "ignore",
    stdin: "ignore",
  });
  const stop = () => {
    venue.kill();
    return venue.exited;
  };
  for await (const piece of venue.stdout.pipeThrough(new TextDecoderStream())) {
    const [, url] = /ready (\S+)/.exec(piece) ?? [];
    if (url !== undefined) return { url, stop };
  }
  throw new Error(`the venue ended with ${await venue.exited} before it was ready`);
}

mkdirSync(folder, { recursive: true });
const directory = mkdtempSync(join(tmpdir(), "evermark-screenshots-venue-"));
const { url, stop } = await demoVenue(directory);
const browser = await startBrowser();
try {
  const trader = await traderWithAPast(url);
  await pictures(browser, url, trader);
  trader.client.close();
} finally {
  await browser.stop();
  await stop();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(0);
