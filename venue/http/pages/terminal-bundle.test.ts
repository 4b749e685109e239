// How much a browser has to load before a trader can trade.

import { expect, test } from "bun:test";
import type { BundledFile } from "./bundled-file.ts";
import { bundled, packed } from "./terminal-bundle.ts";

const KB = 1_000;

/** The size as sent, compressed. */
const sizeOf = ({ bytes }: BundledFile) => packed(bytes).length;
const textOf = ({ bytes }: BundledFile) => new TextDecoder().decode(bytes);
const sum = (files: readonly BundledFile[]) => files.reduce((total, file) => total + sizeOf(file), 0);

/** A script with its static imports; what it imports later is not included. */
function withImports(script: BundledFile, scripts: readonly BundledFile[], seen = new Set<BundledFile>()) {
  if (seen.has(script)) return seen;
  seen.add(script);
  for (const [, path] of textOf(script).matchAll(/\b(?:from|import)"(\/terminal\/[^"]+)"/g)) {
    const imported = scripts.find((each) => each.path === path);
    if (imported !== undefined) withImports(imported, scripts, seen);
  }
  return seen;
}

test("a browser loads less than 300 KB of scripts in all, and less than 40 KB each of style sheets and fonts", async () => {
  const { outputs, entry } = await bundled({ isSmall: true });
  const scripts = outputs.filter(({ path }) => path.endsWith(".js"));
  const styles = outputs.filter(({ path }) => path.endsWith(".css"));
  const begun = withImports(scripts.find(({ path }) => path === entry.script)!, scripts);
  // The chart is also loaded at once, in parallel; what deposits or the sandbox need is loaded when it is wanted.
  const [chart] = scripts.filter((each) => !begun.has(each)).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  expect(sum([...withImports(chart!, scripts, begun)])).toBeLessThan(260 * KB);
  expect(sum(scripts)).toBeLessThan(300 * KB);
  expect(sum(styles)).toBeLessThan(40 * KB);
  expect(sum(outputs.filter(({ type }) => type === "font/woff2"))).toBeLessThan(40 * KB);
  // The page has a single link: a style sheet that only a later script refers to would never be loaded.
  expect(styles.map(({ path }) => path)).toEqual([entry.style]);
});

test("the libraries' licence notices stay in the scripts", async () => {
  const scripts = (await bundled({ isSmall: true })).outputs.map(textOf).join("\n");
  expect(scripts).toContain("TradingView Lightweight Charts™");
  expect(scripts).toContain("Licensed under Apache License 2.0");
  expect(scripts).toContain("noble-curves - MIT License");
});
