// Makes a declaration's schema as strict as the reference shows it: no object may have members that the schema does not name.

import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";

/** Returns what is wrong with a value; undefined when nothing is. */
export type Check = (json: unknown) => string | undefined;

interface Parts {
  readonly type?: string;
  readonly properties?: object;
  readonly patternProperties?: object;
}

/** Compiles a check that reports what is wrong. */
export function checkOf(schema: TSchema): Check {
  const validator = Compile(closed(schema));
  return (json) => {
    if (validator.Check(json)) return undefined;
    const mistakes = validator.Errors(json).slice(0, 4);
    return mistakes.map(({ instancePath, message, params }) => `${instancePath} ${message}${named(params)}`).join("; ");
  };
}

/** The names of members that an object has too many or too few. */
function named(params: object): string {
  const names = Object.values(params).flat();
  return names.length > 0 && names.every((name) => typeof name === "string") ? ` (${names.join(", ")})` : "";
}

function closed(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_name, value: Parts) =>
    value?.type === "object" && (value.properties !== undefined || value.patternProperties !== undefined)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
