// How much a browser has to load before somebody can trade.

import { expect, test } from "bun:test";
import { bundled } from "./terminal-bundle.ts";

const SCRIPT_MAX = 300 * 1_024;
const STYLE_MAX = 40 * 1_024;

test("the terminal's scripts together are at most 300 KB, its style sheet 40 KB, as they travel", async () => {
  const { outputs, entry } = await bundled();
  const sizes = outputs.map(({ path, text }) => ({
    path,
    bytes: Bun.gzipSync(new TextEncoder().encode(text), { level: 9 }).length,
  }));
  const sum = (ending: string) =>
    sizes.filter(({ path }) => path.endsWith(ending)).reduce((total, { bytes }) => total + bytes, 0);
  expect(sum(".js")).toBeLessThan(SCRIPT_MAX);
  expect(sum(".css")).toBeLessThan(STYLE_MAX);
  expect(outputs.map(({ path }) => path)).toContain(entry.script);
  // A style sheet that only a later script needs would come too late, and a page has one link.
  expect(sizes.filter(({ path }) => path.endsWith(".css")).map(({ path }) => path)).toEqual([entry.style]);
}, 30_000);
