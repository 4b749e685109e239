// The terminal in unusual situations: maintenance, announcements, another clock, a part that fails, a refused price, and an
// operator whose name is markup. Needs Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { feeE5 } from "@evermark/engine";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { lineOf } from "./terminal/chart.ts";
import { INDEX, type KnownTrader, knownTrader, SYMBOL } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setMarketStage } from "./terminal/stage.ts";
import { until } from "./terminal/until.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 90_000;
const HOUR_MS = 3_600_000;
const MARKUP = '<img src="x" onerror="window.isTaken = true"><b>bold</b>';
/** A logo that would run a script if it were treated as more than an image. */
const LOGO = `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" onload="window.isTaken = true">
<script>window.isTaken = true; parent.isTaken = true;</script><rect width="24" height="24" fill="#e4572e"/></svg>`;

const folder = mkdtempSync(join(tmpdir(), "evermark-trouble-"));
let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let trader: KnownTrader;
let other: KnownTrader;
let terminal: TerminalPage;
/** Console messages of the page about failed requests. */
const complaints: string[] = [];

beforeAll(async () => {
  const logo = join(folder, "logo.svg");
  writeFileSync(logo, LOGO);
  stage = await setMarketStage(
    {
      terminal: { name: MARKUP, accent: "#e4572e", logo, brokerId: "evermark" },
      brokers: [{ id: "evermark", name: MARKUP, takerFee: feeE5(60), makerFee: feeE5(30) }],
    },
    0.5,
  );
  ({ venue, browser, trader, other } = stage);
  const third = await knownTrader(venue.url);
  for (const side of ["BUY", "SELL"] as const) {
    await third.client.orders.placeOrder({ symbol: SYMBOL, side, order_type: "MARKET", order_quantity: 0.01 });
  }
  third.client.close();
  terminal = await TerminalPage.open(browser, venue);
  terminal.page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  await terminal.beginAs(trader.wallet.privateKey);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
  rmSync(folder, { recursive: true, force: true });
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

test(
  "an operator's name is text wherever it appears, and a logo is only an image",
  async () => {
    const { page } = terminal;
    await page.getByRole("banner").getByText(MARKUP).waitFor();
    expect(await page.locator("b").filter({ hasText: "bold" }).count()).toBe(0);
    await page.waitForFunction((name) => document.title.includes(name), MARKUP);
    const logo = page.getByRole("banner").locator("img");
    expect(await logo.getAttribute("src")).toBe("/terminal/logo");
    expect(await logo.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth > 0)).toBe(true);
    // Opened directly it is a document: its policy lets none of its scripts run.
    const alone = await browser.context.newPage();
    const answer = await alone.goto(`${venue.url}/terminal/logo`);
    expect(answer!.headers()["content-security-policy"]).toContain("default-src 'none'");
    expect(await alone.evaluate(() => window.isTaken)).toBeUndefined();
    await alone.close();
  },
  FLOW_MS,
);

test(
  "an announcement is shown as written, links only to safe addresses, and stays dismissed",
  async () => {
    const { page } = terminal;
    const bar = page.getByRole("status").filter({ hasText: MARKUP });
    const { announcement_id } = await other.client.sandbox.announce({ message: MARKUP, url: "https://example.com/" });
    await bar.waitFor();
    const link = bar.getByRole("link", { name: "Read more" });
    expect(await link.getAttribute("href")).toBe("https://example.com/");
    expect(await link.getAttribute("rel")).toContain("noopener");
    await terminal.button("Dismiss the announcement", bar).click();
    await bar.waitFor({ state: "detached" });
    await page.reload();
    await terminal.isSignedIn();
    const second = await other.client.sandbox.announce({ message: "The second one" });
    await page.getByRole("status").filter({ hasText: "The second one" }).waitFor();
    expect(await bar.count()).toBe(0);
    await other.client.sandbox.withdrawAnnouncement({ announcement_id });
    await other.client.sandbox.withdrawAnnouncement(second);
    await page.getByRole("status").filter({ hasText: "The second one" }).waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a part that fails shows so and can be tried again, and the others keep working",
  async () => {
    const { page } = terminal;
    await other.client.orders.placeOrder({
      ...{ symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.01, order_price: INDEX - 20 },
    });
    const positions = `${venue.url}/v1/positions`;
    await page.route(positions, async (route) => {
      const response = await route.fetch();
      const answer = (await response.json()) as { readonly data: { rows: readonly object[] } };
      const rows = [{ position_qty: 1, symbol: null }];
      await route.fulfill({ response, json: { ...answer, data: { ...answer.data, rows } } });
    });
    const failed = page.getByRole("alert").filter({ hasText: "Portfolio: this part of the page has failed" });
    await failed.waitFor();
    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX + 1.5 } });
    await page.getByRole("region", { name: "Figures of the market" }).getByText("60,001.5").first().waitFor();
    await page.getByRole("form", { name: "New order" }).waitFor();
    await page.unroute(positions);
    await until("the portfolio", async () => {
      if (await failed.isVisible()) await terminal.button("Try again", failed).click();
      return (await failed.count()) === 0 ? true : undefined;
    });
    await page.getByRole("tab", { name: /^Positions/ }).waitFor();
    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX } });
  },
  FLOW_MS,
);

test(
  "an order's line dragged to a price that the venue refuses returns, with the reason",
  async () => {
    const { page } = terminal;
    const { orders, marketData } = trader.client;
    // No bid may be more than 3 % above the mark price: here that is just above the order.
    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: 58_248 } });
    await until("the mark price", async () => {
      const { mark_price } = await marketData.getMarket({ symbol: SYMBOL });
      return mark_price === 58_248 ? mark_price : undefined;
    });
    const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.01 } as const;
    const placed = await orders.placeOrder({ ...order, order_price: INDEX - 5 });
    await new Portfolio(terminal).show("Open orders");
    const place = await until("a line that can be taken", () => lineOf(terminal));
    await page.mouse.down();
    await page.mouse.move(place.x, place.y - 20, { steps: 5 });
    await page.mouse.up();
    await page.getByText("The order was not moved").first().waitFor();
    const why = await orders
      .amendOrder({ ...order, order_id: placed.order_id, order_price: INDEX - 1 })
      .catch((error: unknown) => error);
    expect(why).toMatchObject({ code: -1105 });
    await page
      .getByText(/The price has to be between/)
      .first()
      .waitFor();
    expect(await orders.getOrder({ order_id: placed.order_id })).toMatchObject({ price: INDEX - 5, status: "NEW" });
    const back = await until("the line where it was", () => lineOf(terminal));
    expect(Math.abs(back.y - place.y)).toBeLessThanOrEqual(8);
    await orders.cancelOrder({ symbol: SYMBOL, order_id: placed.order_id });
    await other.client.sandbox.setPrices({ prices: { [SYMBOL]: INDEX } });
  },
  FLOW_MS,
);

test(
  "maintenance is announced, begins and ends, and the page shows each",
  async () => {
    const { page } = terminal;
    const { sandbox } = other.client;
    const now = () => other.client.rest.clock.now();
    await sandbox.setMaintenance({ start_time: now() + HOUR_MS, end_time: now() + 2 * HOUR_MS, message: MARKUP });
    const bar = page.getByRole("status").filter({ hasText: MARKUP });
    await bar.getByText("Maintenance is announced.").waitFor();
    await sandbox.setMaintenance({ start_time: 0 });
    await bar.waitFor({ state: "detached" });
    await sandbox.setMaintenance({ start_time: now() + 1_000, end_time: now() + HOUR_MS, message: "New disks" });
    await page.getByText("Maintenance: orders can only be cancelled.").waitFor();
    await page
      .getByText(/New disks/)
      .first()
      .waitFor();
    await sandbox.setMaintenance({ start_time: 0 });
    await page.getByText("Maintenance: orders can only be cancelled.").waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "a venue whose clock is hours ahead is shown as such, and a new page signs only with the venue's time",
  async () => {
    const { page } = terminal;
    complaints.length = 0;
    await other.client.sandbox.advanceClock({ advance_ms: 8 * HOUR_MS }, { timeoutMs: FLOW_MS });
    await page.getByText(/^Venue time .*, 8 h ahead$/).waitFor();
    await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    complaints.length = 0;
    await page.reload();
    await terminal.isSignedIn();
    await page.getByText(/^Venue time .*, 8 h ahead$/).waitFor();
    await page.getByText("Free collateral").first().waitFor();
    await page.getByRole("status").getByText("Live", { exact: true }).waitFor();
    expect(complaints).toEqual([]);
  },
  FLOW_MS,
);

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
