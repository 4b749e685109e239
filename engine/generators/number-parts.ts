// Code for a whole number that is packed from parts: the methods for each part, and the function that packs them.

import { type Part, type RecordDeclaration, WORDS } from "../base/storage/record.ts";
import type { FieldLayout } from "./layout.ts";
import { cast, elementOf, keyOf, method, store } from "./places.ts";
import { capitalized, docComment } from "./source-text.ts";

interface Bits {
  readonly part: Part;
  /** The number of the part's lowest bit. */
  readonly from: number;
}

/** @throws {RangeError} when the parts do not fill the number exactly */
export function bitsOf(parts: readonly Part[]): readonly Bits[] {
  let from = 0;
  const placed = parts.map((part) => {
    const bits = { part, from };
    from += part.bits;
    return bits;
  });
  if (from !== 32) throw new RangeError(`a whole number has 32 bits, and these have ${from}`);
  return placed.filter(({ part }) => part.kind !== "unused");
}

export function partAccessors(record: RecordDeclaration, placed: FieldLayout): string[] {
  const { parts } = placed.field;
  if (parts === undefined) return [];
  const element = elementOf(record, placed);
  return bitsOf(parts).flatMap((bits) => accessors(record, element, bits));
}

/** Whether all parts are numbers: then the setter takes the parts themselves; with words or flags it takes the packed number. */
export function isOfNumbers(parts: readonly Part[]): boolean {
  return bitsOf(parts).every(({ part }) => part.kind === "number");
}

export function packedValue(parts: readonly Part[], between = " | "): string {
  return givenOf(parts)
    .map(({ part, from }) => shifted(givenBits(part), from))
    .join(between);
}

function givenOf(parts: readonly Part[]): readonly Bits[] {
  return bitsOf(parts).filter(({ part }) => part.kind !== "flag" || part.set !== "later");
}

/** Empty for a field that has no parts, or whose setter takes the parts themselves. */
export function packingOf(record: RecordDeclaration, { field }: FieldLayout): string {
  if (field.parts === undefined || isOfNumbers(field.parts)) return "";
  const given = givenOf(field.parts);
  const name = `${record.name}${capitalized(field.name)}`;
  const type = capitalized(name);
  const members = given.map(({ part }) => `  readonly ${part.name}: ${typeOf(record, part)};\n`);
  return [
    `\n${docComment(`What \`${name}\` is made of.`, "")}export interface ${type} {\n${members.join("")}}\n\n`,
    `export function ${name}({ ${given.map(({ part }) => part.name).join(", ")} }: ${type}): number {\n`,
    `  return (\n    ${packedValue(field.parts, " |\n    ")}\n  );\n}\n`,
  ].join("");
}

function accessors(record: RecordDeclaration, element: string, { part, from }: Bits): string[] {
  const key = keyOf(record);
  const { name, meaning } = part;
  const value = taken(`${element}!`, part.bits, from);
  if (part.kind === "unused") return [];
  if (part.kind === "word") {
    const { list } = WORDS[part.of];
    const getter =
      docComment(meaning, "  ") + method(`${name}(${key}): ${part.of}`, `    return ${list}[${value}]!;\n`);
    if (part.of !== "Side") return [getter];
    return [getter, method(`${name}Number(${key}): SideNumber`, `    return ${cast(`(${value})`, "SideNumber")};\n`)];
  }
  if (part.kind === "number") {
    const { unit } = part;
    return [
      docComment(meaning, "  ") + method(`${name}(${key}): ${unit}`, `    return ${cast(`(${value})`, unit)};\n`),
    ];
  }
  const mask = 2 ** from;
  const capital = capitalized(name);
  const is =
    docComment(meaning, "  ") + method(`is${capital}(${key}): boolean`, `    return (${element}! & ${mask}) !== 0;\n`);
  if (part.set === "at first") return [is];
  return [is, method(`make${capital}(${key}): void`, store(element, "|=", `${mask}`))];
}

function taken(element: string, bits: number, from: number): string {
  if (from + bits === 32) return `${element} >>> ${from}`;
  const mask = 2 ** bits - 1;
  return from === 0 ? `${element} & ${mask}` : `(${element} >> ${from}) & ${mask}`;
}

function shifted(value: string, from: number): string {
  return from === 0 ? value : `(${value} << ${from})`;
}

function givenBits(part: Part): string {
  if (part.kind === "flag") return `(${part.name} ? 1 : 0)`;
  if (part.kind !== "word") return part.name;
  const { list, words } = WORDS[part.of];
  return words.length === 2 ? `(${part.name} === "${words[1]}" ? 1 : 0)` : `${list}.indexOf(${part.name})`;
}

export function typeOf(_record: RecordDeclaration, part: Part): string {
  if (part.kind === "flag") return "boolean";
  if (part.kind === "word") return part.of;
  return part.kind === "number" ? part.unit : "never";
}
