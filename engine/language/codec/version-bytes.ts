// How the journal writes the commands of language/commands/version-commands.ts.

import type { VersionsCommand } from "../commands/version-commands.ts";
import type { Layouts } from "./fields.ts";

export const VERSIONS_LAYOUTS: Layouts<VersionsCommand> = {
  set_behaviour: { tag: 70, fields: [["version", "i32"]] },
  confirm_digest: { tag: 71, fields: [["digest", "text"]] },
};
