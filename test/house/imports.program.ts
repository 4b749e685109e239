// `npm run lint`: checks every import of the repository against the rules of the house.

import { join } from "node:path";
import { importsOf } from "./imports.ts";

const { files, imports, broken } = await importsOf(join(import.meta.dir, "../.."));
for (const line of broken) console.error(line);
console.log(`${files} files, ${imports} imports, ${broken.length} that break a house rule`);
process.exitCode = broken.length === 0 ? 0 : 1;
