// `npm run docs`: writes the generated pages, what the interface has of the engine's declarations, and what other programs of
// an operator read: alerts and the dashboard.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { program } from "@evermark/cli/command-line/command-line.ts";
import { OPERATOR_FILES } from "./operator-files.ts";
import { PARAMETER_FIELDS_FILE, parameterFields } from "./parameter-fields.ts";

program(
  "npm run docs",
  "Writes what follows from the declarations: docs/reference/, and what operators deploy.",
).parse();

writeFileSync(PARAMETER_FIELDS_FILE, parameterFields());
for (const [path, text] of Object.entries(OPERATOR_FILES)) writeFileSync(path, text);

// The pages read the interface, so they are made of what was just written.
const { REFERENCE_DIRECTORY, referencePages } = await import("./reference-pages.ts");
const pages = Object.entries(referencePages());
rmSync(REFERENCE_DIRECTORY, { recursive: true, force: true });
for (const [name, text] of pages) {
  const path = join(REFERENCE_DIRECTORY, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
