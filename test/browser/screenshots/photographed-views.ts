// The views to take screenshots of: the page with each of its tabs, and everything that opens over it, found by visible names.

import { join } from "node:path";
import type { Locator } from "playwright-core";
import type { Browser } from "../browser.ts";
import type { KnownTrader } from "../terminal/counterpart.ts";
import { called, calledLike } from "../terminal/long-words.ts";
import { TerminalPage } from "../terminal/visited-terminal.ts";

export const ROOMS = { wide: [1_920, 1_080], laptop: [1_440, 900], phone: [390, 844] } as const;
export type Room = keyof typeof ROOMS;
const THEMES = ["dark", "light"] as const;
/** By then a view has got its answers; the screenshots are only for people. */
const SETTLED_MS = 1_500;

interface Wanted {
  readonly browser: Browser;
  readonly url: string;
  readonly trader: KnownTrader;
  readonly folder: string;
  /** All rooms when absent. */
  readonly rooms?: readonly Room[] | undefined;
}

/** Called for every view, with its name. */
export type Take = (name: string) => Promise<void>;

export async function photographed({ browser, url, trader, folder, rooms }: Wanted): Promise<void> {
  const into = (terminal: TerminalPage, room: string, theme: string) => async (name: string) => {
    await Bun.sleep(SETTLED_MS);
    const path = join(folder, `${`${name}-${room}-${theme}`.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.png`);
    await terminal.page.screenshot({ path });
    console.log(path);
  };
  const visitor = await TerminalPage.open(browser, { url });
  await seenByVisitors(visitor, into(visitor, "wide", "dark"));
  await visitor.beginAs(trader.wallet.privateKey);
  await visitor.page.close();
  for (const room of rooms ?? (Object.keys(ROOMS) as readonly Room[])) {
    for (const theme of THEMES) {
      const [width, height] = ROOMS[room];
      const terminal = await TerminalPage.open(browser, { url }, { width, height, theme });
      await terminal.isSignedIn();
      await seenByTraders(terminal, room, into(terminal, room, theme));
      await terminal.page.close();
    }
  }
}

/** Views of a visitor who has not signed in. */
export async function seenByVisitors(terminal: TerminalPage, take: Take): Promise<void> {
  await take("visitor");
  await terminal.button("Connect").first().click();
  await take("sign-in");
  await terminal.page.keyboard.press("Escape");
}

export async function seenByTraders(terminal: TerminalPage, room: Room, take: Take): Promise<void> {
  const { page } = terminal;
  const show = async (screen: "Chart" | "Trade" | "Portfolio") => {
    if (room === "phone")
      await page
        .getByRole("navigation", { name: calledLike("Screens") })
        .getByRole("button", { name: called(screen) })
        .click();
  };
  await show("Portfolio");
  await page.getByRole("tab", { name: calledLike("Positions") }).click();
  await take("trader");
  await overPositions(terminal, take);
  await eachTab(page.locator("body"), (name) => take(`tab-${name}`));
  // The Histories tab has tabs of its own.
  await page.getByRole("tab", { name: calledLike("Histories") }).click();
  await eachTab(page.getByRole("tabpanel", { name: calledLike("Histories") }), (name) => take(`tab-${name}`));
  if (room === "phone") {
    const screens = page.getByRole("navigation", { name: calledLike("Screens") }).getByRole("button");
    for (const name of await screens.allTextContents()) {
      await screens.filter({ hasText: name }).click();
      await take(`screen-${name}`);
      if (!name.includes("Account")) await eachTab(page.locator("main"), (tab) => take(`screen-${name}-${tab}`));
      else await closed(terminal, "Account");
    }
  }
  await show("Trade");
  await overTicket(terminal, take);
  await show("Chart");
  await overChart(terminal, take);
  await overPage(terminal, take);
}

/** The plans, which replace the order in the ticket. */
async function overTicket({ page }: TerminalPage, take: Take): Promise<void> {
  const types = page.getByRole("form", { name: called("New order") }).getByLabel(called("More types"));
  for (const plan of ["TWAP", "SCALE", "CHASE"]) {
    await types.selectOption(plan);
    await take(`plan-${plan}`);
  }
  await types.selectOption("POST_ONLY");
}

/** A drawing on the chart, removed again afterwards. */
async function overChart(terminal: TerminalPage, take: Take): Promise<void> {
  const { page } = terminal;
  await terminal.button("Draw").click();
  const tools = page.getByRole("group", { name: called("Drawing tools") });
  await terminal.button("Text", tools).click();
  await take("chart-tools");
  await page.getByRole("application").click({ position: { x: 120, y: 120 } });
  await page.getByRole("textbox", { name: called("Text") }).waitFor();
  await take("chart-drawing");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: calledLike("Drawings,") }).click();
  await take("chart-drawings");
  await terminal.button("Remove all").click();
  await take("dialog-drawings");
  await terminal.button("Remove all", page.getByRole("dialog")).click();
  await terminal.button("Draw").click();
}

/** Everything that opens from a position. */
async function overPositions(terminal: TerminalPage, take: Take): Promise<void> {
  const { page } = terminal;
  await page.getByRole("tab", { name: calledLike("Positions") }).click();
  const acts = [
    ["close", "Close BTC-PERP"],
    ["reverse", "Reverse BTC-PERP"],
    ["tpsl", "TP/SL of BTC-PERP"],
    ["margin", calledLike("Margin of SOL-PERP")],
    ["leverage", calledLike("Leverage of BTC-PERP")],
  ] as const;
  for (const [name, opener] of acts) {
    await terminal.button(opener).first().click();
    await take(`dialog-${name}`);
    await closed(terminal);
  }
}

/** Everything that opens from the head or by a shortcut. */
async function overPage(terminal: TerminalPage, take: Take): Promise<void> {
  const { page } = terminal;
  const keys = [
    ["palette", "ControlOrMeta+k"],
    ["keys", "?"],
    ["messages", "m"],
    ["cancel-all", "c"],
  ] as const;
  for (const [name, key] of keys) {
    await page.keyboard.press(key);
    await take(`dialog-${name}`);
    await closed(terminal);
  }
  for (const [name, command] of [
    ["preferences", "Preferences"],
    ["deposit", "Deposit"],
    ["withdraw", "Withdraw"],
    ["sandbox", "Sandbox"],
  ] as const) {
    await byPalette(terminal, command);
    await take(`dialog-${name}`);
    if (name === "deposit") {
      await page.getByText(calledLike("From another chain")).click();
      await take("dialog-deposit-other-chains");
    }
    if (name === "sandbox") {
      await page.locator(".sandbox-body").evaluate((body) => body.scrollTo(0, body.scrollHeight));
      await take("dialog-sandbox-end");
    }
    await closed(terminal);
  }
  await page.keyboard.press("a");
  const account = terminal.dialog("Account");
  await account.waitFor();
  await take("account");
  await eachTab(account, (name) => take(`account-${name}`));
  await closed(terminal, "Account");
}

async function byPalette(terminal: TerminalPage, command: string): Promise<void> {
  const { page } = terminal;
  await page.keyboard.press("ControlOrMeta+k");
  await terminal.dialog("Commands and markets").waitFor();
  await page.keyboard.type(command);
  await page
    .getByRole("option", { name: calledLike(command) })
    .first()
    .click();
  await terminal.dialog("Commands and markets").waitFor({ state: "detached" });
}

async function closed(terminal: TerminalPage, name?: string): Promise<void> {
  const open = name === undefined ? terminal.page.locator("dialog[open]") : terminal.dialog(name);
  await open.first().waitFor();
  await open.first().focus();
  await terminal.page.keyboard.press("Escape");
  await open.first().waitFor({ state: "detached" });
}

/** Takes each visible tab that is not selected, once. */
async function eachTab(within: Locator, take: Take): Promise<void> {
  const found = within.getByRole("tab", { selected: false });
  for (const name of await found.allTextContents()) {
    const one = within.getByRole("tab", { name, exact: true }).first();
    if (!(await one.isVisible())) continue;
    await one.click();
    await take(name);
  }
}
