// The operator's console in a browser: its key is granted on the machine; each view shows the venue's data; an act asks
// first, is carried out once and is logged; a lost answer is found; and the page is accessible without a mouse or good
// eyesight. `CONSOLE_PICTURES=<folder>` saves screenshots of each view. Needs Chromium; run by `npm run test:browser`.

import { afterAll, beforeAll, expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryDirectory } from "@evermark/journal/testing/temporary-directory.ts";
import type { RunningVenue } from "@evermark/venue/run.ts";
import type { Page } from "playwright-core";
import { askMachine } from "../venue/outside/console-caller.ts";
import { runInProcess } from "../venue/outside/whole-venue.ts";
import { type Browser, startBrowser } from "./browser.ts";
import { TerminalPage } from "./terminal/visited-terminal.ts";

const VIEWS = ["Markets", "Prices", "Fund", "Custody", "Withdrawals", "Notices", "Builders", "System", "Log"];
const LONG_MS = 120_000;

const directory = temporaryDirectory();
let running: RunningVenue;
let browser: Browser;
let page: Page;
let opened: TerminalPage;

beforeAll(async () => {
  running = await runInProcess(directory.path, { audit: false });
  browser = await startBrowser();
  opened = await TerminalPage.openAt(browser, running.consoleUrl!);
  page = opened.page;
}, LONG_MS);
afterAll(async () => {
  await browser?.stop();
  await running?.stop();
  directory[Symbol.dispose]();
}, LONG_MS);

async function grant(name: string, roles: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  const command = await page.locator(".console-command").innerText();
  const key = /key=(\S+)/.exec(command)![1]!;
  await askMachine(directory.path, { do: "grant_key", input: { name, key, roles } });
  await page.getByRole("tab", { name: "Markets" }).waitFor();
}

const show = (view: string) => page.getByRole("tab", { name: view }).click();
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const dialog = () => page.getByRole("dialog");
const done = async () => {
  await dialog()
    .getByText(/^Done: log entry \d+/)
    .waitFor();
  await dialog().getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog().waitFor({ state: "detached" });
};

test(
  "a key that is not granted shows only what to do",
  async () => {
    await page.getByRole("heading", { name: /^Operator console of/ }).waitFor();
    expect(await page.getByRole("tab").count()).toBe(0);
    expect(await opened.violations()).toEqual([]);
    await picture("sign-in");
  },
  LONG_MS,
);

test(
  "once granted on the machine, the page continues without a reload, and a key without a role has disabled buttons",
  async () => {
    await grant("anna", "view");
    await page.getByRole("cell", { name: "PERP_ETH_USDC", exact: true }).waitFor();
    expect(await button("Halt every market…").isDisabled()).toBe(true);
    expect(await button("Halt every market…").getAttribute("title")).toContain("role act");
    // Grants the same name more roles: the page reads its key again when it is loaded.
    const { rows } = (await askMachine(directory.path, { do: "keys", input: {} })) as { rows: { key: string }[] };
    await askMachine(directory.path, {
      do: "grant_key",
      input: { name: "anna", key: rows[0]!.key, roles: "act,money" },
    });
    await page.reload();
    await page.getByRole("tab", { name: "Markets" }).waitFor();
  },
  LONG_MS,
);

test(
  "an act describes its effect, is carried out once, and is in the log with its name and place",
  async () => {
    await button("State of PERP_ETH_USDC").click();
    const change = dialog().getByRole("button", { name: "Change state" });
    expect(await change.isDisabled()).toBe(true);
    await dialog().getByLabel("New state").selectOption("REDUCE_ONLY");
    await dialog()
      .getByLabel(/^Reason/)
      .fill("thin book");
    await dialog().getByText("PERP_ETH_USDC becomes REDUCE_ONLY at once.").waitFor();
    expect(await opened.violations()).toEqual([]);
    await picture("dialog");
    const before = running.venue.sequencer.appliedPosition;
    await change.dblclick();
    await done();
    await page
      .getByRole("row", { name: /PERP_ETH_USDC/ })
      .getByText("thin book")
      .waitFor();
    const { state } = running.venue.engine.market(running.venue.engine.findMarket("PERP_ETH_USDC"));
    expect(state).toBe("REDUCE_ONLY");
    await show("Log");
    const row = page.getByRole("row", { name: /symbol PERP_ETH_USDC, state REDUCE_ONLY, reason thin book/ });
    await row.getByText("anna").waitFor();
    expect(await row.count()).toBe(1);
    const position = Number(await row.locator("[data-column=position]").innerText());
    expect(position).toBeGreaterThan(before);
  },
  LONG_MS,
);

test(
  "a refusal is shown in the dialog, whose input can be changed and sent again",
  async () => {
    await show("Markets");
    await button("Rules of PERP_BTC_USDC").click();
    await dialog().getByText("how far beyond the mark price an order may be priced").waitFor();
    await picture("rules");
    await dialog().getByLabel("price range").fill("7");
    await dialog().getByRole("button", { name: "Change rules" }).click();
    await dialog()
      .getByRole("alert")
      .getByText(/^Refused: /)
      .waitFor();
    await dialog().getByLabel("price range").fill("0.04");
    await dialog().getByText("0.04").last().waitFor();
    await dialog().getByRole("button", { name: "Change rules" }).click();
    await done();
    const { parameters } = running.venue.engine.market(running.venue.engine.findMarket("PERP_BTC_USDC"));
    expect(Number(parameters.priceRange) / 1e10).toBe(0.04);
  },
  LONG_MS,
);

test(
  "an act whose answer is lost is found by its id, and one that never arrived is sent again, once",
  async () => {
    const acts = "**/operator/v1/acts/**";
    // The request reaches the venue, but its answer is lost.
    await page.route(acts, async (route) => {
      await route.fetch();
      await route.abort();
    });
    await show("Withdrawals");
    await button("Pause withdrawals…").click();
    await dialog().getByRole("button", { name: "Pause withdrawals" }).click();
    await done();
    expect(running.venue.engine.funds.withdrawalsPaused).toBe(true);
    await page.unroute(acts);
    await page.route(acts, (route) => route.abort());
    await button("Resume withdrawals…").click();
    await dialog().getByRole("button", { name: "Resume withdrawals" }).click();
    await dialog()
      .getByText(/The venue has not received it/)
      .waitFor();
    expect(running.venue.engine.funds.withdrawalsPaused).toBe(true);
    await page.unroute(acts);
    await dialog().getByRole("button", { name: "Send again" }).click();
    await done();
    expect(running.venue.engine.funds.withdrawalsPaused).toBe(false);
  },
  LONG_MS,
);

test(
  "a dialog opens and closes by keyboard alone, and returns the focus",
  async () => {
    await show("Markets");
    await button("Halt every market…").focus();
    await page.keyboard.press("Enter");
    await dialog().getByText("No orders are accepted or matched in any market").waitFor();
    await page.keyboard.press("Escape");
    await dialog().waitFor({ state: "detached" });
    expect(await button("Halt every market…").evaluate((it) => it === document.activeElement)).toBe(true);
    await page.getByRole("tab", { name: "Markets" }).focus();
    await page.keyboard.press("End");
    expect(await page.getByRole("tab", { name: "Log" }).getAttribute("aria-selected")).toBe("true");
  },
  LONG_MS,
);

test("every view is accessible, dark and light, wide and on a phone", async () => {
  await askMachine(directory.path, { do: "announce", input: { message: '<img src=x onerror="window.isTaken=true">' } });
  const found: string[] = [];
  for (const [width, height] of [
    [1_440, 900],
    [1_920, 1_080],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height });
    for (const theme of ["Dark", "Light"]) {
      await page.getByText(theme, { exact: true }).click();
      for (const view of VIEWS) {
        await show(view);
        await page.locator(".console-section, .tab-view > .empty").first().waitFor();
        if (width !== 1_920)
          found.push(...(await opened.violations()).map((each) => `${view} ${theme} ${width}: ${each}`));
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
        if (over > 0) found.push(`${view} ${theme} ${width}: ${over} px wider than the window`);
        await picture(`${view}-${width}-${theme}`.toLowerCase());
      }
    }
  }
  expect([...found, ...(await opened.misdeeds())]).toEqual([]);
}, 600_000);

test(
  "a key that is removed on the machine locks the page",
  async () => {
    await page.setViewportSize({ width: 1_440, height: 900 });
    await askMachine(directory.path, { do: "remove_key", input: { name: "anna" } });
    await page.getByRole("heading", { name: /^Operator console of/ }).waitFor();
    expect(await page.getByRole("tab").count()).toBe(0);
  },
  LONG_MS,
);

async function picture(name: string): Promise<void> {
  const folder = process.env.CONSOLE_PICTURES;
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) });
}
