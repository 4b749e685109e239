// A browser for tests: headless Chromium with a new, empty profile, and a server for the pages that it opens.

import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type BrowserContext, chromium } from "playwright-core";

const PROGRAM = process.env.EVERMARK_CHROMIUM ?? "/usr/bin/chromium";

/** No network requests of Chromium's own, and no system sandbox, which is not available to root. */
const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export interface Browser {
  readonly context: BrowserContext;
  stop(): Promise<void>;
}

/** @throws {Error} when there is no Chromium */
export async function startBrowser(flags: readonly string[] = []): Promise<Browser> {
  if (!existsSync(PROGRAM)) throw new Error(`no Chromium at ${PROGRAM}: install it, or name it in EVERMARK_CHROMIUM`);
  const profile = mkdtempSync(join(tmpdir(), "evermark-browser-"));
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: PROGRAM,
    args: [...FLAGS, ...flags],
    viewport: { width: 1_000, height: 700 },
  });
  return {
    context,
    async stop() {
      await context.close();
      rmSync(profile, { recursive: true, force: true });
    },
  };
}

export interface PageServer {
  readonly port: number;
  stop(): Promise<void>;
}

/** Bundles a script for browsers and serves it in a page of its own. @param file a path on this machine */
export async function servePage(file: string): Promise<PageServer> {
  const { outputs } = await Bun.build({ entrypoints: [file], target: "browser" });
  const script = await outputs[0]!.text();
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    routes: {
      "/": () => new Response(PAGE, { headers: { "Content-Type": "text/html; charset=utf-8" } }),
      "/page.js": () => new Response(script, { headers: { "Content-Type": "text/javascript; charset=utf-8" } }),
    },
  });
  return { port: server.port!, stop: () => server.stop(true) };
}

/** The icon is empty, because the browser would otherwise request one. */
const PAGE = `<!doctype html>
<html lang="en">
<title>A page that trades</title>
<link rel="icon" href="data:,">
<style>body { font: 14px/1.6 monospace; margin: 2em; overflow-wrap: anywhere } #seen { display: none }</style>
<h1>A page that trades</h1>
<ol id="steps"></ol>
<p id="outcome"></p>
<pre id="seen">{}</pre>
<script type="module" src="/page.js"></script>
</html>
`;
