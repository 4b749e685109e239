// The client library in a real browser, on a page of another origin than the venue's: it signs, sends, reads and follows the
// same as in a program. Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type OutsideVenue, startVenue } from "../venue/outside/whole-venue.ts";
import { type Browser, type PageServer, servePage, startBrowser } from "./browser.ts";
import type { PageResults } from "./trading-page.ts";

/** A screenshot of the page at the end, to see why a test failed. */
const SCREENSHOT = join(tmpdir(), "evermark-trading-page.png");
/** A host name that only this browser resolves, and treats as secure. */
const ELSEWHERE = "bots.example";

let venue: OutsideVenue;
let pages: PageServer;
let browser: Browser;

beforeAll(async () => {
  venue = await startVenue();
  pages = await servePage(join(import.meta.dir, "trading-page.ts"));
  browser = await startBrowser([
    `--host-resolver-rules=MAP ${ELSEWHERE} 127.0.0.1`,
    `--unsafely-treat-insecure-origin-as-secure=http://${ELSEWHERE}:${pages.port}`,
  ]);
}, 60_000);
afterAll(async () => {
  await browser?.stop();
  await pages?.stop();
  await venue?.stop();
}, 30_000);

interface Visit {
  readonly outcome: string;
  readonly seen: Partial<PageResults>;
  /** Errors that the page threw and did not catch. */
  readonly faults: readonly string[];
}

/** Opens the page under a host name and waits until it has finished. */
async function visit(host: string, screenshot?: string): Promise<Visit> {
  const page = await browser.context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(`http://${host}:${pages.port}/?venue=${encodeURIComponent(venue.url)}`);
  await page.locator("#outcome:not(:empty)").waitFor({ timeout: 45_000 });
  const outcome = (await page.locator("#outcome").textContent()) ?? "";
  const seen: Partial<PageResults> = JSON.parse((await page.locator("#seen").textContent()) ?? "{}");
  if (screenshot !== undefined) await page.screenshot({ path: screenshot, fullPage: true });
  await page.close();
  return { outcome, seen, faults };
}

describe("a page of this machine", () => {
  let outcome: string;
  let seen: Partial<PageResults>;
  let faults: readonly string[];
  beforeAll(async () => {
    ({ outcome, seen, faults } = await visit("localhost", SCREENSHOT));
  }, 60_000);

  test("completes all its steps", () => {
    expect({ outcome, faults }).toEqual({ outcome: "done", faults: [] });
  });

  test("opens an account, binds a key and claims from the faucet", () => {
    expect(seen.account?.id).toMatch(/^0x[0-9a-f]{64}$/);
    expect(seen.account?.key).toMatch(/^ed25519:\w{43,44}$/);
    expect(seen.account?.holding).toBe(10_000);
  });

  test("reads the markets, and rounds a price to a market's tick", () => {
    expect(seen.symbols).toContain("PERP_BTC_USDC");
    expect(seen.price).toBe("59000.1");
  });

  test("places a limit order, with a stored key and a clock that is an hour behind", () => {
    expect(seen.order).toEqual({ id: expect.any(Number), status: "NEW" });
  });

  test("gets the report of its order on the private stream", () => {
    const order = { side: "BUY", price: 59_000.1, quantity: 0.03 } as const;
    expect(seen.report).toEqual({ orderId: seen.order!.id, status: "NEW", ...order });
  });

  test("follows the order book", () => {
    expect(seen.book).toEqual({ isLive: true, bid: [59_000.1, 0.03] });
    expect(seen.bookAfterTrade).toEqual({ bid: [59_000.1, 0.02] });
    expect(seen.bookAfterCancel).toEqual({ bid: null });
  });

  test("receives a trade, and its own side of it", () => {
    expect(seen.trade).toEqual({ symbol: "PERP_BTC_USDC", price: 59_000.1, size: 0.01, side: "SELL" });
    const fill = { executedPrice: 59_000.1, executedQuantity: 0.01, maker: true };
    expect(seen.fill).toEqual({ orderId: seen.order!.id, status: "PARTIAL_FILLED", ...fill });
  });

  test("cancels the remainder", () => {
    expect(seen.cancel).toEqual({ orderId: seen.order!.id, status: "CANCELLED" });
  });

  test("reads a refusal with its code, and the headers that show its rate limit", () => {
    expect(seen.refusal).toEqual({ status: 400, code: -1006, limit: expect.stringMatching(/^\d+$/) });
  });
});

test("a page from elsewhere can open an account too, but gets nothing from the faucet", async () => {
  const { outcome, seen, faults } = await visit(ELSEWHERE);
  expect({ outcome, faults }).toEqual({ outcome: "done", faults: [] });
  expect(seen.account?.id).toMatch(/^0x[0-9a-f]{64}$/);
  expect(seen.account?.holding).toBeUndefined();
}, 60_000);

test("the venue reports no errors, and its books add up", () => {
  expect(venue.errors).toEqual([]);
  expect(() => venue.audit()).not.toThrow();
});
