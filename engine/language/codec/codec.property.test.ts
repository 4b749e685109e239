// The journal keeps the whole of a command: every type, every field, any values.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import { millis } from "../../base/units.ts";
import { HOT_COMMANDS_PATH, hotCommandsFile } from "../../generators/hot-commands-file.ts";
import type { Command } from "../commands/commands.ts";
import { decodeCommand, encodeCommand } from "./codec.ts";
import { type Fields, type FieldValues, type Kind, readFields, writeFields } from "./fields.ts";
import { LAYOUTS } from "./layouts.ts";

const text = fc.oneof(fc.string({ maxLength: 130 }), fc.string({ unit: "grapheme", maxLength: 20 }));
const whole = fc.oneof(
  fc.maxSafeInteger(),
  fc.nat({ max: 300 }),
  fc.constantFrom(0, -1, 2 ** 31, 2 ** 32, 2 ** 53 - 1, -(2 ** 53) + 1),
);

/** Any value that a layout's field can hold. */
function anyOf(kind: Kind): fc.Arbitrary<unknown> {
  if (kind === "f64") return whole;
  if (kind === "i32") return fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
  if (kind === "bool") return fc.boolean();
  if (kind === "text") return text;
  if (kind === "texts") return fc.array(text, { maxLength: 5 });
  if ("record" in kind) return anyRecord(kind.record);
  if ("list" in kind) return fc.array(anyRecord(kind.list), { maxLength: 10 });
  if ("optional" in kind) return fc.option(anyOf(kind.optional));
  return fc.constantFrom(...kind);
}

function anyRecord(fields: Fields): fc.Arbitrary<Record<string, unknown>> {
  return fc.record(Object.fromEntries(fields.map(([name, kind]) => [name, anyOf(kind)])));
}

for (const [type, { fields }] of Object.entries(LAYOUTS)) {
  test(`${type} comes back from its bytes as it was`, () => {
    fc.assert(
      fc.property(whole, anyRecord(fields), (at, record) => {
        const command = { type, at, ...record } as unknown as Command;
        const bytes = encodeCommand(command);
        expect(decodeCommand(bytes)).toEqual(command);
        // The bytes may be part of a longer buffer, such as a journal segment.
        const within = new Uint8Array(bytes.length + 16).fill(255);
        within.set(bytes, 7);
        expect(decodeCommand(within.subarray(7, 7 + bytes.length))).toEqual(command);
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 100), includeErrorInReport: true },
    );
  });
}

for (const [type, { fields, hot }] of Object.entries(LAYOUTS)) {
  if (hot === undefined) continue;
  test(`${type} is written out as its fields say, and read back with the same fields`, () => {
    fc.assert(
      fc.property(anyRecord(fields), (record) => {
        const byFields = new ByteWriter();
        writeFields(byFields, fields, record);
        const out = new ByteWriter();
        hot.write(out, record as unknown as Command);
        expect(out.view()).toEqual(byFields.view());

        const read: FieldValues = { type, at: 5 };
        readFields(new ByteReader(out.view()), fields, read);
        const command = hot.read(new ByteReader(out.view()), millis(5));
        expect(Object.entries(command)).toEqual(Object.entries(read));
      }),
    );
  });
}

test("the generated codec matches the declarations; if not: npm run generate", () => {
  expect(readFileSync(HOT_COMMANDS_PATH, "utf8")).toBe(hotCommandsFile());
});

test("every command has a tag of its own", () => {
  const tags = Object.values(LAYOUTS).map(({ tag }) => tag);
  expect(new Set(tags).size).toBe(tags.length);
});
