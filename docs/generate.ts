// `npm run docs`: writes the generated pages, the files of the interface that come from the engine's declarations, and
// the files for an operator's other programs: alerts and the dashboard.

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

// The pages import the interface, so they are made after the part of it that was just written.
const { REFERENCE_DIRECTORY, referencePages } = await import("./reference-pages.ts");
const pages = Object.entries(referencePages());
rmSync(REFERENCE_DIRECTORY, { recursive: true, force: true });
for (const [name, text] of pages) {
  const path = join(REFERENCE_DIRECTORY, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
