// What `set_market_rules` may change of a market, as fields of the command: they follow from the parameters.

import type { Field } from "./field.ts";
import { CHANGEABLE, type ParameterChanges } from "./market-parameters.ts";
import { UNITS } from "./parameter-declaration.ts";

/** So many could be changed from the beginning; commands of then end with them. */
const FIRST_CHANGES = 7;

type Changes = { readonly [Name in keyof ParameterChanges]-?: Field<Exclude<ParameterChanges[Name], undefined>, true> };

/** In the order of their bytes; null, or a field that is not there, leaves a parameter as it is. */
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
