// The terminal in a browser, as tests drive it: by the names of its parts, never by their appearance. It also records
// everything that a page must not do: scripts that fail, violations of its policy, requests to other origins, text of others
// that became markup.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";
import type { Browser } from "../browser.ts";
import { called, calledLike } from "./long-words.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const PATIENCE_MS = 20_000;

declare global {
  interface Window {
    /** Violations of the page's policy. */
    brokenRules: string[];
    /** Set when a text became markup. */
    isTaken?: boolean;
    axe: { run(where: string, options: object): Promise<{ violations: readonly AxeViolation[] }> };
  }
}

interface AxeViolation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
}

export interface Visitor {
  readonly width?: number;
  readonly height?: number;
  readonly theme?: "dark" | "light";
}

export class TerminalPage {
  readonly page: Page;
  readonly #origin: string;
  readonly #faults: string[] = [];
  readonly #elsewhere = new Set<string>();

  private constructor(page: Page, origin: string) {
    this.page = page;
    this.#origin = origin;
    page.setDefaultTimeout(PATIENCE_MS);
    page.on("pageerror", (error) => this.#faults.push(String(error)));
    page.on("console", (message) => {
      if (/Content.Security.Policy/i.test(message.text())) this.#faults.push(message.text());
    });
    for (const what of ["request", "websocket"] as const) {
      page.on(what as "request", (request) => this.#asked(request.url()));
    }
  }

  /** Opens the page of a venue, and waits until it shows a market. */
  static async open(browser: Browser, venue: { readonly url: string }, visitor: Visitor = {}): Promise<TerminalPage> {
    const terminal = await TerminalPage.openAt(browser, venue.url, visitor);
    await terminal.page.getByText("BTC-PERP").first().waitFor();
    return terminal;
  }

  /** Opens a page, without waiting for any content. */
  static async openAt({ context }: Browser, url: string, visitor: Visitor = {}): Promise<TerminalPage> {
    const { width = 1_600, height = 900, theme = "dark" } = visitor;
    const page = await context.newPage();
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ colorScheme: theme });
    await page.addInitScript(() => {
      window.brokenRules = [];
      document.addEventListener("securitypolicyviolation", ({ violatedDirective, blockedURI, sample }) =>
        window.brokenRules.push(`${violatedDirective}: ${blockedURI} ${sample}`),
      );
    });
    const terminal = new TerminalPage(page, url);
    await page.goto(url);
    return terminal;
  }

  #asked(url: string): void {
    const { protocol, host, origin } = new URL(url);
    if (protocol === "data:" || protocol === "blob:") return;
    if (host !== new URL(this.#origin).host) this.#elsewhere.add(origin);
  }

  /** Everything forbidden that this page did. */
  async misdeeds(): Promise<readonly string[]> {
    const [rules, isTaken] = await this.page.evaluate(() => [window.brokenRules, window.isTaken === true] as const);
    return [
      ...this.#faults.map((fault) => `threw: ${fault}`),
      ...rules.map((rule) => `broke its policy: ${rule}`),
      ...[...this.#elsewhere].map((origin) => `asked ${origin}`),
      ...(isTaken ? ["took a text for markup"] : []),
    ];
  }

  /** Accessibility violations that axe finds on the screen, or in a part of it. */
  async violations(part = "html"): Promise<readonly string[]> {
    // Evaluated from outside, where the page's policy does not apply.
    if (!(await this.page.evaluate(() => "axe" in window))) await this.page.evaluate(AXE);
    const found = await this.page.evaluate((where) => window.axe.run(where, { resultTypes: ["violations"] }), part);
    return found.violations.flatMap(({ id, help, nodes }) =>
      nodes.map(({ html, failureSummary = "" }) => `${id} (${help}): ${html.slice(0, 200)} ${failureSummary}`),
    );
  }

  async show(theme: "dark" | "light"): Promise<void> {
    await this.page.emulateMedia({ colorScheme: theme });
    await this.page.locator(`:root[data-theme="${theme}"]`).waitFor();
  }

  button(name: string | RegExp, within: Locator | Page = this.page): Locator {
    return within.getByRole("button", { name: typeof name === "string" ? called(name) : name });
  }

  dialog(name: string | RegExp): Locator {
    return this.page.getByRole("dialog", { name: typeof name === "string" ? calledLike(name) : name });
  }

  /** Waits for a notice, and dismisses it, because the next one may have the same title. */
  async heard(title: string): Promise<void> {
    const dismiss = this.button(`Dismiss “${title}”`);
    await dismiss.first().waitFor();
    for (const one of await dismiss.all()) await one.click();
  }

  /** Makes a burner wallet with an account, a key and play money. */
  async begin(): Promise<void> {
    await this.button("Connect").first().click();
    await this.button("Start with a burner wallet").click();
    await this.#signedIn();
  }

  /** Signs in with a wallet whose key is known. */
  async beginAs(privateKey: string): Promise<void> {
    await this.button("Connect").first().click();
    await this.page.getByText("Import the key of a burner wallet").click();
    await this.page.getByLabel("Private key of the wallet").fill(privateKey);
    await this.button("Import and sign in").click();
    await this.#signedIn();
  }

  async #signedIn(): Promise<void> {
    await this.dialog(/^Sign in/).waitFor({ state: "detached" });
    await this.isSignedIn();
  }

  /** Waits until the page shows the signed-in account, such as after a reload. */
  async isSignedIn(): Promise<void> {
    await this.button(calledLike("Account 0x")).waitFor();
  }
}
