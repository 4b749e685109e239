import { expect, test } from "bun:test";
import fc from "fast-check";
import { csvField, csvText, isoTime } from "./csv.ts";

test("a number keeps every digit, and a negative one does not become a formula", () => {
  expect(csvField(-0.000001)).toBe("-0.000001");
  expect(csvField(1234567.890123)).toBe("1234567.890123");
  expect(csvField(1e-9)).toBe("0.000000001");
});

test("a tag that would be a formula is only text", () => {
  for (const begin of ["=", "+", "-", "@", "\t", "\r"]) expect(csvField(`${begin}A1`)).toContain(`'${begin}A1`);
  expect(csvField('=HYPERLINK("http://x","y")')).toBe('"\'=HYPERLINK(""http://x"",""y"")"');
});

test("null is an empty field, and commas, quotes and line ends stay inside one", () => {
  expect(csvField(null)).toBe("");
  expect(csvField("a,b")).toBe('"a,b"');
  expect(csvField('say "no"')).toBe('"say ""no"""');
  expect(csvField("two\nlines")).toBe('"two\nlines"');
});

test("a table begins with its column names, and every line has an end", () => {
  expect(csvText(["Time", "Fee"], [[isoTime(0), 0.5]])).toBe("Time,Fee\r\n1970-01-01T00:00:00.000Z,0.5\r\n");
});

test("whatever the texts, a reader of RFC 4180 finds as many fields, and none is a formula", () => {
  const anyRow = fc.array(fc.oneof(fc.string(), fc.constantFrom("=1", "@x", "\r", '"', ",")), {
    minLength: 2,
    maxLength: 5,
  });
  fc.assert(
    fc.property(anyRow, (row) => {
      const fields = fieldsOf(csvText(row, []).slice(0, -2));
      expect(fields.length).toBe(row.length);
      for (const field of fields) expect(field).not.toMatch(/^[=+\-@\t\r]/);
      expect(fields.map((field, at) => (field === row[at] ? field : field.slice(1)))).toEqual(row);
    }),
  );
});

/** Parses one line character by character. */
function fieldsOf(line: string): string[] {
  const fields: string[] = [];
  let field = "";
  let isQuoted = false;
  for (let at = 0; at < line.length; at++) {
    const letter = line[at]!;
    if (isQuoted && letter === '"' && line[at + 1] === '"') {
      field += '"';
      at++;
    } else if (letter === '"') isQuoted = !isQuoted;
    else if (letter === "," && !isQuoted) {
      fields.push(field);
      field = "";
    } else field += letter;
  }
  return [...fields, field];
}
