// The reference of a venue in a real browser: it shows every call without asking another server, an account is made with
// one click, and a call that is tried is signed and answered. Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type OutsideVenue, startVenue } from "../venue/outside/whole-venue.ts";
import { type Browser, startBrowser } from "./browser.ts";

/** What the page looked like in the end, by its colours. */
const screenshot = (name: string) => join(tmpdir(), `evermark-reference-${name}.png`);

/** What the library throws when a call's window is closed while it still reads the answer. */
const CANCELLED = "The request has been cancelled";

let venue: OutsideVenue;
let browser: Browser;
let page: Page;
/** What the browser was asked to fetch, and what the page threw or complained about. */
const asked = new Set<string>();
const complaints: string[] = [];

beforeAll(async () => {
  venue = await startVenue();
  browser = await startBrowser();
  page = await browser.context.newPage();
  await page.setViewportSize({ width: 1_400, height: 900 });
  page.on("request", (request) => asked.add(new URL(request.url()).origin));
  page.on("pageerror", (error) => {
    if (!String(error).includes(CANCELLED)) complaints.push(String(error));
  });
  page.on("console", (message) => {
    if (/Content.Security.Policy/i.test(message.text())) complaints.push(message.text());
  });
}, 60_000);
afterAll(async () => {
  await browser?.stop();
  await venue?.stop();
}, 30_000);

/** Tries a call with what its example has sent. @returns the answer's text */
async function tryCall(method: string, path: string): Promise<string> {
  const button = new RegExp(`Test Request\\s*\\(${method.toLowerCase()} ${path}\\)`);
  await page.locator("button").filter({ hasText: button }).click();
  const answered = page.waitForResponse((response) => response.url() === `${venue.url}${path}`);
  await page.keyboard.press("Control+Enter");
  return (await answered).text();
}

test("shows the calls of this venue", async () => {
  await page.goto(`${venue.url}/reference`);
  await page.getByText("/v1/registration_nonce").first().waitFor();
  for (const scheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.screenshot({ path: screenshot(scheme) });
  }
}, 60_000);

test("a signed call is refused before there is a key, and carried out with one that is made with one click", async () => {
  await page.goto(`${venue.url}/reference#tag/orders/POST/v1/order`);
  expect(JSON.parse(await tryCall("POST", "/v1/order"))).toMatchObject({ success: false, code: -1001 });
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Make a sandbox account" }).click();
  await page.getByText("Signed by a sandbox account").waitFor();
  const placed = JSON.parse(await tryCall("POST", "/v1/order"));
  expect(placed).toMatchObject({ success: true, data: { symbol: "PERP_BTC_USDC", status: "NEW" } });
  await page.getByText('"order_id"').last().waitFor();
  await page.screenshot({ path: screenshot("answer") });
}, 60_000);

test("asks only the venue, and breaks no rule that the venue set for it", () => {
  expect([...asked].filter((origin) => origin !== venue.url && origin !== "null")).toEqual([]);
  expect(complaints).toEqual([]);
});
