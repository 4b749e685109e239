// Starts `evermark`: the prepared program as long as it matches its sources, otherwise the sources themselves
// (evermark.ts).

import { preparedProgram } from "./prepared/prepared-program.ts";

await import(preparedProgram() ?? "./evermark.ts");
