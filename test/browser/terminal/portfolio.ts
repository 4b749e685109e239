// Positions, open orders and histories, as tests read and use them.

import type { Locator } from "playwright-core";
import type { TerminalPage } from "./visited-terminal.ts";

export class Portfolio {
  readonly #terminal: TerminalPage;

  constructor(terminal: TerminalPage) {
    this.#terminal = terminal;
  }

  /** @returns the row of a market's position */
  async position(market: string): Promise<Locator> {
    await this.#tab(/^Positions/);
    const row = this.#terminal.page.getByRole("table", { name: "Positions" }).getByRole("row", { name: market });
    await row.waitFor();
    return row;
  }

  /** Shows a list, by the name of its tab. */
  show(list: "Positions" | "Open orders" | "Algo orders"): Promise<void> {
    return this.#tab(new RegExp(`^${list}`));
  }

  money(text: string): Locator {
    return this.#terminal.page.getByText(text).first();
  }

  /** The button that cancels an order, by the order's text: `Buy 0.1 BTC at 59,000`. */
  order(what: string): Locator {
    return this.#terminal.button(`Cancel ${what}`);
  }

  async cancel(what: string): Promise<void> {
    await this.#tab(/^Open orders/);
    await this.order(what).click();
    await this.order(what).waitFor({ state: "detached" });
  }

  /** Changes a figure of an order in its row. */
  async amend(figure: "Price" | "Quantity" | "Distance %", from: string, to: string): Promise<void> {
    // The button's text may have trailing zeros up to the tick or the lot.
    const [whole = "", places = ""] = from.split(".");
    const shown = `${whole}${places === "" ? "(\\.0+)?" : `\\.${places}0*`}`;
    await this.#terminal.button(new RegExp(`^${figure} ${shown}, change it$`)).click();
    const field = this.#terminal.page.getByRole("textbox", { name: new RegExp(`^${figure}: Enter saves`) });
    await field.fill(to);
    await field.press("Enter");
  }

  /** Opens a dialog, fills some of its fields, and submits it. */
  async complete(opener: string, fields: Readonly<Record<string, string>>): Promise<void> {
    await this.#terminal.button(opener).click();
    const dialog = this.#terminal.page.getByRole("dialog");
    for (const [name, text] of Object.entries(fields)) await dialog.getByRole("textbox", { name }).fill(text);
    await dialog.locator("button[type=submit]").click();
    await dialog.waitFor({ state: "detached" });
  }

  /** Closes a position by market: all of it, or the given part with the given submit button. */
  async close(market: string, part?: string, submit: string | RegExp = /^(Buy|Sell) [\d.,]+ /): Promise<void> {
    await this.#tab(/^Positions/);
    const opener = this.#terminal.button(`Close ${market}`);
    await opener.click();
    const dialog = this.#terminal.dialog(`Close ${market}`);
    if (part !== undefined) await dialog.getByRole("radio", { name: part }).check({ force: true });
    await this.#terminal.button(submit, dialog).click();
    await dialog.waitFor({ state: "detached" });
    if (part === undefined) await opener.waitFor({ state: "detached" });
  }

  /** The button that changes the margin of an isolated position. */
  margin(market: string, margin: string): Locator {
    return this.#terminal.button(`Margin of ${market}: ${margin} USDC, change it`);
  }

  /** Adds margin to an isolated position with margin `from`, or removes some. */
  async moveMargin(market: string, from: string, direction: "Add" | "Remove", amount: string): Promise<void> {
    await this.#tab(/^Positions/);
    await this.margin(market, from).click();
    const dialog = this.#terminal.dialog(`Margin of ${market}`);
    await dialog.getByRole("radio", { name: direction }).check({ force: true });
    await dialog.getByRole("textbox", { name: "Amount" }).fill(amount);
    await this.#terminal.button(/margin/, dialog).click();
    await dialog.waitFor({ state: "detached" });
  }

  async history(name: string): Promise<Locator> {
    const own = this.#terminal.page.getByRole("tab", { name });
    const all = this.#terminal.page.getByRole("tab", { name: /^Histor/ });
    await own.or(all).first().waitFor();
    if ((await own.count()) === 0) await all.first().click();
    await own.first().press("Enter");
    return this.#terminal.page.getByRole("table", { name });
  }

  async #tab(name: string | RegExp): Promise<void> {
    await this.#terminal.page.getByRole("tab", { name }).first().click();
  }
}
