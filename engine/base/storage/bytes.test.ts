import { expect, test } from "bun:test";
import fc from "fast-check";
import { ByteReader, ByteWriter } from "./bytes.ts";

/** Any UTF-16 units, whole characters or halves of them. */
const units = fc.array(fc.oneof(fc.nat({ max: 0xffff }), fc.integer({ min: 0xd7fe, max: 0xe001 })), { maxLength: 30 });
const anyText = fc.oneof(
  fc.string({ unit: "grapheme" }),
  units.map((codes) => String.fromCharCode(...codes)),
);
const anyNumber = fc.oneof(fc.double(), fc.maxSafeInteger(), fc.constantFrom(0, -0, Number.NaN, 2 ** 53 - 1));

/** Hands out bytes as a file does, and counts the notifications that everything was read. */
function sourceOf(bytes: Uint8Array) {
  let at = 0;
  return {
    finished: 0,
    read(into: Uint8Array): number {
      const piece = bytes.subarray(at, at + into.length);
      into.set(piece);
      at += piece.length;
      return piece.length;
    },
    finish(): void {
      this.finished++;
    },
  };
}

test("what was written is read back, from a buffer of any size, at once or piece by piece", () => {
  const item = fc.record({
    u8: fc.nat({ max: 255 }),
    i32: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    f64: anyNumber,
    big: fc.bigInt(),
    text: anyText,
    raw: fc.uint8Array(),
  });
  fc.assert(
    fc.property(fc.array(item, { maxLength: 20 }), fc.integer({ min: 1, max: 64 }), (items, capacity) => {
      const out = new ByteWriter(capacity);
      for (const { u8, i32, f64, big, text, raw } of items) {
        out.u8(u8);
        out.i32(i32);
        out.f64(f64);
        out.big(big);
        out.text(text);
        out.raw(raw);
      }
      expect(out.view().length).toBe(out.length);
      const source = sourceOf(out.view());
      const inputs = [new ByteReader(out.view()), new ByteReader(new Uint8Array(0), source)];
      for (const input of inputs) {
        for (const item of items) {
          expect([input.u8(), input.i32(), input.f64(), input.big(), input.text()]).toEqual([
            item.u8,
            item.i32,
            item.f64,
            item.big,
            item.text,
          ]);
          const raw = new Uint8Array(item.raw.length);
          input.raw(raw);
          expect(raw).toEqual(item.raw);
        }
        input.finish();
      }
      expect(source.finished).toBe(1);
    }),
  );
});

test("a text that is longer than one piece of the source is read whole", () => {
  const text = "long ".repeat(20_000);
  const out = new ByteWriter();
  out.u8(7);
  out.text(text);
  out.u8(8);
  const input = new ByteReader(new Uint8Array(0), sourceOf(out.view()));
  expect([input.u8(), input.text() === text, input.u8()]).toEqual([7, true, 8]);
});

test("text is UTF-8 with its length in bytes before it", () => {
  // These include the first and the last character of each length in bytes.
  const edges = ["\0\x7f\x80", "\u07ff\u0800", "\uffff\u{10000}", "\u{10ffff}", "\x7fé\x7f"];
  for (const text of ["", "PERP_BTC_USDC", "é", "€", "𝄞", "a€𝄞é", ...edges, "\x7f".repeat(127), "\x7f".repeat(128)]) {
    const out = new ByteWriter(1);
    out.text(text);
    const utf8 = new TextEncoder().encode(text);
    expect([...out.view()]).toEqual([utf8.length, 0, 0, 0, ...utf8]);
    expect(new ByteReader(out.view()).text()).toBe(text);
  }
});

test("numbers are little-endian", () => {
  const out = new ByteWriter();
  out.i32(-2);
  out.f64(1);
  expect([...out.view()]).toEqual([0xfe, 0xff, 0xff, 0xff, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f]);
});

test("a writer that is reset starts again and keeps its buffer", () => {
  const out = new ByteWriter(1);
  out.text("something long enough to grow");
  out.reset();
  expect(out.length).toBe(0);
  out.u8(9);
  expect([...out.view()]).toEqual([9]);
});

test("bytes that end too early are a fault wherever they end, and nothing is read past them", () => {
  const out = new ByteWriter();
  out.i32(1);
  out.f64(2.5);
  out.text("dépôt");
  out.u8(3);
  const whole = out.view();
  const readAll = (bytes: Uint8Array) => {
    const input = new ByteReader(bytes);
    return [input.i32(), input.f64(), input.text(), input.u8()];
  };
  expect(readAll(whole)).toEqual([1, 2.5, "dépôt", 3]);
  for (let length = 0; length < whole.length; length++) {
    expect(() => readAll(whole.subarray(0, length))).toThrow("encoded bytes end too early");
  }
});

test("a negative length is a fault", () => {
  const out = new ByteWriter();
  out.i32(-1);
  expect(() => new ByteReader(out.view()).text()).toThrow("encoded bytes end too early");
});

test("a source that ends early or has bytes left over is a fault, and is not notified that everything was read", () => {
  const out = new ByteWriter();
  for (let n = 0; n < 20_000; n++) out.f64(n);
  for (const [length, complaint] of [
    [out.length - 1, "encoded bytes end too early"],
    [out.length, undefined],
    [out.length + 1, "encoded bytes are used up"],
  ] as const) {
    const bytes = new Uint8Array(length);
    bytes.set(out.view().subarray(0, length));
    const source = sourceOf(bytes);
    const input = new ByteReader(new Uint8Array(0), source);
    const read = () => {
      for (let n = 0; n < 10_000; n++) expect(input.f64()).toBe(n);
      const rest = new Float64Array(10_000);
      input.raw(new Uint8Array(rest.buffer));
      expect([rest[0], rest[9_999]]).toEqual([10_000, 19_999]);
      input.finish();
    };
    if (complaint === undefined) read();
    else expect(read).toThrow(complaint);
    expect(source.finished).toBe(complaint === undefined ? 1 : 0);
  }
});
