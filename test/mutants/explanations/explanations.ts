// Mutants that no test can kill, because the engine does the same with them as without, and why: the door of a table for each room of
// the engine, by file.

import type { Explanation } from "../explained.ts";
import { base } from "./base.ts";
import { book } from "./book.ts";
import { business } from "./business.ts";
import { language } from "./language.ts";
import { liquidation } from "./liquidation.ts";
import { memory } from "./memory.ts";
import { money } from "./money.ts";
import { risk } from "./risk.ts";
import { run } from "./run.ts";
import { standing } from "./standing.ts";

export const explanations: readonly Explanation[] = [
  ...base,
  ...book,
  ...business,
  ...language,
  ...liquidation,
  ...memory,
  ...money,
  ...risk,
  ...run,
  ...standing,
];
