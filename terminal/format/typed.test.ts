// A typed text is read as exactly the number it shows, or refused: checked against every way of writing a number, and
// against a slow reader of arbitrary text.

import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { decimal } from "./figure-text.ts";
import type { Numerals } from "./numerals.ts";
import { decimalOf, positiveOf, readTyped, wholeOf } from "./typed.ts";

const ENGLISH: Numerals = { group: ",", point: "." };
const OTHERS: readonly Numerals[] = [ENGLISH, { group: ".", point: "," }, { group: "’", point: "." }];

/** The whole part with its digits grouped from the right. */
function grouped(whole: string, group: string): string {
  let text = "";
  for (const [i, digit] of [...whole].reverse().entries()) text = `${digit}${i > 0 && i % 3 === 0 ? group : ""}${text}`;
  return text;
}

/**
 * The slow reference: a text is a number when it is one of the two ways in which its digits can be written. Returns the
 * number as whole units and how many places of them are a fraction.
 */
function reference(
  text: string,
  { group, point }: Numerals,
): { units: bigint; places: number } | "nothing" | "doubtful" {
  let typed = text;
  while (/^\s/.test(typed)) typed = typed.slice(1);
  while (/\s$/.test(typed)) typed = typed.slice(0, -1);
  if (typed === "") return "nothing";
  const at = typed.indexOf(point);
  const whole = at < 0 ? typed : typed.slice(0, at);
  const fraction = at < 0 ? "" : typed.slice(at + 1);
  const bare = [...whole].filter((sign) => sign !== group).join("");
  const isWritten = whole === bare || (whole === grouped(bare, group) && bare[0] !== "0");
  const isDigits = [...bare, ...fraction].every((sign) => "0123456789".includes(sign));
  const { length } = bare + fraction;
  if (!isWritten || !isDigits || length === 0 || length > 30) return "doubtful";
  return { units: BigInt(bare + fraction), places: fraction.length };
}

function expectAsReference(text: string, numerals: Numerals): void {
  const expected = reference(text, numerals);
  const read = readTyped(text, numerals);
  if (typeof expected === "string") return expect(read.is as string).toBe(expected);
  expect(read.is).toBe("decimal");
  const [whole = "", fraction = ""] = read.is === "decimal" ? read.plain.split(".") : [];
  // The same number, in its shortest form.
  expect(BigInt(whole + fraction) * 10n ** BigInt(expected.places)).toBe(
    expected.units * 10n ** BigInt(fraction.length),
  );
  expect(`${whole}.${fraction}`).toMatch(/^(0|[1-9]\d*)\.(\d*[1-9])?$/);
}

describe("a number as it is typed", () => {
  test("is read in the notation of the page, and written in that of the venue", () => {
    const read = { "58,000": "58000", "1,000": "1000", "1,234,567.5": "1234567.5", " 58,000.10\n": "58000.1" };
    for (const [text, plain] of Object.entries(read)) expect(decimalOf(text)).toBe(plain);
    expect([".5", "1.", "007.50", "0.000", "1000000"].map(decimalOf)).toEqual(["0.5", "1", "7.5", "0", "1000000"]);
  });

  test("that is ambiguous is refused with a reason", () => {
    const why = (text: string) => {
      const read = readTyped(text);
      return read.is === "doubtful" ? read.why : read.is;
    };
    for (const text of ["1,5", "0,5", "58,00", "58,0000", "1,000,00", ",5", "5,", "1.000,5", "1.000.000,5", "0,500"]) {
      expect([text, why(text)]).toEqual([text, "groups"]);
    }
    for (const text of ["1.2.3", "58.000.000", ".."]) expect(why(text)).toBe(text === ".." ? "signs" : "points");
    for (const text of [
      ".",
      ",",
      "-5",
      "+5",
      "−5",
      "1e5",
      "58 000",
      "58k",
      "$5",
      "5%",
      "٥",
      "\uff15",
      "½",
      "Infinity",
      "1'000",
    ]) {
      expect([text, why(text)]).toEqual([text, "signs"]);
    }
    expect(why("1".repeat(31))).toBe("length");
    expect(why("")).toBe("nothing");
    expect(why(" \u00a0 ")).toBe("nothing");
  });

  test("is read like the reference, in any notation", () => {
    const writing = fc.record({
      whole: fc.bigInt({ min: 0n, max: 10n ** 18n }),
      fraction: fc.option(fc.stringMatching(/^\d{0,12}$/), { nil: undefined }),
      isGrouped: fc.boolean(),
      around: fc.constantFrom("", " ", "\t", "\u00a0"),
      numerals: fc.constantFrom(...OTHERS),
    });
    fc.assert(
      fc.property(writing, ({ whole, fraction, isGrouped, around, numerals }) => {
        const { group, point } = numerals;
        const digits = isGrouped ? grouped(String(whole), group) : String(whole);
        const text = `${around}${digits}${fraction === undefined ? "" : `${point}${fraction}`}${around}`;
        expect(readTyped(text, numerals).is).toBe("decimal");
        expectAsReference(text, numerals);
      }),
      { numRuns: 2_000 },
    );
  });

  test("is read like the reference, whatever the text", () => {
    const near = fc.array(fc.constantFrom(..."00112589,,,...'’ -+e_\u00a0\u2009٣５x"), { maxLength: 12 });
    const text = fc.oneof(
      { weight: 5, arbitrary: near.map((signs) => signs.join("")) },
      fc.string({ unit: "grapheme" }),
    );
    fc.assert(fc.property(text, fc.constantFrom(...OTHERS), expectAsReference), { numRuns: 10_000 });
  });

  test("with one character added, removed or replaced never becomes another number unnoticed", () => {
    const changed = fc.record({
      whole: fc.integer({ min: 1_000, max: 10 ** 12 }),
      at: fc.nat(),
      sign: fc.constantFrom(..."0,."),
    });
    fc.assert(
      fc.property(changed, ({ whole, at, sign }) => {
        const shown = decimal(whole);
        const place = at % (shown.length + 1);
        for (const text of [
          shown.slice(0, place) + sign + shown.slice(place),
          shown.slice(0, place) + shown.slice(place + 1),
          shown.slice(0, place) + sign + shown.slice(place + 1),
        ]) {
          expectAsReference(text, ENGLISH);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  test("equals the displayed number when that is copied", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 1e15, noNaN: true }), (value) => {
        expect(Number(decimalOf(decimal(value)))).toBe(value);
      }),
    );
  });
});

test("positive numbers and whole numbers can be required", () => {
  expect(["0.5", "0", "0.00", "-1", "", "1,000"].map(positiveOf)).toEqual([
    "0.5",
    undefined,
    undefined,
    undefined,
    undefined,
    "1000",
  ]);
  expect(["10", "1,000", "1.5", "1.0", "1,0", "", "9007199254740993"].map(wholeOf)).toEqual([
    ...[10, 1_000, undefined, 1, undefined, undefined, undefined],
  ]);
});
