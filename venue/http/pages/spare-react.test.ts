// That what a page leaves out of React is still there to be left out, and nothing else goes with it.

import { expect, test } from "bun:test";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spareReact } from "./spare-react.ts";

const folder = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));
const react = await Bun.file(join(folder, "cjs/react-dom-client.production.js")).text();

test("React keeps what a page begins with, and has nothing left to continue one with", () => {
  const spare = spareReact(react);
  expect(spare).toContain("exports.createRoot = ");
  expect(spare).toContain("\nReactDOMRoot.prototype.render =");
  expect(spare).not.toContain("exports.hydrateRoot");
  expect(spare).not.toContain("isHydrating = !0");
  expect(spare).toMatch(/function startViewTransition\([^)]*\) \{\nthrow Error\("left out of React"\);\n\}/);
  new Function("require", "exports", spare);
});

test("a React that calls something by another name is not cut blindly", () => {
  const renamed = react.replaceAll("startViewTransition(", "beginViewTransition(");
  expect(() => spareReact(renamed)).toThrow(/this React has no .*startViewTransition/);
});
