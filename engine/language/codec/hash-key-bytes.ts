// How the journal writes the command of language/commands/hash-key-command.ts.

import type { HashKeyCommand } from "../commands/hash-key-command.ts";
import type { Layouts } from "./fields.ts";

export const HASH_KEY_LAYOUTS: Layouts<HashKeyCommand> = {
  set_hash_key: { tag: 63, fields: [["key", "text"]] },
};
