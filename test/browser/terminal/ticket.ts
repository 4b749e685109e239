// The order ticket, as tests fill it in.

import type { Locator } from "playwright-core";
import type { TerminalPage } from "./visited-terminal.ts";

export interface WantedOrder {
  readonly side: "Buy" | "Sell" | "Close long" | "Close short";
  /** The name of the order type in the ticket. */
  readonly kind: string;
  readonly size?: string;
  readonly price?: string;
  /** Texts for other fields, by their names. */
  readonly fields?: Readonly<Record<string, string>>;
  /** Names of switches to turn on. */
  readonly switches?: readonly string[];
}

export class TicketPage {
  readonly #terminal: TerminalPage;
  readonly form: Locator;

  constructor(terminal: TerminalPage) {
    this.#terminal = terminal;
    this.form = terminal.page.getByRole("form", { name: "New order" });
  }

  async fill({ side, kind, size, price, fields = {}, switches = [] }: WantedOrder): Promise<void> {
    if (kind === "Limit" || kind === "Market") {
      await this.form.getByRole("radio", { name: kind, exact: true }).check({ force: true });
    } else await this.form.getByLabel("More types").selectOption({ label: kind });
    await this.form.getByRole("radio", { name: new RegExp(`^${side}`) }).check({ force: true });
    for (const name of switches) await this.form.getByRole("checkbox", { name, exact: true }).check();
    const texts = {
      ...(price !== undefined && { Price: price }),
      ...fields,
      ...(size !== undefined && { Size: size }),
    };
    for (const [name, text] of Object.entries(texts)) {
      await this.form.getByRole("textbox", { name, exact: true }).fill(text);
    }
  }

  /** Fills the ticket and presses the submit button once. */
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
