// The source of the class that holds the records of one kind.

import { dirname, relative } from "node:path";
import { type RecordDeclaration, type RecordField, UNITS, WORDS } from "../base/storage/record.ts";
import { accessorsOf, apartAccessors } from "./accessors.ts";
import { type FieldLayout, layoutOf } from "./layout.ts";
import { packingOf } from "./number-parts.ts";
import { elementOf, keyOf, method, store } from "./places.ts";
import { capitalized, docComment, importOf } from "./source-text.ts";

export function tableSource(record: RecordDeclaration): string {
  const layout = layoutOf(record);
  const apart = record.apart?.record;
  const members = [
    ...constructorOf(record),
    ...whole(record, layout),
    ...layout.flatMap((placed) => accessorsOf(record, placed)),
    ...(apart === undefined ? [] : layoutOf(apart).flatMap(({ field }) => apartAccessors(record, field))),
    ...notesOf(record, layout),
    ...withApart(record),
  ];
  const isAbstract = layout.some(({ field }) => field.notes !== undefined);
  const body =
    `${docComment(record.about, "")}export ${isAbstract ? "abstract " : ""}class ${record.className} ` +
    `extends ${record.kept}${keyTypeOf(record)} {\n${members.join("\n")}}\n` +
    layout.map((placed) => packingOf(record, placed)).join("");
  return `// Written by \`npm run generate\` from ${sourceOf(record)}. Changes here are overwritten.\n\n${importsOf(record, body)}\n${body}`;
}

function sourceOf({ file }: RecordDeclaration): string {
  return `${file.slice(file.lastIndexOf("/") + 1).replace(/-(table|rows)$/, "")}.record.ts`;
}

function keyTypeOf({ kept, unit }: RecordDeclaration): string {
  return kept === "SideTable" || unit === "number" ? "" : `<${unit}>`;
}

function constructorOf(record: RecordDeclaration): string[] {
  const { kept, bytes, apart } = record;
  const links = apart === undefined ? [] : [`  readonly #${apart.by}s = new ${apart.record.className}();\n`];
  if (kept === "TextTable") return [method("constructor(hash: KeyedHash)", `    super(hash, ${bytes / 8});\n`)];
  const width = kept === "Table" ? bytes / 8 : bytes;
  return [...links, method("constructor()", `    super(${width});\n`)];
}

/** The methods that act on a record as a whole. */
function whole(record: RecordDeclaration, layout: readonly FieldLayout[]): string[] {
  const { name, unit, apart } = record;
  const key = keyOf(record);
  const initial = layout.filter(({ field }) => field.initial !== undefined);
  const cleared = layout.filter(({ field }) => field.isCleared);
  const stores = (fields: readonly FieldLayout[], value: (field: RecordField) => number | undefined) =>
    fields.map((placed) => store(elementOf(record, placed), "=", `${value(placed.field)}`)).join("");
  const parts: string[] = [];
  if (initial.length > 0) {
    const body = `    const ${name} = super.allocate();\n${stores(initial, (field) => field.initial)}    return ${name};\n`;
    parts.push(
      docComment("What is not given a first value here holds what was there before.", "  ") +
        method(`override allocate(): ${unit}`, body),
    );
  }
  if (cleared.length > 0) {
    const list = cleared.map(({ field }) => field.name).join(", ");
    parts.push(
      docComment(`Makes 0: ${list}.`, "  ") +
        method(
          `clear(${key}): void`,
          stores(cleared, () => 0),
        ),
    );
  }
  if (apart === undefined) return parts;
  const { by } = apart;
  const capital = capitalized(by);
  return [
    ...parts,
    method(
      `override free(${key}): void`,
      `    const ${by} = this.#${by}(${name});\n` +
        `    if (${by} !== NONE) this.#${by}s.free(${by});\n    super.free(${name});\n`,
    ),
    method(
      `override copy(${key}, from: ${record.className}, source: ${unit}): void`,
      `    super.copy(${name}, from, source);\n    const ${by} = from.#${by}(source);\n    this.#set${capital}(${name}, NONE);\n` +
        `    if (${by} !== NONE) this.#${by}s.copy(this.#with${capital}(${name}), from.#${by}s, ${by});\n`,
    ),
    method("override write(out: ByteWriter): void", `    super.write(out);\n    this.#${by}s.write(out);\n`),
    method("override read(input: ByteReader): void", `    super.read(input);\n    this.#${by}s.read(input);\n`),
  ];
}

/** The abstract methods by which a subclass is notified of changed fields. */
function notesOf(record: RecordDeclaration, layout: readonly FieldLayout[]): string[] {
  const notes = new Set(layout.flatMap(({ field }) => field.notes ?? []));
  return [...notes].map((name) => `  protected abstract note${capitalized(name)}(${keyOf(record)}): void;\n`);
}

function withApart(record: RecordDeclaration): string[] {
  if (record.apart === undefined) return [];
  const { by, record: further } = record.apart;
  const capital = capitalized(by);
  return [
    method(
      `#with${capital}(${keyOf(record)}): ${further.unit}`,
      `    const known = this.#${by}(${record.name});\n    if (known !== NONE) return known;\n` +
        `    const ${by} = this.#${by}s.allocate();\n    this.#set${capital}(${record.name}, ${by});\n    return ${by};\n`,
    ),
  ];
}

/** The imports for everything that the body names. */
function importsOf(record: RecordDeclaration, body: string): string {
  const base = `${relative(dirname(`engine/memory/${record.file}`), "engine/base")}/`;
  const code = body.replace(/\/\*\*[\s\S]*?\*\//g, "");
  const names = (list: readonly string[]) => list.filter((name) => new RegExp(`\\b${name}\\b`).test(code));
  const types = (list: readonly string[]) => names(list).map((name) => `type ${name}`);
  const words = Object.values(WORDS).map(({ list }) => list);
  return [
    importOf(types(["ByteReader", "ByteWriter"]), `${base}storage/bytes.ts`),
    importOf(names(["NONE"]), `${base}storage/int-map.ts`),
    importOf(types(["KeyedHash"]), `${base}storage/keyed-hash.ts`),
    importOf(names(["SideTable"]), `${base}storage/side-table.ts`),
    importOf(names(["Table"]), `${base}storage/number-table.ts`),
    importOf(names(["TextTable"]), `${base}storage/text-table.ts`),
    importOf(types(UNIT_TYPES), `${base}units.ts`),
    importOf([...names(words), ...types(Object.keys(WORDS))], `${base}vocabulary.ts`),
    apartImport(record),
  ].join("");
}

function apartImport({ file, apart }: RecordDeclaration): string {
  if (apart === undefined) return "";
  const { className, file: other } = apart.record;
  const path = relative(dirname(file), other);
  return importOf([className], `${path.startsWith(".") ? path : `./${path}`}.generated.ts`);
}

const UNIT_TYPES = Object.keys(UNITS).filter((name) => name !== "number");
