// The generated pages by file name. Each is made from the declarations that the program itself reads. The documents for
// programs are made from the same, by the venue that they describe.

import { join } from "node:path";
import { recordsPage } from "@evermark/engine/generators/records-page.ts";
import { configurationReference } from "@evermark/venue/configuration/reference.ts";
import { commandsPage } from "./commands-page.ts";
import { endpointsPage } from "./endpoints-page.ts";
import { errorsPage } from "./errors-page.ts";
import { journalPage } from "./journal-page.ts";
import { topicsPage } from "./topics-page.ts";

export const REFERENCE_DIRECTORY = join(import.meta.dir, "reference");

const NOTE = "<!-- Made by `npm run docs` from the declarations. Changes here are overwritten. -->\n\n";

export function referencePages(): Readonly<Record<string, string>> {
  return {
    "endpoints.md": NOTE + endpointsPage(),
    "topics.md": NOTE + topicsPage(),
    "errors.md": NOTE + errorsPage(),
    "configuration.md": NOTE + configurationReference(),
    "commands.md": NOTE + commandsPage(),
    "journal.md": NOTE + journalPage(),
    "records.md": NOTE + recordsPage(),
  };
}
