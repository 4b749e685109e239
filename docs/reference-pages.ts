// The generated pages by file name. Each is made from the declarations that the program itself reads. The documents for
// programs are made from the same declarations, by the venue that they describe.

import { join } from "node:path";
import { recordsPage } from "@evermark/engine/generators/records-page.ts";
import { configurationReference } from "@evermark/venue/configuration/configuration-reference.ts";
import { alertsPage } from "./alerts-page.ts";
import { commandsPage } from "./commands-page.ts";
import { endpointPages } from "./endpoints-page.ts";
import { errorsPage } from "./errors-page.ts";
import { historyPage } from "./history-page.ts";
import { journalPage } from "./journal-page.ts";
import { topicsPage } from "./topics-page.ts";

export const REFERENCE_DIRECTORY = join(import.meta.dir, "reference");

const NOTE = "<!-- Made by `npm run docs` from the declarations. Changes here are overwritten. -->\n\n";

export function referencePages(): Readonly<Record<string, string>> {
  const pages = {
    ...endpointPages(),
    "topics.md": topicsPage(),
    "errors.md": errorsPage(),
    "configuration.md": configurationReference(),
    "commands.md": commandsPage(),
    "journal.md": journalPage(),
    "records.md": recordsPage(),
    "history.md": historyPage(),
    "alerts.md": alertsPage(),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, text]) => [name, NOTE + text]));
}
