// `npm run codec`: writes engine/language/codec/hot-commands.ts.

import { writeFileSync } from "node:fs";
import { HOT_COMMANDS_PATH, hotCommandsFile } from "./hot-commands.ts";

writeFileSync(HOT_COMMANDS_PATH, hotCommandsFile());
