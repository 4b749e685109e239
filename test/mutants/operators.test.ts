// Each kind of change, on a few lines of code.

import { describe, expect, test } from "bun:test";
import { mutated } from "./mutant.ts";
import { mutantsOf } from "./sites.ts";

/** The text after each change of one kind. */
function changed(operator: string, text: string): string[] {
  return mutantsOf("engine/some.ts", text, [operator]).map(({ edits }) => mutated(text, edits));
}

test("a comparison includes equality where it did not, or the reverse; equal becomes different", () => {
  expect(changed("comparison", "a < b;")).toEqual(["a <= b;"]);
  expect(changed("comparison", "(a + 1) >= b;")).toEqual(["(a + 1) > b;"]);
  expect(changed("comparison", "x = a === b ? 1 : 2;")).toEqual(["x = a !== b ? 1 : 2;"]);
  expect(changed("comparison", "x = a * b;")).toEqual([]);
});

test("but not where a choice between equal values makes no difference, nor at the last row of a table", () => {
  const choices = ["a < b ? a : b;", "a >= 2 ? 2 : a;", "a > b ? a - b : 0;", "low > a ? low - a : 0n;"];
  for (const choice of choices) expect(changed("comparison", `x = ${choice}`)).toEqual([]);
  expect(changed("comparison", "x = a < b ? a : 0;")).toEqual(["x = a <= b ? a : 0;"]);
  expect(changed("comparison", "x = a === b ? a : b;")).toEqual(["x = a !== b ? a : b;"]);
  expect(changed("comparison", "for (let row = 0; row < rows.used; row++) see(row);")).toEqual([]);
  expect(changed("comparison", "for (let i = 0; i < list.length; i++) see(i);").length).toBe(1);
});

describe("a rounding goes in the other direction", () => {
  test("with Math's functions", () => {
    expect(changed("rounding", "Math.floor(a / b);")).toEqual(["Math.ceil(a / b);"]);
    expect(changed("rounding", "other.floor(a / b);")).toEqual([]);
  });

  test("with our own functions, which are imported if they were not", () => {
    const text = 'import { mulDivFloor } from "./arithmetic.ts";\nmulDivFloor(a, b, c);';
    expect(changed("rounding", text)).toEqual([
      'import { mulDivFloor, mulDivCeil } from "./arithmetic.ts";\nmulDivCeil(a, b, c);',
    ]);
    const both = 'import { divCeil, divFloor } from "./arithmetic.ts";\ndivFloor(a, b);';
    expect(changed("rounding", both)).toEqual(['import { divCeil, divFloor } from "./arithmetic.ts";\ndivCeil(a, b);']);
    const own = "function divFloor() {}\nfunction divCeil() {}\ndivCeil();";
    expect(changed("rounding", own)).toEqual(["function divFloor() {}\nfunction divCeil() {}\ndivFloor();"]);
  });
});

test("one term of a sum, of a difference or of conditions is dropped", () => {
  expect(changed("term", "x = a + b;")).toEqual(["x = a;", "x = b;"]);
  expect(changed("term", "x = a - b;")).toEqual(["x = a;"]);
  expect(changed("term", "x = a && b > 1;")).toEqual(["x = a;", "x = (b > 1);"]);
  expect(changed("term", "x = a || b;")).toEqual(["x = a;", "x = b;"]);
  expect(changed("term", 'x = a + "text";')).toEqual([]);
});

test("a statement with an effect is removed", () => {
  expect(changed("statement", "{ rows.setCost(row, 1); other; }")).toEqual(["{  other; }"]);
  expect(changed("statement", "if (a) b += 1;")).toEqual(["if (a) {}"]);
  expect(changed("statement", "for (const a of b) touched.add(a);")).toEqual(["for (const a of b) {}"]);
  expect(changed("statement", "class A extends B { constructor() { super(); } }")).toEqual([]);
  expect(changed("statement", "const a = b();")).toEqual([]);
});

test("a check that ends a function is removed", () => {
  expect(changed("check", "function f() { if (a) return b; }")).toEqual(["function f() { if (false) return b; }"]);
  expect(changed("check", "for (;;) { if (a) { continue; } }")).toEqual(["for (;;) { if (false) { continue; } }"]);
  expect(changed("check", "function f() { if (a) return b; else return c; }")).toEqual([]);
  expect(changed("check", "if (a) b();")).toEqual([]);
});

describe("a side becomes the other one", () => {
  test("by its word, but not in a type", () => {
    expect(changed("side", 'const side: "BUY" | "SELL" = "BUY";')).toEqual(['const side: "BUY" | "SELL" = "SELL";']);
  });

  test("by the property of a book or a bound", () => {
    expect(changed("side", "market.bids.best();")).toEqual(["market.asks.best();"]);
    expect(changed("side", "x = Math.max(a, b);")).toEqual(["x = Math.min(a, b);"]);
    expect(changed("side", "x = map.toString();")).toEqual([]);
  });

  test("by a flag, where it is used as a value", () => {
    expect(changed("side", "function f(isBuy: boolean) { return isBuy ? 1 : 2; }")).toEqual([
      "function f(isBuy: boolean) { return (!isBuy) ? 1 : 2; }",
    ]);
    expect(changed("side", "f({ isBuy });")).toEqual(["f({ isBuy: !isBuy });"]);
    expect(changed("side", "x = orders.isBuy(order);")).toEqual(["x = !orders.isBuy(order);"]);
    expect(changed("side", "const { isBuy } = order;")).toEqual([]);
  });
});

test("a number becomes one more and one less", () => {
  expect(changed("number", "x = 30_000;")).toEqual(["x = 30001;", "x = 29999;"]);
  expect(changed("number", "x = list[0];")).toEqual(["x = list[1];", "x = list[(-1)];"]);
  expect(changed("number", "x = 5n;")).toEqual(["x = 6n;", "x = 4n;"]);
  expect(changed("number", "let x: 1 | 2;")).toEqual([]);
});

test("but not an initial capacity", () => {
  expect(changed("number", "out = new ByteWriter(64);")).toEqual([]);
  expect(changed("number", "pool = new Int32Array(4 * LEAF).fill(NONE);")).toEqual([]);
  expect(changed("number", "view = new Uint8Array(buffer, 8);")).toEqual([
    "view = new Uint8Array(buffer, 9);",
    "view = new Uint8Array(buffer, 7);",
  ]);
  expect(changed("number", "sum = new Sum(3);").length).toBe(2);
});

describe("a field is read and discarded", () => {
  const reading = (body: string) => `function read(input: ByteReader) { ${body} }`;

  test("when it is assigned from what was read", () => {
    expect(changed("snapshot", reading("this.cap = input.f64();"))).toEqual([reading("void input.f64();")]);
    expect(changed("snapshot", reading("this.all = readAll(input);"))).toEqual([reading("void readAll(input);")]);
  });

  test("when it is part of a new object", () => {
    expect(changed("snapshot", reading("return { id: input.text(), open: input.u8() === 1 };"))).toEqual([
      reading('return { id: (input.text(), ""), open: input.u8() === 1 };'),
      reading("return { id: input.text(), open: (input.u8(), 0) === 1 };"),
    ]);
  });

  test("when many are read at once", () => {
    expect(changed("snapshot", reading("input.raw(this.numbers);"))).toEqual([
      reading("input.raw(new Uint8Array(this.numbers.length));"),
    ]);
  });

  test("but not the count of a loop, nor a call on something else", () => {
    expect(changed("snapshot", reading("for (let n = input.i32(); n > 0; n--) this.add(n);"))).toEqual([]);
    expect(changed("snapshot", "function write(out: ByteWriter) { out.raw(this.numbers); }")).toEqual([]);
  });
});

test("what an assertion checks and what a fault says stay unchanged", () => {
  const text =
    'assert(a < b + 1, "less"); if (!(c >= 2)) broken("d", { e: c + 1 }); if (v > 2) assertSame(v);' +
    'if (x > 1) throw new Fault("y", { z: x + 1 });';
  const operators = ["comparison", "term", "statement", "number"];
  const lines = mutantsOf("engine/some.ts", text, operators).map(({ edits }) => mutated(text, edits));
  const kept = ["assert(a < b + 1", 'if (!(c >= 2)) broken("d", { e: c + 1 }); if (v > 2) assertSame(v);', "z: x + 1"];
  expect(lines.every((line) => kept.every((part) => line.includes(part)))).toBe(true);
  expect(lines.length).toBe(3);
});

test("what is named only for assertions stays unchanged as well", () => {
  const claimed = (rest: string) => changed("comparison", `function f() { const whole = a > 1; ${rest} }`);
  expect(claimed('assert(whole, "b", { a }); return a;')).toEqual([]);
  expect(claimed('see(a); assert(a, "b", { whole }); if (!whole) broken("c", { a });')).toEqual([]);
  expect(claimed('assert(whole, "b", { a }); return whole;').length).toBe(1);
  expect(claimed("").length).toBe(1);
});

test("a mutant has its place, and the text of its line before and after", () => {
  const text = "function f() {\n  return a\n    && b < 2;\n}\n";
  const [mutant] = mutantsOf("engine/some.ts", text, ["comparison"]);
  expect(mutant).toMatchObject({ file: "engine/some.ts", line: 3, firstLine: 2, operator: "comparison" });
  expect([mutant!.before, mutant!.after]).toEqual(["&& b < 2;", "&& b <= 2;"]);
});
