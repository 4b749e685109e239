// `npm run generate`: writes what the engine's declarations imply, the class of each record and the bytes of each hot
// command.

import { writeFileSync } from "node:fs";
import { HOT_COMMANDS_PATH, hotCommandsFile } from "./hot-commands-file.ts";
import { recordSources } from "./record-sources.ts";

for (const [path, text] of recordSources()) writeFileSync(path, text);
writeFileSync(HOT_COMMANDS_PATH, hotCommandsFile());
