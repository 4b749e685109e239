// Headless Chromium with a new and empty profile, for what only a browser can measure. Without Chromium, whatever needs
// it is skipped.

import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";
import { BareTab } from "./bare-tab.ts";

export const CHROMIUM = process.env.EVERMARK_CHROMIUM ?? "/usr/bin/chromium";

/** The system's sandbox is disabled because it is not available to root; nothing may access the network by itself. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];
const VIEWPORT = { width: 1_600, height: 900 };
const START_MS_MAX = 20_000;

export function hasChromium(): boolean {
  return existsSync(CHROMIUM);
}

/**
 * @param use is given the profile's directory; a trader who signs in with it is still signed in when the browser starts
 * again
 */
export async function withProfile<Result>(use: (profile: string) => Promise<Result>): Promise<Result> {
  const profile = mkdtempSync(join(tmpdir(), "evermark-bench-browser-"));
  try {
    return await use(profile);
  } finally {
    rmSync(profile, { recursive: true, force: true });
  }
}

/** A browser that is controlled like a person would use it. */
export async function driven<Result>(profile: string, use: (context: BrowserContext) => Promise<Result>) {
  const options = { executablePath: CHROMIUM, args: FLAGS, viewport: VIEWPORT };
  const context = await chromium.launchPersistentContext(profile, options);
  try {
    return await use(context);
  } finally {
    await context.close();
  }
}

/**
 * A browser without a listener. A program that drives a browser receives each frame of a stream, and at thousands per
 * second the page's own thread would be busy with sending them.
 */
export async function undriven<Result>(profile: string, use: (open: () => Promise<BareTab>) => Promise<Result>) {
  const portFile = join(profile, "DevToolsActivePort");
  rmSync(portFile, { force: true });
  const { width, height } = VIEWPORT;
  const own = [`--user-data-dir=${profile}`, "--remote-debugging-port=0", `--window-size=${width},${height}`];
  const browser = Bun.spawn([CHROMIUM, ...FLAGS, ...own, "about:blank"], {
    stdin: "ignore",
    stdout: "ignore",
    stderr: "ignore",
  });
  try {
    const port = await portOf(portFile);
    return await use(() => BareTab.open(port));
  } finally {
    browser.kill("SIGTERM");
    await browser.exited;
  }
}

/** Waits for the file that the browser writes once it listens. */
async function portOf(file: string): Promise<string> {
  const patience = AbortSignal.timeout(START_MS_MAX);
  while (!patience.aborted) {
    const [port, path] = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
    if (port !== undefined && path) return port;
    await Bun.sleep(20);
  }
  throw new Error(`${CHROMIUM} did not print the address on which it listens`);
}
