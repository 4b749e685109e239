// Rules that every view of the terminal keeps: it is accessible without a mouse or good eyesight, it contacts only its
// venue, and text written by others stays text. Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import type { OutsideVenue } from "../venue/outside/whole-venue.ts";
import type { Browser } from "./browser.ts";
import { type KnownTrader, quoteBothSides, SYMBOL } from "./terminal/counterpart.ts";
import { type Stage, setStage } from "./terminal/stage.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const MARKUP = '<img src="x" onerror="window.isTaken = true"><b>bold</b>';
const VIEW_MS = 60_000;

let stage: Stage | undefined;
let venue: OutsideVenue;
let browser: Browser;
let trader: KnownTrader;
let terminal: TerminalPage;

beforeAll(async () => {
  stage = await setStage();
  ({ venue, browser, trader } = stage);
  await quoteBothSides(stage.other);
  const { orders, sandbox } = trader.client;
  const tagged = { symbol: SYMBOL, side: "BUY", order_tag: MARKUP, order_quantity: 0.01 } as const;
  await orders.placeOrder({ ...tagged, order_type: "LIMIT", order_price: 59_000 });
  await orders.placeOrder({ ...tagged, order_type: "MARKET" });
  await sandbox.announce({ message: MARKUP, url: "https://example.com/" });
  await sandbox.setMarket({ symbol: "PERP_ETH_USDC", state: "REDUCE_ONLY", reason: MARKUP });
  terminal = await TerminalPage.open(browser, venue);
}, VIEW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);

/** Accessibility violations in both themes, and forbidden behaviour of the page. */
async function wrongs(): Promise<readonly string[]> {
  const found: string[] = [];
  for (const theme of ["light", "dark"] as const) {
    await terminal.show(theme);
    found.push(...(await terminal.violations()).map((violation) => `${theme}: ${violation}`));
  }
  return [...found, ...(await terminal.misdeeds())];
}

/** The same for a dialog that a button opens, which is closed again. */
async function wrongsOf(opener: string | RegExp, dialog: string | RegExp): Promise<readonly string[]> {
  await terminal.button(opener).first().click();
  await terminal.dialog(dialog).waitFor();
  const found = await wrongs();
  await terminal.page.keyboard.press("Escape");
  await terminal.dialog(dialog).waitFor({ state: "detached" });
  return found;
}

describe("there are no violations on", () => {
  test("the page before a trader has signed in", async () => expect(await wrongs()).toEqual([]), VIEW_MS);

  test("the sign-in dialog", async () => expect(await wrongsOf("Connect", "Sign in")).toEqual([]), VIEW_MS);

  test("the page of a trader, on each of its tabs", async () => {
    await terminal.beginAs(trader.wallet.privateKey);
    const found = [...(await wrongs())];
    const names = await terminal.page.getByRole("tab", { selected: false }).allTextContents();
    expect(names.length).toBeGreaterThan(0);
    for (const name of names) {
      await terminal.page.getByRole("tab", { name, exact: true }).first().click();
      found.push(...(await wrongs()).map((wrong) => `${name}: ${wrong}`));
    }
    expect(found).toEqual([]);
  }, 120_000);

  test("the sandbox drawer", async () => expect(await wrongsOf(/^Sandbox/, "Sandbox")).toEqual([]), VIEW_MS);

  test(
    "the page on a phone",
    async () => {
      await terminal.page.setViewportSize({ width: 390, height: 844 });
      expect(await wrongs()).toEqual([]);
      const across = await terminal.page.evaluate(() => document.documentElement.scrollWidth);
      expect(across).toBeLessThanOrEqual(390);
      await terminal.page.setViewportSize({ width: 1_600, height: 900 });
    },
    VIEW_MS,
  );
});

test(
  "text written by others is shown as they wrote it",
  async () => {
    await terminal.button(/^Sandbox/).click();
    await terminal.dialog("Sandbox").getByText(MARKUP).waitFor();
    expect(await terminal.page.locator("b").filter({ hasText: "bold" }).count()).toBe(0);
    expect(await terminal.misdeeds()).toEqual([]);
  },
  VIEW_MS,
);

test(
  "a visitor who prefers no motion gets none",
  async () => {
    await terminal.page.emulateMedia({ reducedMotion: "reduce" });
    const moving = await terminal.page.evaluate(() =>
      [...document.querySelectorAll("*")].filter((each) => {
        const { animationName, transitionDuration } = getComputedStyle(each);
        return animationName !== "none" || transitionDuration.split(", ").some((length) => length !== "0s");
      }),
    );
    expect(moving).toEqual([]);
  },
  VIEW_MS,
);

test("the page's policy allows no inline code and no eval, and no other page to embed it", async () => {
  const policy = (await fetch(venue.url)).headers.get("content-security-policy");
  expect(policy).toContain("script-src 'self';");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain("unsafe");
});

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
