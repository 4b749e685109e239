import { expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { number, type RecordDeclaration, unused, whole } from "../base/storage/record.ts";
import { RECORDS } from "../memory/records.ts";
import { CACHE_LINE, layoutOf } from "./layout.ts";
import { bitsOf } from "./number-parts.ts";
import { MEMORY, recordSources } from "./record-sources.ts";

test("the generated classes of records match their declarations; if not: npm run generate", () => {
  const sources = recordSources();
  const generated = readdirSync(MEMORY, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".generated.ts"),
  );
  expect(generated.map((name) => join(MEMORY, name)).sort()).toEqual([...sources.keys()].sort());
  for (const [path, text] of sources) expect(readFileSync(path, "utf8")).toBe(text);
});

test("no two fields of a record share a name or a byte, and each field has a meaning", () => {
  for (const record of RECORDS) {
    const fields = [...record.hot, ...record.cold];
    const parts = fields.flatMap((field) => field.parts ?? []).filter(({ kind }) => kind !== "unused");
    const names = [...fields, ...parts].map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    for (const { name, meaning } of [...fields, ...parts]) expect([record.title, name, meaning]).not.toContain("");
    const bytes = layoutOf(record).flatMap(({ field, byte }) =>
      Array.from({ length: (field.width === "number" ? 8 : 4) * (field.isPerSide ? 2 : 1) }, (_, n) => byte + n),
    );
    expect(bytes).toEqual([...new Set(bytes)]);
    expect(Math.max(...bytes)).toBeLessThan(record.bytes);
  }
});

test("what nearly every command needs of an account and of a position is in one cache line", () => {
  for (const record of RECORDS.filter(({ hot, cold }) => hot.length > 0 && cold.length > 0)) {
    expect(record.bytes % CACHE_LINE).toBe(0);
    for (const { byte, isHot } of layoutOf(record)) expect(byte < CACHE_LINE).toBe(isHot);
  }
});

test("a record is refused if its fields do not fit, or if the parts of a number do not fill its bits", () => {
  const small: RecordDeclaration = {
    ...{ name: "purse", unit: "number", title: "Purses", about: "", className: "Purses", file: "" },
    ...{ kept: "Table", bytes: 16, hot: [whole("link", "number", ""), number("money", "Micros", "")], cold: [] },
  };
  expect(layoutOf(small).map(({ byte }) => byte)).toEqual([0, 8]);
  const more = { ...small, hot: [...small.hot, whole("more", "Flag", "")] };
  expect(() => layoutOf(more)).toThrow("Purses: the fields end at byte 20, and there are 16");
  expect(() => layoutOf({ ...small, bytes: 192, hot: [], cold: [...small.hot] })).not.toThrow();
  const nine = Array.from({ length: 9 }, (_, n) => number(`n${n}`, "number", ""));
  expect(() => layoutOf({ ...small, bytes: 192, hot: nine, cold: small.hot })).toThrow("byte 72, and there are 64");
  expect(() => bitsOf([unused(31)])).toThrow("has 32 bits, and these have 31");
});
