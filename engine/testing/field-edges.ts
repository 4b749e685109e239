// Values at the declared bounds of fields, and just beyond them.

import { type Bounds, boundsOf, type Field, type FieldTable, isWithin } from "../language/field.ts";

/** A record with one field changed, and whether the field's bounds allow the change. */
export interface AtEdge {
  /** The path of the field, such as `receivers[].amount`. */
  readonly field: string;
  readonly record: object;
  readonly within: boolean;
}

/** Numbers, or lengths, on both sides of each bound. */
export function edgesOf(field: Bounds): number[] {
  const { least, most, or } = boundsOf(field);
  const near = [least - 1, least, most, most + 1, ...or.flatMap((n) => [n - 1, n, n + 1])];
  return [...new Set(near.filter((n) => Number.isSafeInteger(n)))];
}

/** The record once for each edge of each of its fields, one field changed at a time; in a list the first item. */
export function atEdges(table: FieldTable, record: object, path = ""): AtEdge[] {
  return Object.entries(table).flatMap(([name, field]) =>
    changesOf(field, (record as Record<string, unknown>)[name], `${path}${name}`).map((change) => ({
      field: change.field,
      record: { ...record, [name]: change.value },
      within: change.within,
    })),
  );
}

interface Change {
  readonly field: string;
  readonly value: unknown;
  readonly within: boolean;
}

function changesOf(field: Field, value: unknown, path: string): Change[] {
  if (value === null || value === undefined) return [];
  const own = edgesOf(field).flatMap((n) => {
    const changed = sized(value, n);
    return changed === undefined ? [] : [{ field: path, value: changed, within: isWithin(boundsOf(field), n) }];
  });
  return [...own, ...inside(field.bytes, value, path)];
}

function inside(bytes: Field["bytes"], value: unknown, path: string): Change[] {
  if (typeof bytes === "string" || Array.isArray(bytes)) return [];
  if ("optional" in bytes) return inside(bytes.optional, value, path);
  if ("record" in bytes) {
    return atEdges(bytes.record, value as object, `${path}.`).map(({ record, ...edge }) => ({
      ...edge,
      value: record,
    }));
  }
  const [first, ...others] = value as object[];
  if (!("list" in bytes) || first === undefined) return [];
  return atEdges(bytes.list, first, `${path}[].`).map(({ record, ...edge }) => ({
    ...edge,
    value: [record, ...others],
  }));
}

/** For a number, `n` itself; for a text or list, one like the given value of length `n`. Undefined where there is none. */
function sized(value: unknown, n: number): unknown {
  if (typeof value === "number") return n;
  if (n < 0 || n > 100_000) return undefined;
  if (typeof value === "string") return value.slice(0, n).padEnd(n, value.at(-1) ?? "A");
  const items = value as unknown[];
  return items.length === 0 && n > 0 ? undefined : Array.from({ length: n }, (_, i) => items[i % items.length]);
}
