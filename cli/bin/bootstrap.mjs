// What `npm start`, `npm test` and `npm run bench` run: see pinned-bun.mjs.

import { inRepository, runPinnedBun } from "./pinned-bun.mjs";

const [command, ...rest] = process.argv.slice(2);

if (command === "test") {
  process.chdir(inRepository("."));
  // Five seconds, which is what Bun gives a test, are few for a venue's process on a machine that has other work to do.
  runPinnedBun(["test", "--timeout", "30000", ...rest], { forTests: true });
} else if (command === "bench") {
  runPinnedBun([inRepository("bench/main.ts"), ...rest], { forTests: true });
} else {
  runPinnedBun([inRepository("cli/main.ts"), command, ...rest], { forTests: false });
}
