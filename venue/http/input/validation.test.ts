import { expect, test } from "bun:test";
import Type from "typebox";
import { ApiError } from "../../wire/api-error.ts";
import { parseQuery } from "./query-text.ts";
import { Validator } from "./validation.ts";

function messageOf(validator: Validator, input: Record<string, unknown>): string {
  try {
    validator.validate(input);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    expect([error.status, error.code]).toEqual([400, -1005]);
    return error.message;
  }
  throw new Error("nothing was refused");
}

const order = Type.Object({
  symbol: Type.String(),
  side: Type.Enum(["BUY", "SELL"]),
  order_price: Type.Optional(Type.Union([Type.Number(), Type.String()])),
  level: Type.Optional(Type.Integer({ minimum: 0, maximum: 4 })),
  reduce_only: Type.Optional(Type.Boolean()),
  client_order_id: Type.Optional(Type.String({ pattern: "^[a-z]{1,36}$" })),
});
const body = new Validator(order);
const right = { symbol: "PERP_ETH_USDC", side: "BUY" };

test("valid input is returned unchanged", () => {
  const input = { ...right, order_price: 2500.5, level: 4, extra: { ignored: true } };
  expect(body.validate(input)).toBe(input);
});

test("a required member that is missing, null or empty is blank; the first in declaration order is reported", () => {
  expect(messageOf(body, {})).toBe("symbol must not be blank");
  expect(messageOf(body, { symbol: "", side: "" })).toBe("symbol must not be blank");
  expect(messageOf(body, { symbol: null, side: "BUY" })).toBe("symbol must not be blank");
  expect(messageOf(body, { symbol: "PERP_ETH_USDC" })).toBe("side must not be blank");
  expect(messageOf(body, { level: 9, symbol: "PERP_ETH_USDC" })).toBe("side must not be blank");
});

test("an invalid member is named with its value and what was expected", () => {
  expect(messageOf(body, { ...right, side: "BUYY" })).toBe('side is invalid: "BUYY", expected BUY or SELL');
  expect(messageOf(body, { ...right, level: 9 })).toBe("level is invalid: 9, expected an integer from 0 to 4");
  expect(messageOf(body, { ...right, level: 1.5 })).toBe("level is invalid: 1.5, expected an integer from 0 to 4");
  expect(messageOf(body, { ...right, level: "x" })).toBe('level is invalid: "x", expected an integer from 0 to 4');
  expect(messageOf(body, { ...right, reduce_only: "true" })).toBe(
    'reduce_only is invalid: "true", expected true or false',
  );
  expect(messageOf(body, { ...right, order_price: [1] })).toBe(
    "order_price is invalid: a list of 1, expected a number, also as text",
  );
  expect(messageOf(body, { symbol: { a: 1 }, side: "BUY" })).toBe("symbol is invalid: an object, expected text");
  expect(messageOf(body, { ...right, client_order_id: "A" })).toBe(
    'client_order_id is invalid: "A", expected text that matches ^[a-z]{1,36}$',
  );
});

test("a long value is cut in the message", () => {
  expect(messageOf(body, { ...right, side: "x".repeat(1_000_000) }).length).toBeLessThan(130);
});

test("numbers that a double cannot hold are refused, not passed on", () => {
  expect(messageOf(body, { ...right, level: JSON.parse("1e400") })).toStartWith("level is invalid: Infinity");
  expect(messageOf(body, { ...right, level: "12345678901234567890" })).toStartWith("level is invalid");
  expect(messageOf(body, { ...right, level: "9007199254740993" })).toStartWith("level is invalid");
});

test("numbers may arrive as text, and an optional member may be null", () => {
  expect(body.validate({ ...right, level: "3", client_order_id: null })).toEqual({ ...right, level: 3 });
});

test("unknown members are ignored, unless the schema is closed", () => {
  const closed = new Validator(
    Type.Object({ symbol: Type.String(), level: Type.Integer() }, { additionalProperties: false }),
  );
  const members = { symbol: "PERP_ETH_USDC", level: 1 };
  expect(closed.validate(members)).toBe(members);
  expect(closed.validate({ ...members, level: "1" })).toEqual(members);
  for (const body of [
    { ...members, status: "NEW" },
    { ...members, level: "1", status: "NEW" },
  ]) {
    expect(() => closed.validate(body)).toThrow("status is unknown");
  }
  expect(() => closed.validate(JSON.parse('{"symbol":"a","level":1,"__proto__":{}}'))).toThrow("__proto__ is unknown");
  // A missing member is reported first.
  expect(messageOf(closed, { symbol: "a", status: "NEW" })).toBe("level must not be blank");
});

test("a query is read from text", () => {
  const query = new Validator(
    Type.Object({
      symbol: Type.Optional(Type.String()),
      page: Type.Optional(Type.Integer({ minimum: 1 })),
      all: Type.Optional(Type.Boolean()),
      ids: Type.Optional(Type.Array(Type.Integer())),
    }),
    { text: true },
  );
  expect(query.validate(parseQuery("symbol=12&page=2&all=true&ids=1,2&other=x"))).toEqual({
    symbol: "12",
    page: 2,
    all: true,
    ids: [1, 2],
  });
  expect(query.validate(parseQuery(""))).toEqual({});
  expect(messageOf(query, parseQuery("page=0"))).toBe('page is invalid: "0", expected an integer from 1');
  expect(messageOf(query, parseQuery("page="))).toBe('page is invalid: "", expected an integer from 1');
  expect(messageOf(query, parseQuery("page=1.0"))).toStartWith("page is invalid");
  expect(messageOf(query, parseQuery("page=1e2"))).toStartWith("page is invalid");
  expect(messageOf(query, parseQuery("all=1"))).toBe('all is invalid: "1", expected true or false');
  expect(messageOf(query, parseQuery("ids=1,x"))).toBe('ids is invalid: "1,x", expected a list');
});

test("a member of an inner object is reported by its own name", () => {
  const inner = Type.Object({ brokerId: Type.String(), timestamp: Type.Integer() });
  const schema = Type.Object({ message: inner, signature: Type.String() });
  const wallet = new Validator(schema);
  const good = { message: { brokerId: "demo", timestamp: "5" }, signature: "0x" };
  expect(wallet.validate(good)).toEqual({ message: { brokerId: "demo", timestamp: 5 }, signature: "0x" });
  expect(messageOf(wallet, { signature: "0x" })).toBe("message must not be blank");
  expect(messageOf(wallet, { message: "x", signature: "0x" })).toBe('message is invalid: "x", expected an object');
  expect(messageOf(wallet, { message: { timestamp: 5 }, signature: "0x" })).toBe("brokerId must not be blank");
  expect(messageOf(wallet, { message: { brokerId: "", timestamp: 5 }, signature: "0x" })).toBe(
    "brokerId must not be blank",
  );
  const scope = Type.Object({ scope: Type.String({ pattern: "^[a-z]+$", expected: "words", emptyIsBlank: false }) });
  expect(messageOf(new Validator(scope), { scope: "" })).toBe('scope is invalid: "", expected words');
  const bare = new Validator(schema, { blankMessage: "must not be blank" });
  expect(messageOf(bare, { message: { timestamp: 5 }, signature: "0x" })).toBe("must not be blank");
});
