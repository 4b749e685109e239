// The methods that read and write the fields of a record.

import type { RecordDeclaration, RecordField } from "../base/storage/record.ts";
import type { FieldLayout } from "./layout.ts";
import { bitsOf, isOfNumbers, packedValue, partAccessors, typeOf } from "./number-parts.ts";
import { cast, elementOf, keyOf, method, store, valueName } from "./places.ts";
import { capitalized, docComment } from "./source-text.ts";

export function accessorsOf(record: RecordDeclaration, placed: FieldLayout): string[] {
  const { field } = placed;
  if (field.name === record.apart?.by) return [link(record, placed)];
  if (field.isPerSide) return perSide(record, placed);
  if (field.parts !== undefined) return [packedSetter(record, placed), ...partAccessors(record, placed)];
  return [getter(record, placed), setter(record, placed)];
}

/** The accessors of a field that only few records have: for a record without it, the getter returns what a new one would hold. */
export function apartAccessors(
  record: RecordDeclaration,
  { name, unit, initial, like, meaning }: RecordField,
): string[] {
  const { by } = record.apart!;
  const key = record.name;
  const value = valueName(record, name);
  const set = `set${capitalized(name)}`;
  const read = (none: string) =>
    `    const ${by} = this.#${by}(${key});\n    const kept = ${by} === NONE ? ${none} : this.#${by}s.${name}(${by});\n`;
  const write = (kept: string) =>
    `    if (${kept} !== ${initial} || this.#${by}(${key}) !== NONE) {\n` +
    `      this.#${by}s.${set}(this.#with${capitalized(by)}(${key}), ${kept});\n    }\n`;
  const getHead = `${name}(${keyOf(record)}): ${unit}`;
  const setHead = `${set}(${keyOf(record)}, ${value}: ${unit}): void`;
  if (like === undefined) {
    const body = `${read(`${initial}`)}    return ${cast("kept", unit)};\n`;
    return [docComment(meaning, "  ") + method(getHead, body), method(setHead, write(value))];
  }
  // 0 is a value of its own here and never counts as equal: it is stored as it is.
  const isLike = `${value} !== 0 && ${value} === this.${like}(${key})`;
  return [
    docComment(meaning, "  ") +
      method(
        getHead,
        `${read(`${initial}`)}    return ${cast(`(kept === ${initial} ? this.${like}(${key}) : kept)`, unit)};\n`,
      ),
    docComment(`To be set after \`${like}\`: what is the same goes on to be it.`, "  ") +
      method(setHead, `    const kept = ${isLike} ? (${cast(`${initial}`, unit)}) : ${value};\n${write("kept")}`),
  ];
}

function getter(record: RecordDeclaration, placed: FieldLayout): string {
  const { name, unit, meaning } = placed.field;
  const body = `    return ${cast(`${elementOf(record, placed)}!`, unit)};\n`;
  return docComment(meaning, "  ") + method(`${name}(${keyOf(record)}): ${unit}`, body);
}

function setter(record: RecordDeclaration, placed: FieldLayout): string {
  const { name, unit } = placed.field;
  const value = valueName(record, name);
  const head = `set${capitalized(name)}(${keyOf(record)}, ${value}: ${unit}): void`;
  return method(head, store(elementOf(record, placed), "=", value) + note(record, placed.field));
}

function packedSetter(record: RecordDeclaration, placed: FieldLayout): string {
  const { name, meaning, parts } = placed.field;
  const isByParts = isOfNumbers(parts!);
  const given = isByParts
    ? bitsOf(parts!).map(({ part }) => `${part.name}: ${typeOf(record, part)}`)
    : [`${name}: number`];
  const head = `set${capitalized(name)}(${[keyOf(record), ...given].join(", ")}): void`;
  const body = store(elementOf(record, placed), "=", isByParts ? packedValue(parts!) : name);
  return docComment(meaning, "  ") + method(head, body + note(record, placed.field));
}

function perSide(record: RecordDeclaration, placed: FieldLayout): string[] {
  const { name, unit, meaning } = placed.field;
  const sell = { ...placed, byte: placed.byte + 8 };
  const sided = (side: string, place: FieldLayout) =>
    method(`${name}${side}(${keyOf(record)}): ${unit}`, `    return ${cast(`${elementOf(record, place)}!`, unit)};\n`);
  const parameters = [keyOf(record), `side: SideNumber`, `more: ${unit}`];
  return [
    docComment(meaning, "  ") + sided("Buy", placed),
    sided("Sell", sell),
    docComment("Adds to what there is on a side.", "  ") +
      method(
        `add${capitalized(name)}(${parameters.join(", ")}): void`,
        store(elementOf(record, placed, " + side"), "+=", "more") + note(record, placed.field),
      ),
  ];
}

function note({ name }: RecordDeclaration, { notes }: RecordField): string {
  return notes === undefined ? "" : `    this.note${capitalized(notes)}(${name});\n`;
}

/** The methods that link a record to its part that is kept apart; private to the class. */
function link(record: RecordDeclaration, placed: FieldLayout): string {
  const { by, record: further } = record.apart!;
  const element = elementOf(record, placed);
  const set = `#set${capitalized(by)}(${keyOf(record)}, ${by}: ${further.unit}): void`;
  return [
    method(`#${by}(${keyOf(record)}): ${further.unit}`, `    return ${element}! as ${further.unit};\n`),
    method(set, store(element, "=", by)),
  ].join("\n");
}
