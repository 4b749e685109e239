// What `npm start`, `npm test`, `npm run test:slow`, `npm run test:browser` and `npm run bench` run: see pinned-bun.mjs.

import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository, runPinnedBun } from "./pinned-bun.mjs";

const [command, ...rest] = process.argv.slice(2);

// Five seconds, which is what Bun gives a test, are few for a venue's process on a machine that has other work to do, so
// the limit is there for what never ends, and hardly a test has one of its own. One process per core; files that follow
// each other in one share what they have imported, or half the time would go into that; threads are those of the
// prepared program.
const THREADS = ["--preload", inRepository("cli/prepared/threads.preload.ts")];
const TEST = ["test", "--timeout", "180000", "--parallel", "--no-isolate", ...THREADS];

/**
 * Tests that `npm test` passes by because of their names: what takes long and rarely breaks, and what needs a browser. Of the
 * former those that take longest begin, or the last would run alone; `--update-timings` measures them anew.
 */
const APART = {
  "test:slow": { ending: ".slow.ts", flags: ["--timings=.ci/slow-timings.json"] },
  "test:browser": { ending: ".browser.ts", flags: [] },
};

// Most tests are over before the compiler's last tier pays: without it, they take a tenth less processor time. Slow tests have it.
const SHORT_RUNS = { BUN_JSC_useFTLJIT: "0" };

if (command === "test") {
  process.chdir(inRepository("."));
  const { environment, next } = rest.length === 0 ? withEveryRefusal() : {};
  runPinnedBun([...TEST, ...rest], { forTests: true, environment: { ...SHORT_RUNS, ...environment }, next });
} else if (command in APART) {
  process.chdir(inRepository("."));
  const { ending, flags } = APART[command];
  runPinnedBun([...TEST, ...flags, ...(rest.length > 0 ? rest : filesThatEndIn(ending))], { forTests: true });
} else if (command === "bench") {
  runPinnedBun([inRepository("bench/main.ts"), ...rest], { forTests: true });
} else {
  runPinnedBun([inRepository("cli/main.ts"), command, ...rest], { forTests: false, startsVenue: true });
}

/** Whether every refusal that an endpoint can give was provoked, only all tests together can say. */
function withEveryRefusal() {
  const folder = mkdtempSync(join(tmpdir(), "evermark-provoked-"));
  return { environment: { PROVOKED_ERRORS: folder }, next: ["test/venue/provoked-errors.program.ts", folder] };
}

function filesThatEndIn(ending) {
  return readdirSync(".", { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== "node_modules")
    .flatMap(({ name }) => readdirSync(name, { recursive: true }).map((file) => `./${name}/${file}`))
    .filter((file) => file.endsWith(ending) && !file.includes("/node_modules/"));
}
