// The generated pages by file name. Each is made from the declarations that the program itself reads.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { configurationReference } from "@evermark/venue/configuration/reference.ts";
import { commandsPage } from "./commands-page.ts";
import { endpointsPage } from "./endpoints-page.ts";
import { errorsPage } from "./errors-page.ts";
import { openApiDocument } from "./openapi.ts";
import { topicsPage } from "./topics-page.ts";

export const REFERENCE_DIRECTORY = join(import.meta.dir, "reference");

const NOTE = "<!-- Made by `npm run docs` from the declarations. Changes here are overwritten. -->\n\n";

export function referencePages(): Readonly<Record<string, string>> {
  const { version } = JSON.parse(readFileSync(join(import.meta.dir, "..", "package.json"), "utf8"));
  return {
    "endpoints.md": NOTE + endpointsPage(),
    "topics.md": NOTE + topicsPage(),
    "errors.md": NOTE + errorsPage(),
    "configuration.md": NOTE + configurationReference(),
    "commands.md": NOTE + commandsPage(),
    "openapi.json": openApiDocument(String(version)),
  };
}
