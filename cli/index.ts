// The program as a value, for those who embed it.

export { evermarkProgram } from "./program.ts";
