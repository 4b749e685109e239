// `npm run records`: writes the class of each record that is declared in the engine.

import { writeFileSync } from "node:fs";
import { recordSources } from "./record-sources.ts";

for (const [path, text] of recordSources()) writeFileSync(path, text);
