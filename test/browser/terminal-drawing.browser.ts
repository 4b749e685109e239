// Drawings on the chart, by mouse, touch and keyboard: where they stay; and the comparison with another market. Needs
// Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { DrawingChart } from "./terminal/chart.ts";
import { INDEX, SYMBOL } from "./terminal/counterpart.ts";
import { type Stage, setMarketStage, traderPage } from "./terminal/stage.ts";
import { until } from "./terminal/until.ts";
import type { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 90_000;
const OTHER = "PERP_ETH_USDC";

let stage: Stage | undefined;
let terminal: TerminalPage;
let chart: DrawingChart;

beforeAll(async () => {
  stage = await setMarketStage({ calm: true });
  const { trader, other } = stage;
  const market = { order_type: "MARKET", order_quantity: 0.02 } as const;
  await trader.client.orders.placeOrder({ ...market, symbol: SYMBOL, side: "BUY" });
  await trader.client.orders.placeOrder({ ...market, symbol: SYMBOL, side: "SELL" });
  const { index_price } = await other.client.marketData.getMarket({ symbol: OTHER });
  const order_price = Math.round(index_price);
  const limit = { symbol: OTHER, order_type: "LIMIT", order_quantity: 1 } as const;
  await other.client.orders.placeOrder({ ...limit, side: "SELL", order_price });
  await trader.client.orders.placeOrder({ ...limit, side: "BUY", order_price });
  terminal = await traderPage(stage);
  chart = new DrawingChart(terminal);
  await terminal.button("Draw").click();
  await chart.tool("Trend line").waitFor();
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
beforeEach(() => chart.clear());
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const openOrders = async () => (await stage!.trader.client.orders.getOrders({ status: "INCOMPLETE" })).rows;
const listed = (count: number) => terminal.button(`Drawings, ${count}`);

test(
  "lines are drawn by two presses or by one drag, and are still there after a reload",
  async () => {
    await chart.tool("Trend line").click();
    await chart.press(0.2, 0.3);
    await chart.press(0.5, 0.4);
    await chart.tool("Ray").click();
    await chart.drag([0.2, 0.6], [0.4, 0.55]);
    const drawn = await chart.kept(2);
    expect(drawn.map(({ kind }) => kind)).toEqual(["trend", "ray"]);
    for (const { anchors } of drawn) expect(anchors[1]!.at).toBeGreaterThan(anchors[0]!.at);
    expect(drawn[0]!.anchors[0]!.price).toBeGreaterThan(drawn[0]!.anchors[1]!.price);
    await terminal.page.reload();
    await listed(2).waitFor();
    await chart.isDrawnAt(0.35, 0.35);
    // The ray continues beyond its second anchor.
    await chart.isDrawnAt(0.6, 0.5);
    expect(await chart.kept(2)).toEqual(drawn);
    await chart.press(0.35, 0.35);
    await terminal.page.keyboard.press("Delete");
    expect(await chart.kept(1)).toEqual([drawn[1]!]);
  },
  FLOW_MS,
);

test(
  "a drawing keeps its price and time on another scale, with other candles, and in a smaller chart",
  async () => {
    const { page } = terminal;
    await chart.tool("Level").click();
    await chart.press(0.3, 0.4);
    const [level] = await chart.kept(1);
    const name = `Level ${level!.anchors[0]!.price.toLocaleString("en")}`;
    const isThere = () => until("the level", async () => ((await chart.drawnHeight(0.25)) ? true : undefined));
    await terminal.button("Log").click();
    await isThere();
    await page.getByRole("radio", { name: "5m", exact: true }).check({ force: true });
    await isThere();
    await page.setViewportSize({ width: 1_280, height: 760 });
    await isThere();
    await terminal.button("Log").click();
    await page.getByRole("radio", { name: "1m", exact: true }).check({ force: true });
    await page.setViewportSize({ width: 1_600, height: 900 });
    await isThere();
    await listed(1).click();
    await terminal.button(name).waitFor();
    await page.keyboard.press("Escape");
    expect(await chart.kept(1)).toEqual([level!]);
  },
  FLOW_MS,
);

test(
  "an end or the whole drawing is moved; Escape puts it back, undo and redo work, Delete removes it",
  async () => {
    const { page } = terminal;
    await chart.tool("Trend line").click();
    await chart.drag([0.2, 0.3], [0.5, 0.4]);
    const [drawn] = await chart.kept(1);
    await chart.drag([0.5, 0.4], [0.6, 0.5]);
    const [longer] = await until("another end", async () => {
      const now = await chart.kept(1);
      return now[0]!.anchors[1]!.at === drawn!.anchors[1]!.at ? undefined : now;
    });
    expect(longer!.anchors[0]).toEqual(drawn!.anchors[0]!);
    await chart.drag([0.4, 0.4], [0.45, 0.45], { isEscaped: true });
    expect(await chart.kept(1)).toEqual([longer!]);
    await chart.drag([0.4, 0.4], [0.45, 0.45]);
    await until("another place", async () => {
      const [now] = await chart.kept(1);
      return now!.anchors.every(({ at }, end) => at > longer!.anchors[end]!.at) ? true : undefined;
    });
    await page.keyboard.press("Control+z");
    await until("the place before", async () => ((await chart.is([longer!])) ? true : undefined));
    await terminal.button("Undo").click();
    await until("the end before", async () => ((await chart.is([drawn!])) ? true : undefined));
    await terminal.button("Redo").click();
    await until("the end again", async () => ((await chart.is([longer!])) ? true : undefined));
    await chart.press(0.4, 0.4);
    await page.keyboard.press("Delete");
    await chart.kept(0);
    await page.keyboard.press("Control+z");
    await until("it again", async () => ((await chart.is([longer!])) ? true : undefined));
  },
  FLOW_MS,
);

test(
  "keys alone draw, move and remove, and announce positions",
  async () => {
    const { page } = terminal;
    await chart.tool("Trend line").focus();
    await page.keyboard.press("Enter");
    await page.getByText(/^Trend line\. Keyboard: arrow keys move the pen/).waitFor({ state: "attached" });
    for (const key of ["ArrowLeft", "Shift+ArrowUp", "Enter", "Shift+ArrowRight", "ArrowDown", "Enter"]) {
      await page.keyboard.press(key);
    }
    const [drawn] = await chart.kept(1);
    expect(drawn!.anchors[1]!.at - drawn!.anchors[0]!.at).toBe(600_000);
    expect(drawn!.anchors[1]!.price).toBeLessThan(drawn!.anchors[0]!.price);
    await page.getByText("Trend line drawn").waitFor({ state: "attached" });
    await page.keyboard.press("ArrowRight");
    await until("it a candle further", async () => {
      const [now] = await chart.kept(1);
      return now!.anchors.every(({ at }, end) => at === drawn!.anchors[end]!.at + 60_000) ? true : undefined;
    });
    await page.keyboard.press("Escape");
    await listed(1).focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await terminal.button("Edit").waitFor();
    await page.keyboard.press("Delete");
    await chart.kept(0);
  },
  FLOW_MS,
);

test(
  "a finger draws, and moves the drawing",
  async () => {
    await chart.tool("Range").click();
    await chart.touch([0.2, 0.3], [0.5, 0.5]);
    const [range] = await chart.kept(1);
    expect(range!.kind).toBe("range");
    await until("another corner", async () => {
      // A busy page may have taken the touch for scrolling.
      await chart.touch([0.5, 0.5], [0.55, 0.6]);
      const [now] = await chart.kept(1);
      return now!.anchors[1]!.price < range!.anchors[1]!.price ? true : undefined;
    });
  },
  FLOW_MS,
);

test(
  "a text is written, and its colour and position are edited",
  async () => {
    const { page } = terminal;
    await chart.tool("Text").click();
    await chart.press(0.3, 0.3);
    const text = page.getByRole("textbox", { name: "Text" });
    await text.fill("Resistance");
    await page.getByRole("radio", { name: "Amber" }).check({ force: true });
    await page.locator(".chart").getByRole("textbox", { name: "Price" }).fill("60,001.5");
    expect(await terminal.violations(".chart")).toEqual([]);
    await terminal.button("Apply").click();
    const drawn = await until("what was written", async () => {
      const [now] = await chart.kept(1);
      return now!.text === "Resistance" ? now : undefined;
    });
    expect(drawn).toMatchObject({ kind: "text", color: "warn", anchors: [{ price: 60_001.5 }] });
  },
  FLOW_MS,
);

test(
  "an anchor snaps to a price of its candle when snapping is on",
  async () => {
    await terminal.button("Snap to open, high, low and close").click();
    const [x, y] = await chart.placeOfLastCandle();
    await chart.tool("Level").click();
    await terminal.page.mouse.click(x, y + 4);
    const [level] = await chart.kept(1);
    expect([INDEX - 10, INDEX + 10]).toContain(level!.anchors[0]!.price);
    await terminal.button("Snap to open, high, low and close").click();
  },
  FLOW_MS,
);

test(
  "drawings can be hidden together, are in screenshots unless hidden, and are removed after a confirmation",
  async () => {
    const { page } = terminal;
    const picture = async () => {
      const [saved] = await Promise.all([
        page.waitForEvent("download"),
        terminal.button("Save a picture of the chart").click(),
      ]);
      return createHash("sha256")
        .update(readFileSync(await saved.path()))
        .digest("hex");
    };
    const empty = await until("a chart that stands still", async () => {
      const [first, second] = [await picture(), await picture()];
      return first === second ? first : undefined;
    });
    await chart.tool("Level").click();
    await chart.press(0.3, 0.7);
    await chart.kept(1);
    const drawn = await picture();
    expect(drawn).not.toBe(empty);
    // Handles are not in screenshots.
    await terminal.button("Hide all drawings").click();
    await until("a chart without drawings", async () => ((await picture()) === empty ? true : undefined));
    expect(await chart.drawnHeight(0.3)).toBeUndefined();
    await terminal.button("Hide all drawings").click();
    await listed(1).click();
    await terminal.button("Remove all").click();
    await terminal.dialog("Remove all drawings?").getByText("One drawing on BTC-PERP will be removed.").waitFor();
    await terminal.button("Remove all", terminal.dialog("Remove all drawings?")).click();
    await chart.kept(0);
  },
  FLOW_MS,
);

test(
  "with an active tool no order is moved, and without one an order's line takes precedence over a drawing",
  async () => {
    const { orders } = stage!.trader.client;
    const order = { symbol: SYMBOL, side: "BUY", order_type: "LIMIT", order_quantity: 0.02 } as const;
    await orders.placeOrder({ ...order, order_price: INDEX - 5 });
    const y = await until("the order's line", () => chart.movableHeight(0.3));
    await chart.tool("Level").click();
    await chart.dragAt([0.3, y], [0.3, y - 30]);
    await chart.kept(1);
    expect(await openOrders()).toMatchObject([{ price: INDEX - 5 }]);
    await terminal.page.keyboard.press("Escape");
    const repeated = await until("the order's line again", () => chart.movableHeight(0.3));
    await chart.dragAt([0.3, repeated], [0.3, repeated - 20]);
    await until("the order at another price", async () => {
      const [now] = await openOrders();
      return now?.price === INDEX - 5 ? undefined : true;
    });
    await orders.cancelOrders({ symbol: SYMBOL });
  },
  FLOW_MS,
);

test(
  "another market is compared in percent",
  async () => {
    const { page } = terminal;
    await terminal.button("Indicators").click();
    await page.getByLabel("Compare with").selectOption("ETH-PERP");
    await page.keyboard.press("Escape");
    await page.getByText(/^BTC-PERP \S+ % · ETH-PERP 0\.00 % since the first candle in view$/).waitFor();
    await terminal.button("Indicators").click();
    await page.getByLabel("Compare with").selectOption("No other market");
    await page.keyboard.press("Escape");
    await page.getByText(/since the first candle in view/).waitFor({ state: "detached" });
  },
  FLOW_MS,
);

test(
  "another market has its own drawings, and changes in this one can still be undone",
  async () => {
    const { page } = terminal;
    const search = page.getByRole("searchbox", { name: "Search markets" });
    const choose = async (name: string) => {
      await search.fill(name);
      await search.press("ArrowDown");
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: `${name}-PERP, choose a market` }).waitFor();
      await search.fill("");
    };
    await chart.tool("Level").click();
    await chart.press(0.3, 0.4);
    const [level] = await chart.kept(1);
    await choose("ETH");
    await listed(0).waitFor();
    await choose("BTC");
    await listed(1).waitFor();
    expect(await chart.is([level!])).toBe(true);
    await terminal.button("Undo").click();
    await chart.kept(0);
  },
  FLOW_MS,
);

test(
  "damaged drawings in the browser's storage are left out, and the page starts",
  async () => {
    const { page } = terminal;
    await page.evaluate(() => {
      const stored = JSON.parse(localStorage.getItem("evermark.preferences")!);
      const damaged = [{ kind: "level" }, 5, { id: "a", kind: "level", anchors: [{ at: 1, price: 60_000 }] }];
      stored.views.drawings = { snaps: "yes", markets: { PERP_BTC_USDC: damaged, PERP_ETH_USDC: "none" } };
      localStorage.setItem("evermark.preferences", JSON.stringify(stored));
    });
    await page.reload();
    await listed(1).click();
    await terminal.button("Level 60,000").waitFor();
    await page.keyboard.press("Escape");
  },
  FLOW_MS,
);
