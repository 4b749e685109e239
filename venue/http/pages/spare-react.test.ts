// Checks that the parts of React that a page leaves out still exist, and that nothing else is removed with them.

import { expect, test } from "bun:test";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { spareReact } from "./spare-react.ts";

const folder = dirname(createRequire(import.meta.url).resolve("react-dom/package.json"));
const react = await Bun.file(join(folder, "cjs/react-dom-client.production.js")).text();

test("React keeps what renders a page, and nothing of hydration is left", () => {
  const spare = spareReact(react);
  expect(spare).toContain("exports.createRoot = ");
  expect(spare).toContain("\nReactDOMRoot.prototype.render =");
  expect(spare).not.toContain("exports.hydrateRoot");
  expect(spare).not.toContain("isHydrating = !0");
  expect(spare).toMatch(/function startViewTransition\([^)]*\) \{\nthrow Error\("left out of React"\);\n\}/);
  new Function("require", "exports", spare);
});

test("a React that has renamed a function is not cut blindly", () => {
  const renamed = react.replaceAll("startViewTransition(", "beginViewTransition(");
  expect(() => spareReact(renamed)).toThrow(/this React has no .*startViewTransition/);
});
