// `npm run generate`: writes the files that follow from the engine's declarations: the class of each record and the encoding of
// the hot commands.

import { writeFileSync } from "node:fs";
import { HOT_COMMANDS_PATH, hotCommandsFile } from "./hot-commands-file.ts";
import { recordSources } from "./record-sources.ts";

for (const [path, text] of recordSources()) writeFileSync(path, text);
writeFileSync(HOT_COMMANDS_PATH, hotCommandsFile());
