// `npm run docs`: writes the generated pages, and what the interface has of the engine's declarations.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PARAMETER_FIELDS_FILE, parameterFields } from "./parameter-fields.ts";

writeFileSync(PARAMETER_FIELDS_FILE, parameterFields());

// The pages read the interface, so they are made of what was just written.
const { REFERENCE_DIRECTORY, referencePages } = await import("./reference-pages.ts");
mkdirSync(REFERENCE_DIRECTORY, { recursive: true });
for (const [name, text] of Object.entries(referencePages())) writeFileSync(join(REFERENCE_DIRECTORY, name), text);
