// `npm run docs`: writes the generated pages.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { REFERENCE_DIRECTORY, referencePages } from "./reference-pages.ts";

mkdirSync(REFERENCE_DIRECTORY, { recursive: true });
for (const [name, text] of Object.entries(referencePages())) writeFileSync(join(REFERENCE_DIRECTORY, name), text);
