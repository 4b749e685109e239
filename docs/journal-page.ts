// Makes `reference/journal.md`: every command that a journal may hold, from the engine's declarations.

import { DECLARATIONS, type Declaration, type Field, type FieldTable } from "@evermark/engine";
import { errors } from "@evermark/interface";
import { cell } from "@evermark/interface/documents/json-schema.ts";

const declared = Object.entries(DECLARATIONS).sort(([a], [b]) => a.localeCompare(b, "en"));

export function journalPage(): string {
  return `# Commands of the journal

Every change to a venue is a command: it is written to the [journal](../architecture.md#journal-format), then the engine
carries it out. Its bytes are one for its number, eight for \`at\`, the venue time in milliseconds, then the fields in the order
of the tables below. f64 and i32 are numbers of eight and four bytes. A word is one byte: its place in its list, counted from 0.
Text is UTF-8, preceded by its length in four bytes; a list is preceded by its number of items in the same way. A value that may
be null is preceded by a byte that shows whether it is present. A field that older journals lack comes last in its command;
for those journals it has the value that its description names.

The sender of a command was authorised before: the account, key and scope of the caller of an [endpoint](endpoints.md) are
checked there. A value outside its field's bounds is refused, and a refused command changes nothing. The numbers after the names of
refusals are the codes of [errors](errors.md).

| Command | Number | From |
|---|---|---|
${declared.map(([type, { tag, from }]) => `| [\`${type}\`](#${type}) | ${tag} | ${from.join(", ")} |`).join("\n")}

${declared.map(([type, declaration]) => section(type, declaration)).join("\n\n")}
`;
}

function section(type: string, { tag, does, from, refusals, fields }: Declaration): string {
  const named = refusals.map((name) => `${code(name)} (${errors[name].code})`);
  const refused = named.length === 0 ? "never refused" : `refused with ${named.join(", ")}`;
  return [`## ${type}`, cell(does), `Number ${tag} · from: ${from.join(", ")} · ${refused}`, ...tableOf(fields)].join(
    "\n\n",
  );
}

function tableOf(fields: FieldTable): string[] {
  const lines = linesOf(fields, "");
  return lines.length === 0
    ? []
    : [["| Field | Written as | Unit | Bounds | Meaning |", "|---|---|---|---|---|", ...lines].join("\n")];
}

function linesOf(fields: FieldTable, path: string): string[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { unit, meaning, bytes, absent } = field;
    const older = absent === undefined ? "" : `In older journals ${JSON.stringify(absent)}.`;
    const words = [meaning, older].filter((part) => part !== "").join(meaning.endsWith(".") ? " " : ". ");
    const line = `| \`${path}${name}\` | ${cell(written(bytes))} | ${cell(unit)} | ${cell(bounds(field))} | ${cell(words)} |`;
    return [line, ...inner(bytes, `${path}${name}`)];
  });
}

function inner(bytes: Field["bytes"], path: string): string[] {
  if (typeof bytes === "string" || Array.isArray(bytes)) return [];
  if ("optional" in bytes) return inner(bytes.optional, path);
  if ("record" in bytes) return linesOf(bytes.record, `${path}.`);
  return "list" in bytes ? linesOf(bytes.list, `${path}[].`) : [];
}

function written(bytes: Field["bytes"]): string {
  if (typeof bytes === "string") return bytes;
  if ("optional" in bytes) return `${written(bytes.optional)} or null`;
  if ("record" in bytes) return "record";
  if ("list" in bytes) return "list";
  return bytes.map((word) => (word === "" ? "empty" : code(word))).join(", ");
}

function bounds({ least, most, or = [], bytes }: Field): string {
  const counted = countedIn(bytes);
  const range = rangeOf(least, most);
  const measured = range === "" || counted === "" ? range : `${range} ${counted}${range === "at least 1" ? "" : "s"}`;
  return [measured, ...or.map(String)].filter((part) => part !== "").join(" or ");
}

function rangeOf(least: number | undefined, most: number | undefined): string {
  const [from, to] = [least, most].map((n) => n?.toLocaleString("en-US"));
  if (from === undefined) return to === undefined ? "" : `at most ${to}`;
  if (to === undefined) return `at least ${from}`;
  return from === to ? `exactly ${to}` : `${from} to ${to}`;
}

/** What the bounds of a field count; empty where they are those of its value. */
function countedIn(bytes: Field["bytes"]): "" | "character" | "item" {
  if (bytes === "text") return "character";
  if (typeof bytes === "string" || Array.isArray(bytes)) return "";
  if ("optional" in bytes) return countedIn(bytes.optional);
  return "list" in bytes ? "item" : "";
}

function code(text: string): string {
  return `\`${text}\``;
}
