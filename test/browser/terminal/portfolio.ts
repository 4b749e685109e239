// Positions, open orders and histories, as a test reads and uses them.

import type { Locator } from "playwright-core";
import type { TerminalPage } from "./terminal-page.ts";

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

  money(text: string): Locator {
    return this.#terminal.page.getByText(text).first();
  }

  /** Where an order can be cancelled, by what it says: `Buy 0.1 BTC at 59,000`. */
  order(what: string): Locator {
    return this.#terminal.button(`Cancel ${what}`);
  }

  async cancel(what: string): Promise<void> {
    await this.#tab(/^Open orders/);
    await this.order(what).click();
    await this.order(what).waitFor({ state: "detached" });
  }

  /** Closes a position by market. */
  async close(market: string): Promise<void> {
    await this.#tab(/^Positions/);
    const opener = this.#terminal.button(`Close ${market}`);
    await opener.click();
    const dialog = this.#terminal.dialog(`Close ${market}`);
    await this.#terminal.button(/^(Buy|Sell) [\d.,]+ /, dialog).click();
    await opener.waitFor({ state: "detached" });
  }

  async history(name: string): Promise<Locator> {
    const own = this.#terminal.page.getByRole("tab", { name });
    const all = this.#terminal.page.getByRole("tab", { name: /^Histor/ });
    await own.or(all).first().waitFor();
    if ((await own.count()) === 0) await all.first().click();
    await own.first().click();
    return this.#terminal.page.getByRole("table", { name });
  }

  async #tab(name: string | RegExp): Promise<void> {
    await this.#terminal.page.getByRole("tab", { name }).first().click();
  }
}
