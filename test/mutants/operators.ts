// Every kind of small change, by name. docs/mutation-testing.md describes what each is for.

import type { Operator } from "./mutant.ts";
import { comparison } from "./operators/comparison.ts";
import { snapshot } from "./operators/forgotten-fields.ts";
import { term } from "./operators/forgotten-terms.ts";
import { number } from "./operators/numbers.ts";
import { rounding } from "./operators/rounding.ts";
import { side } from "./operators/sides.ts";
import { check, statement } from "./operators/statements.ts";

export const operators: Readonly<Record<string, Operator>> = {
  comparison,
  rounding,
  snapshot,
  term,
  statement,
  check,
  side,
  number,
};
