// Mutants that no test can kill because they don't change what the engine does, and the reason for each. This file puts
// together the tables for the folders of the engine.

import type { Explanation } from "../explained.ts";
import { base } from "./base.ts";
import { book } from "./book.ts";
import { business } from "./business.ts";
import { run } from "./engine-run.ts";
import { language } from "./language.ts";
import { liquidation } from "./liquidation.ts";
import { memory } from "./memory.ts";
import { money } from "./money.ts";
import { permissions } from "./permissions.ts";
import { risk } from "./risk.ts";

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
  ...permissions,
];
