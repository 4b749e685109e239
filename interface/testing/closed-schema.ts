// A declaration's schema as strict as the reference shows it: no object has members that it does not name.

import type { TSchema } from "typebox";

interface Parts {
  readonly type?: string;
  readonly properties?: object;
  readonly patternProperties?: object;
}

export function closed(schema: TSchema): TSchema {
  return JSON.parse(JSON.stringify(schema), (_name, value: Parts) =>
    value?.type === "object" && (value.properties !== undefined || value.patternProperties !== undefined)
      ? { ...value, additionalProperties: false }
      : value,
  );
}
