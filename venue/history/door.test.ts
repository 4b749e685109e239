// The rest of the venue imports history through index.ts alone.

import { expect, test } from "bun:test";
import { join } from "node:path";

test("the venue's own thread does not load the code that builds and reads the tables", async () => {
  const built = await Bun.build({
    entrypoints: [join(import.meta.dir, "index.ts")],
    target: "bun",
    packages: "external",
  });
  expect(await built.outputs[0]!.text()).not.toContain('"kysely"');
});
