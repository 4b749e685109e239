// The fields of `set_market_rules`, derived from the parameters: what the command may change of a listed market.

import type { Field } from "./field.ts";
import { CHANGEABLE, type ParameterChanges } from "./market-parameters.ts";
import { UNITS } from "./parameter-declaration.ts";

/** The changes that `set_market_rules` had from the beginning; commands of that time end after them. */
const FIRST_CHANGES = 7;

type Changes = { readonly [Name in keyof ParameterChanges]-?: Field<Exclude<ParameterChanges[Name], undefined>, true> };

/** In the order of their bytes; null, or a field that is missing, leaves a parameter as it is. */
export function parameterChanges(): Changes {
  const fields = CHANGEABLE.map(({ field, unit, words, change, since }) => [
    field,
    {
      bytes: { optional: UNITS[unit].bytes },
      unit,
      meaning: words,
      lacks: true,
      ...(change.place <= FIRST_CHANGES ? {} : { absent: null }),
      ...(since === undefined ? {} : { since }),
    },
  ]);
  return Object.fromEntries(fields) as Changes;
}
