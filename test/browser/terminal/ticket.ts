// The order ticket, as a test fills it.

import type { Locator } from "playwright-core";
import type { TerminalPage } from "./terminal-page.ts";

export interface WantedOrder {
  readonly side: "Buy" | "Sell";
  readonly kind: "Limit" | "Market";
  readonly size: string;
  readonly price?: string;
}

export class Ticket {
  readonly #terminal: TerminalPage;
  readonly form: Locator;

  constructor(terminal: TerminalPage) {
    this.#terminal = terminal;
    this.form = terminal.page.getByRole("form", { name: "New order" });
  }

  async fill({ side, kind, size, price }: WantedOrder): Promise<void> {
    await this.form.getByRole("radio", { name: kind, exact: true }).check({ force: true });
    await this.form.getByRole("radio", { name: new RegExp(`^${side}`) }).check({ force: true });
    if (price !== undefined) await this.form.getByRole("textbox", { name: "Price", exact: true }).fill(price);
    await this.form.getByRole("textbox", { name: "Size", exact: true }).fill(size);
  }

  /** Presses the button once, as somebody does who means one order. */
  async place(order: WantedOrder): Promise<void> {
    await this.fill(order);
    await this.form.locator("#ticket-submit").click();
  }

  get refusal(): Locator {
    return this.form.getByText(/^Refused/);
  }

  get terminal(): TerminalPage {
    return this.#terminal;
  }
}
