// Prepares `evermark` (prepare.ts), unless it is prepared already. `npm start` and the other scripts run this first.

import { Glob } from "bun";
import { prepare } from "./prepare.ts";
import { PREPARED_DIRECTORY, ROOT } from "./prepared-program.ts";

const found = (pattern: string) => [...new Glob(pattern).scanSync(ROOT)].sort();

await prepare({
  root: ROOT,
  kept: PREPARED_DIRECTORY,
  program: "cli/evermark.ts",
  threads: found("{core,journal,venue}/**/*.worker.ts").filter((path) => !/\/(node_modules|testing)\//.test(path)),
  // Pino and SWC load parts of themselves from beside their own files.
  apart: ["pino", "@swc/wasm", "ccxt", "@foundry-rs/*", "@scalar/*"],
  besides: [
    ...["package-lock.json", "node_modules/.package-lock.json", "tsconfig.json"],
    ...found("*/package.json"),
    ...found("cli/prepared/prepare*.ts"),
  ],
});
