import { expect, test } from "bun:test";
import { join } from "node:path";
import { configurationReference } from "./configuration-reference.ts";

const page = join(import.meta.dir, "..", "docs", "configuration.md");

test("the reference page is what the tables say", async () => {
  // Out of date: bun -e 'import { configurationReference } from "./venue/configuration-reference.ts";
  // await Bun.write("docs/configuration.md", configurationReference())'
  expect(await Bun.file(page).text()).toBe(configurationReference());
});
