// The entry point of `npm start`, `npm test`, `npm run test:slow`, `npm run test:browser` and `npm run bench`: see
// pinned-bun.mjs.

import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inRepository, runPinnedBun } from "./pinned-bun.mjs";

const [command, ...rest] = process.argv.slice(2);

// Bun's default limit of five seconds per test is too short for tests that start a venue's process on a busy machine.
// The limit here is meant for tests that never end, and hardly any test sets its own. One process per core; consecutive
// files in a process share the modules they import (importing again would take half the time). Worker threads run from
// the prepared program. The longest files start first, so that none runs alone at the end; `--update-timings` measures them
// again.
const THREADS = ["--preload", inRepository("cli/prepared/threads.preload.ts")];
const TEST = ["test", "--timeout", "180000", "--parallel", "--no-isolate", "--timings=.ci/timings.json", ...THREADS];

/**
 * Tests that `npm test` does not match by name: those that take long and rarely break, or need PostgreSQL or nats-server,
 * and those that need a browser.
 */
const APART = { "test:slow": ".slow.ts", "test:browser": ".browser.ts" };

// Most tests are over before the compiler's last tier pays: without it, they take a tenth less processor time. Slow tests have it.
const SHORT_RUNS = { BUN_JSC_useFTLJIT: "0" };

if (command === "test") {
  process.chdir(inRepository("."));
  const { environment, next } = rest.length === 0 ? withEveryRefusal() : {};
  runPinnedBun([...TEST, ...rest], { forTests: true, environment: { ...SHORT_RUNS, ...environment }, next });
} else if (command in APART) {
  process.chdir(inRepository("."));
  runPinnedBun([...TEST, ...(rest.length > 0 ? rest : filesThatEndIn(APART[command]))], { forTests: true });
} else if (command === "bench") {
  runPinnedBun([inRepository("bench/main.ts"), ...rest], { forTests: true });
} else {
  runPinnedBun([inRepository("cli/main.ts"), command, ...rest], { forTests: false, startsVenue: true });
}

/** Only a run of all tests can say whether every rejection that an endpoint declares was provoked. */
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
