// How generated code reads and writes one field: the only place that writes an offset. Every store to every record is made
// by `store`.

import type { RecordDeclaration } from "../base/storage/record.ts";
import { type FieldLayout, widthOf } from "./layout.ts";

/** The element of the memory that holds a field, as an expression. */
export function elementOf(record: RecordDeclaration, { field, byte }: FieldLayout, besides = ""): string {
  const width = widthOf(field.width);
  const steps = record.bytes / width;
  const row = steps === 1 ? record.name : `${record.name} * ${steps}`;
  const offset = byte === 0 ? "" : ` + ${byte / width}`;
  return `this.${field.width === "number" ? "numbers" : "ints"}[${row}${offset}${besides}]`;
}

/** A statement that stores a value in an element, or changes the value there: `operator` is `=`, `+=` or `|=`. */
export function store(element: string, operator: string, value: string): string {
  return `    ${operator === "=" ? element : `${element}!`} ${operator} ${value};\n`;
}

export function keyOf(record: RecordDeclaration): string {
  return `${record.name}: ${record.unit}`;
}

/** The name of a setter's parameter. */
export function valueName(record: RecordDeclaration, name: string): string {
  return name === record.name ? "value" : name;
}

export function cast(expression: string, unit: string): string {
  return unit === "number" ? expression : `${expression} as ${unit}`;
}

export function method(head: string, body: string): string {
  return `  ${head} {\n${body}  }\n`;
}
