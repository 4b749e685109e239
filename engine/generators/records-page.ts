// `docs/reference/records.md`: what the engine keeps in tables, field by field.

import { type RecordDeclaration, type RecordField, UNITS } from "../base/storage/record.ts";
import { RECORDS } from "../memory/records.ts";
import { CACHE_LINE, type FieldLayout, layoutOf, widthOf } from "./layout.ts";
import { bitsOf } from "./number-parts.ts";

const KEPT = {
  Table: "Rows are allocated and freed.",
  TextTable:
    "Rows are found by a text; its length and place, and the number to which it belongs, are in their first 16 bytes.",
  SideTable: "Rows have the same numbers as those of another table.",
} as const;

export function recordsPage(): string {
  return `# Records

The engine's tables have rows of one width in one piece of memory, of which a [snapshot](../architecture.md#versions) is a copy.
They are little-endian; a field of 8 bytes is a double that holds a whole number, a field of 4 bytes a signed integer. Hot fields
are those that nearly every command needs; if a row also has cold fields, its hot fields are in its first ${CACHE_LINE} bytes. NONE is −1.

${RECORDS.map(section).join("\n")}`;
}

function section(record: RecordDeclaration): string {
  const { title, about, kept, bytes } = record;
  const rows = layoutOf(record).flatMap((placed) => [row(placed), ...parts(placed)]);
  return [
    `## ${title}\n\n${about} ${KEPT[kept]} ${bytes} bytes each.\n\n`,
    `| Byte | Bytes | | Field | Unit | Meaning |\n|---|---|---|---|---|---|\n${rows.join("")}`,
  ].join("");
}

function row({ field, byte, isHot }: FieldLayout): string {
  const bytes = `${field.isPerSide ? "2 × " : ""}${widthOf(field.width)}`;
  const unit = field.parts === undefined ? UNITS[field.unit] : "";
  return `| ${byte} | ${bytes} | ${isHot ? "hot" : "cold"} | \`${field.name}\` | ${unit} | ${field.meaning} |\n`;
}

function parts({ field }: { readonly field: RecordField }): string[] {
  if (field.parts === undefined) return [];
  return bitsOf(field.parts).map(({ part, from }) => {
    const bits = part.bits === 1 ? `bit ${from}` : `bits ${from}–${from + part.bits - 1}`;
    const unit = part.kind === "number" ? UNITS[part.unit] : "";
    return `| | ${bits} | | \`${part.name}\` | ${unit} | ${part.meaning} |\n`;
  });
}
