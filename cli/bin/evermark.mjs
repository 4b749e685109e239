#!/usr/bin/env node
// The `evermark` program: see pinned-bun.mjs and ../main.ts.

import { inRepository, runPinnedBun } from "./pinned-bun.mjs";

runPinnedBun([inRepository("cli/main.ts"), ...process.argv.slice(2)], { forTests: false });
