import { expect, test } from "bun:test";
import fc from "fast-check";
import { ApiError } from "../../wire/api-error.ts";
import { assertJsonType, decodeBody, parseJsonObject } from "./json-body.ts";

function refusalOf(act: () => unknown): { status: number; code: number; message: string } {
  try {
    act();
  } catch (error) {
    if (error instanceof ApiError) return { status: error.status, code: error.code, message: error.message };
    throw error;
  }
  throw new Error("nothing was refused");
}

const unreadable = { status: 400, code: -1005, message: "invalid request body" };

test("digits that a double would lose arrive as they were sent", () => {
  const body = parseJsonObject('{"order_price":0.1000000000000000055,"order_id":12345678901234567890,"n":[2500.50]}');
  expect(body).toEqual({ order_price: "0.1000000000000000055", order_id: "12345678901234567890", n: [2500.5] });
});

test("numbers that a double keeps stay numbers, however long the body", () => {
  const body = parseJsonObject('{"a":1779269143700123,"b":0.123456789012345,"c":1e21,"d":"00000000000000000001"}');
  expect(body).toEqual({ a: 1779269143700123, b: 0.123456789012345, c: 1e21, d: "00000000000000000001" });
});

test("digits are kept wherever there is a number, and nowhere else", () => {
  const long = "0.12345678901234567890";
  const body = parseJsonObject(
    `{"a":[${long},[-${long}],{"b":1E-400000000000001}],"${long}":"${long}","c":"\\"${long}\\\\","d":10000000000000000e2}`,
  );
  expect(body).toEqual({
    a: [long, [`-${long}`], { b: "1E-400000000000001" }],
    [long]: long,
    c: `"${long}\\`,
    d: "10000000000000000e2",
  });
  for (const bad of [`{"a":0${long}}`, `{"a":${long}.1}`, `{"a":${long}e}`, `{"a":"${long}`, `{"a":--${long}}`]) {
    expect(refusalOf(() => parseJsonObject(bad))).toEqual(unreadable);
  }
});

test("the digits kept are those that a look at every value would keep", () => {
  const number = fc.oneof(
    fc.double().map((n) => JSON.stringify(n)),
    fc.tuple(fc.bigInt(), fc.nat(), fc.integer({ min: -30, max: 30 })).map(([n, part, e]) => `${n}.${part}e${e}`),
  );
  const { json } = fc.letrec<{ json: string }>((tie) => ({
    json: fc.oneof(
      { maxDepth: 4 },
      number,
      fc.json(),
      fc.string().map((text) => JSON.stringify(`0.1234567890123456789${text}`)),
      fc.array(tie("json")).map((items) => `[ ${items.join(" ,")}]`),
      fc.array(fc.tuple(fc.string(), tie("json"))).map((members) => {
        return `{${members.map(([name, value]) => `${JSON.stringify(name)} :${value}`).join(",")}}`;
      }),
    ),
  }));
  // The first member makes the parser examine the body number by number, whatever the second one holds.
  const body = json.map((text) => `{"long":1.234567890123456789,"a":${text}}`);
  fc.assert(fc.property(body, (text) => expect(parseJsonObject(text)).toEqual(byReviver(text))));
});

/** Slow and obvious: the runtime passes each number to a function, together with its text. */
function byReviver(text: string): Record<string, unknown> {
  const parse = JSON.parse as (
    text: string,
    revive: (name: string, value: unknown, token: { source: string }) => unknown,
  ) => never;
  return parse(text, (_name, value, { source }) => {
    if (typeof value !== "number" || source.length <= 15) return value;
    return String(value) === source ? value : source;
  });
}

test("anything but a JSON object is refused", () => {
  const bad = ["", " ", "{", "{'a':1}", "[]", '["a"]', "null", "1", '"text"', "{}x", "{a:1}", "\ufeff{}", "NaN"];
  for (const text of bad) expect(refusalOf(() => parseJsonObject(text))).toEqual(unreadable);
});

test("nesting of any depth is parsed or refused, not fatal", () => {
  const deep = 400_000;
  expect(refusalOf(() => parseJsonObject(`${'{"a":'.repeat(deep)}`))).toEqual(unreadable);
  for (const inside of ["1", "1234567890123456789"]) {
    const [open, close] = ['{"a":'.repeat(deep), "}".repeat(deep)];
    for (const text of [`{"a":${"[".repeat(deep)}${inside}${"]".repeat(deep)}}`, `${open}${inside}${close}`]) {
      try {
        expect(Object.keys(parseJsonObject(text))).toEqual(["a"]);
      } catch (error) {
        expect(error).toBeInstanceOf(ApiError);
      }
    }
  }
});

test("the last of a repeated member counts, and `__proto__` is an ordinary member", () => {
  expect(parseJsonObject('{"a":1,"a":2}')).toEqual({ a: 2 });
  const body = parseJsonObject('{"__proto__":{"admin":true}}');
  expect(Object.keys(body)).toEqual(["__proto__"]);
  expect((body as { admin?: boolean }).admin).toBeUndefined();
});

test("bytes that are not UTF-8 are refused", () => {
  expect(refusalOf(() => decodeBody(Uint8Array.of(0x7b, 0xff, 0x7d)))).toEqual(unreadable);
  expect(decodeBody(Buffer.from('{"a":"€"}'))).toBe('{"a":"€"}');
});

test("a body is JSON unless it is declared to be something else", () => {
  for (const type of ["application/json", "application/json; charset=utf-8", "Application/JSON ;x", null]) {
    expect(() => assertJsonType(type)).not.toThrow();
  }
  for (const type of ["text/plain", "application/jsonp", "application/x-www-form-urlencoded", ""]) {
    const { status, code, message } = refusalOf(() => assertJsonType(type));
    expect([status, code, message]).toEqual([415, -1005, "Content type not supported"]);
  }
});
