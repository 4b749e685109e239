// What `npm start` and `npm test` run: see pinned-bun.mjs.

import { inRepository, runPinnedBun } from "./pinned-bun.mjs";

const [command, ...rest] = process.argv.slice(2);

if (command === "test") {
  process.chdir(inRepository("."));
  runPinnedBun(["test", ...rest], { forTests: true });
} else {
  runPinnedBun([inRepository("cli/main.ts"), command, ...rest], { forTests: false });
}
