// Mistakes with numbers that could cost money: grouped thousands, text that could be another number, a price far from the
// market; and anything that covers the submit button. Needs Chromium; run by `npm run test:browser`.

import { afterAll, afterEach, beforeAll, expect, test } from "bun:test";
import { readWaiting } from "@evermark/terminal/session/orders/waiting-algo-orders.ts";
import type { KnownTrader } from "./terminal/counterpart.ts";
import { Portfolio } from "./terminal/portfolio.ts";
import { type Stage, setMarketStage, traderPage } from "./terminal/stage.ts";
import { TicketPage } from "./terminal/ticket.ts";
import { until } from "./terminal/until.ts";
import type { TerminalPage } from "./terminal/visited-terminal.ts";

const FLOW_MS = 60_000;
const GROUPS = "Commas only group thousands";

let stage: Stage | undefined;
let trader: KnownTrader;
let terminal: TerminalPage;
let ticket: TicketPage;
let portfolio: Portfolio;

beforeAll(async () => {
  stage = await setMarketStage({ calm: true });
  ({ trader } = stage);
  terminal = await traderPage(stage);
  ticket = new TicketPage(terminal);
  portfolio = new Portfolio(terminal);
}, FLOW_MS);
afterAll(async () => {
  await stage?.strike();
}, 30_000);
afterEach(async () => expect(await terminal.misdeeds()).toEqual([]));

const openOrders = async () => (await trader.client.orders.getOrders({ status: "INCOMPLETE" })).rows;
const waiting = () => readWaiting(trader.client.algo);
const field = (name: string) => ticket.form.getByRole("textbox", { name, exact: true });

test(
  "a price typed as the page shows it is that price, and an ambiguous one is refused with a message and not sent",
  async () => {
    await ticket.place({ side: "Buy", kind: "Limit", price: "59,000", size: "0.01" });
    await until("the order", async () => ((await openOrders()).length === 1 ? true : undefined));
    expect((await openOrders())[0]).toMatchObject({ price: 59_000, quantity: 0.01 });
    for (const price of ["59,00", "59.000,5", "59 000", "5.9e4"]) {
      await ticket.fill({ side: "Buy", kind: "Limit", price, size: "0.02" });
      await ticket.form.locator("#ticket-submit").click();
      expect(await field("Price").getAttribute("aria-invalid")).toBe("true");
      // The text stays as typed: it is not converted to another number.
      expect(await field("Price").inputValue()).toBe(price);
    }
    await ticket.fill({ side: "Buy", kind: "Limit", price: "59,000", size: "0,02" });
    await ticket.form.getByText(GROUPS).waitFor();
    await ticket.form.locator("#ticket-submit").click();
    await ticket.fill({ side: "Buy", kind: "Limit", price: "59,000", size: "0.03" });
    await ticket.form.locator("#ticket-submit").click();
    await until("the second order", async () => ((await openOrders()).length === 2 ? true : undefined));
    expect((await openOrders()).map(({ quantity }) => quantity).sort()).toEqual([0.01, 0.03]);
    await trader.client.orders.cancelOrders();
  },
  FLOW_MS,
);

test(
  "a stop loss that is no number is not dropped: nothing is sent without it",
  async () => {
    const order = { side: "Buy", kind: "Limit", price: "58,000", size: "0.01" } as const;
    const protects = { switches: ["Take profit / stop loss"], fields: { "Take profit at": "65,000" } };
    await ticket.fill({ ...order, ...protects });
    await field("Stop loss at").fill("57.000,0");
    await ticket.form.locator("#ticket-submit").click();
    await ticket.form.getByText(GROUPS).waitFor();
    expect([await openOrders(), await waiting()]).toEqual([[], []]);
    await field("Stop loss at").fill("57,000");
    await ticket.form.locator("#ticket-submit").click();
    const [bracket] = await until("the bracket", async () => {
      const found = await waiting();
      return found.length > 0 ? found : undefined;
    });
    expect(JSON.stringify(bracket)).toContain('"trigger_price":57000');
    await trader.client.algo.cancelAlgoOrders();
    await until("nothing that waits", async () => ((await waiting()).length === 0 ? true : undefined));
    await ticket.form.getByRole("checkbox", { name: "Take profit / stop loss", exact: true }).uncheck();
  },
  FLOW_MS,
);

test(
  "a stop at a thousandth of the price must be confirmed, and pressing Enter twice does not confirm it",
  async () => {
    const stop = { side: "Sell", kind: "Stop market", size: "0.01", fields: { "Trigger (mark price)": "58" } } as const;
    await ticket.fill(stop);
    await field("Size").press("Enter");
    const question = terminal.dialog("Place this order?");
    await question.getByText("58 is 99.9 % below the mark price of 60,000").waitFor();
    // The cancel button has the focus.
    await terminal.page.keyboard.press("Enter");
    await question.waitFor({ state: "detached" });
    expect(await waiting()).toEqual([]);
    await ticket.form.locator("#ticket-submit").click();
    await terminal.button("Yes, do it", question).click();
    const [order] = await until("the stop", async () => ((await waiting()).length > 0 ? await waiting() : undefined));
    expect(order).toMatchObject({ trigger_price: 58 });
    // The same when the order is changed.
    await portfolio.show("Algo orders");
    await terminal.button(/58\.0, change it$/).click();
    const typed = terminal.page.getByRole("textbox", { name: /Enter saves/ });
    await typed.fill("59,0");
    await typed.press("Enter");
    await terminal.page.getByText(GROUPS).first().waitFor();
    await typed.fill("59");
    await typed.press("Enter");
    await terminal.page.getByText("59 is 99.9 % below").first().waitFor();
    expect((await waiting())[0]).toMatchObject({ trigger_price: 58 });
    await typed.fill("59,000");
    await typed.press("Enter");
    await until("the change", async () => ((await waiting())[0]?.trigger_price === 59_000 ? true : undefined));
    await trader.client.algo.cancelAlgoOrders();
  },
  FLOW_MS,
);

test(
  "take profit and stop loss of a position must be confirmed when they are far away",
  async () => {
    await ticket.place({ side: "Buy", kind: "Market", size: "0.01" });
    await portfolio.position("BTC-PERP");
    await terminal.button("TP/SL of BTC-PERP").click();
    const dialog = terminal.dialog("TP/SL of BTC-PERP").or(terminal.page.getByRole("dialog")).first();
    const submit = dialog.locator("button[type=submit]");
    await dialog.getByRole("textbox").nth(1).fill("5,700");
    await submit.dblclick();
    await dialog.getByText("5,700 is 90.5 % below the mark price of 60,000").waitFor();
    expect(await waiting()).toEqual([]);
    await dialog.getByRole("textbox").nth(1).fill("57,000");
    await submit.click();
    await dialog.waitFor({ state: "detached" });
    await until("the stop loss", async () => ((await waiting()).length === 1 ? true : undefined));
    expect(JSON.stringify(await waiting())).toContain('"trigger_price":57000');
    await trader.client.algo.cancelAlgoOrders();
  },
  FLOW_MS,
);

test(
  "the sandbox drawer does not cover the submit button, and Escape closes it after any control",
  async () => {
    for (const [width, height] of [
      [1_600, 900],
      [1_440, 900],
      [1_280, 800],
    ] as const) {
      await terminal.page.setViewportSize({ width, height });
      await terminal
        .button(/^Sandbox/)
        .first()
        .click();
      const drawer = terminal.dialog("Sandbox");
      const [over, button] = [await drawer.boundingBox(), await ticket.form.locator("#ticket-submit").boundingBox()];
      expect(button!.x + button!.width).toBeLessThanOrEqual(over!.x);
      await terminal.button("Set free", drawer).click();
      await drawer.getByText(/no source that it could follow/).waitFor();
      await terminal.page.keyboard.press("Escape");
      await drawer.waitFor({ state: "detached" });
    }
    await terminal.page.setViewportSize({ width: 1_600, height: 900 });
  },
  FLOW_MS,
);

test(
  "keys typed right after opening the palette go into its field",
  async () => {
    await terminal.page.locator("body").click({ position: { x: 2, y: 2 } });
    // Both in one turn of the page, so that nothing is rendered between them: the second key alone would open
    // cancelling all orders.
    await terminal.page.evaluate(() => {
      const press = (key: string, ctrlKey: boolean) =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key, ctrlKey, bubbles: true, cancelable: true }));
      press("k", true);
      press("c", false);
    });
    await terminal.page.keyboard.type("cas");
    const palette = terminal.dialog("Commands and markets");
    await until("what was typed", async () =>
      (await palette.getByRole("combobox").inputValue()) === "cas" ? true : undefined,
    );
    await terminal.page.keyboard.press("Escape");
    await palette.waitFor({ state: "detached" });
    expect(await terminal.page.getByRole("dialog").count()).toBe(0);
  },
  FLOW_MS,
);

test(
  "a key pressed the moment a dialog closes goes to the page again, even the one that opens the dialog",
  async () => {
    const dialog = terminal.page.getByRole("dialog");
    for (const [first, next, name] of [
      ["ControlOrMeta+k", "?", "Keys"],
      ["?", "m", "Messages"],
      ["m", "k", "Commands and markets"],
      ["ControlOrMeta+k", "k", "Commands and markets"],
      ["m", "m", "Messages"],
    ] as const) {
      await terminal.page.keyboard.press(first);
      await dialog.waitFor();
      // Both in one turn of the page: the close event of the dialog comes in the next.
      await terminal.page.evaluate((key) => {
        document.querySelector<HTMLDialogElement>("dialog[open]")!.close();
        const press = { key, ctrlKey: key === "k", bubbles: true, cancelable: true };
        document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", press));
      }, next);
      // By then, late events of the browser have been dispatched.
      await terminal.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
      expect([next, await dialog.count(), await terminal.dialog(name).count()]).toEqual([next, 1, 1]);
      await terminal.page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    // Enter after Escape runs nothing, whatever was chosen.
    await terminal.page.keyboard.press("ControlOrMeta+k");
    await terminal.page.keyboard.type("preferences");
    await terminal.page.getByRole("option", { name: "Preferences", selected: true }).waitFor();
    await terminal.page.evaluate(() => {
      document.querySelector<HTMLDialogElement>("dialog[open]")!.close();
      const press = { key: "Enter", bubbles: true, cancelable: true };
      document.activeElement!.dispatchEvent(new KeyboardEvent("keydown", press));
    });
    await dialog.waitFor({ state: "detached" });
    await terminal.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
    expect(await dialog.count()).toBe(0);
  },
  FLOW_MS,
);

test(
  "on a phone the submit button is in view, and a notice covers neither market nor price",
  async () => {
    await terminal.page.setViewportSize({ width: 390, height: 844 });
    const screens = terminal.page.getByRole("navigation", { name: "Screens" });
    await screens.getByRole("button", { name: "Trade" }).click();
    // However long the ticket is, its submit button is above the bar.
    const legs = ticket.form.getByRole("checkbox", { name: "Take profit / stop loss" });
    await legs.check();
    const submit = ticket.form.locator("#ticket-submit");
    const [button, bar] = [(await submit.boundingBox())!, (await screens.boundingBox())!];
    expect(button.y + button.height).toBeLessThanOrEqual(bar.y);
    await legs.uncheck();
    await ticket.place({ side: "Buy", kind: "Limit", price: "58,000", size: "0.01" });
    const notice = terminal.page.locator(".notice").first();
    // A notice under the pointer does not disappear.
    await notice.hover({ position: { x: 20, y: 10 } });
    // It slides in from slightly below.
    await until("a notice above the market", async () => {
      const [said, market] = [await notice.boundingBox(), await terminal.page.locator(".head-market").boundingBox()];
      return said!.y + said!.height <= market!.y ? true : undefined;
    });
    // However little space there is, it can be dismissed.
    await terminal.page.setViewportSize({ width: 240, height: 844 });
    await until("a button on the screen", async () => {
      const button = (await notice.getByRole("button").boundingBox())!;
      return button.x + button.width <= 240 ? true : undefined;
    });
    await trader.client.orders.cancelOrders();
    await terminal.page.setViewportSize({ width: 1_600, height: 900 });
  },
  FLOW_MS,
);
