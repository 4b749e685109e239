#!/usr/bin/env node
// The entry point of the `evermark` command: see pinned-bun.mjs and ../main.ts.

import { inRepository, runPinnedBun } from "./pinned-bun.mjs";

const words = process.argv.slice(2);
runPinnedBun([inRepository("cli/main.ts"), ...words], { forTests: false, startsVenue: words[0] === "start" });
