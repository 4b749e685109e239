// A trader on the trading page, who opens it, signs in and places orders. All times come from the browser's own clock.

import type { BrowserContext, Page } from "playwright-core";

const PATIENCE_MS = 30_000;
/** The page can be used once the book shows a price, there is a chart, and the controls can be pressed. */
const INTERACTIVE = [
  ".book-row[data-side=asks] button",
  ".book-row[data-side=bids] button",
  ".chart-canvas canvas",
  "#ticket-connect:not(:disabled)",
];

declare global {
  interface Window {
    benchShown: Promise<number>;
  }
}

export class TerminalVisit {
  readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(PATIENCE_MS);
  }

  static async begin(context: BrowserContext): Promise<TerminalVisit> {
    return new TerminalVisit(await context.newPage());
  }

  /**
   * Loads the page with an empty browser cache.
   * @returns milliseconds from the beginning of the navigation until the market was drawn and could be traded on
   */
  async load(url: string): Promise<number> {
    const { page } = this;
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Network.clearBrowserCache");
    await page.goto(url, { waitUntil: "commit" });
    return page.evaluate(drawnAt, INTERACTIVE);
  }

  /** Makes a wallet, an account and play money by a click. */
  async signIn(): Promise<void> {
    const { page } = this;
    await page.getByRole("button", { name: "Connect", exact: true }).first().click();
    await page.getByRole("button", { name: "Start with a burner wallet", exact: true }).click();
    await page.getByRole("button", { name: /^Account 0x/ }).waitFor();
    await page.getByRole("dialog", { name: /^Sign in/ }).waitFor({ state: "detached" });
    await page
      .getByRole("tab", { name: /^Open orders/ })
      .first()
      .click();
  }

  /** @returns milliseconds from the click until the order was drawn in the list of open orders */
  async place(order: { readonly price: number; readonly size: number }): Promise<number> {
    const { page } = this;
    const form = page.getByRole("form", { name: "New order" });
    await form.getByRole("radio", { name: "Limit", exact: true }).check({ force: true });
    await form.getByRole("textbox", { name: "Price", exact: true }).fill(String(order.price));
    await form.getByRole("textbox", { name: "Size", exact: true }).fill(String(order.size));
    const price = order.price.toLocaleString("en-US");
    await page.evaluate(watchOrder, `[aria-label="Cancel Buy ${order.size} BTC at ${price}"]`);
    await form.locator("#ticket-submit").click();
    return page.evaluate(() => window.benchShown);
  }
}

// The functions below run in the page and can't use anything else from this file.

function drawnAt(selectors: readonly string[]): Promise<number> {
  return new Promise((resolve) => {
    const look = () => {
      if (!selectors.every((selector) => document.querySelector(selector) !== null)) return requestAnimationFrame(look);
      // This frame draws it, and the message shows when the drawing was done.
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve(performance.now());
      return port2.postMessage(null);
    };
    requestAnimationFrame(look);
  });
}

function watchOrder(selector: string): void {
  window.benchShown = new Promise((resolve) => {
    let clickedAt = 0;
    const onClick = ({ timeStamp }: MouseEvent) => {
      clickedAt = timeStamp;
    };
    addEventListener("click", onClick, { capture: true, once: true });
    // Requested before anything that the page requests for the same frame, so that nothing else comes between the paint
    // and the message.
    const { port1, port2 } = new MessageChannel();
    let isShown = false;
    const look = () => {
      if (isShown) return;
      port2.postMessage(null);
      requestAnimationFrame(look);
    };
    port1.onmessage = () => {
      if (isShown || document.querySelector(selector) === null) return;
      isShown = true;
      resolve(performance.now() - clickedAt);
    };
    look();
  });
}
