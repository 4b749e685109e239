// What starts `evermark`: the program as it was prepared, as long as that is what its sources are; else the sources, evermark.ts.

import { preparedProgram } from "./prepared/prepared-program.ts";

await import(preparedProgram() ?? "./evermark.ts");
