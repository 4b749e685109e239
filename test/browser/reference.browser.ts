// The API reference of a venue in a real browser: it shows every call without contacting another server, an account is made
// with one click, and a call can be tried, signed and answered. Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type OutsideVenue, startVenue } from "../venue/outside/whole-venue.ts";
import { type Browser, startBrowser } from "./browser.ts";

/** Path of a screenshot of the page at the end, by colour scheme. */
const screenshot = (name: string) => join(tmpdir(), `evermark-reference-${name}.png`);

/** The library's error when a call's window is closed while the answer is still being read. */
const CANCELLED = "The request has been cancelled";

let venue: OutsideVenue;
let browser: Browser;
let page: Page;
/** Origins that the browser requested, and errors and complaints of the page. */
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

/** Tries a call with the values of its example. @returns the answer's text */
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

test("a signed call is refused before there is a key, and carried out with one made by one click", async () => {
  await page.goto(`${venue.url}/reference#tag/orders/POST/v1/order`);
  expect(JSON.parse(await tryCall("POST", "/v1/order"))).toMatchObject({ success: false, code: -1001 });
  await page.keyboard.press("Escape");

  await page.getByRole("button", { name: "Create a sandbox account" }).click();
  await page.getByText("Signed by a sandbox account").waitFor();
  const placed = JSON.parse(await tryCall("POST", "/v1/order"));
  expect(placed).toMatchObject({ success: true, data: { symbol: "PERP_BTC_USDC", status: "NEW" } });
  await page.getByText('"order_id"').last().waitFor();
  await page.screenshot({ path: screenshot("answer") });
}, 60_000);

test("contacts only the venue, and breaks no rule of the venue's policy", () => {
  expect([...asked].filter((origin) => origin !== venue.url && origin !== "null")).toEqual([]);
  expect(complaints).toEqual([]);
});
