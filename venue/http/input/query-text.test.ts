import { expect, test } from "bun:test";
import { parseQuery } from "./query-text.ts";

const parsed = (query: string): Record<string, string> => ({ ...parseQuery(query) });

test("names and values are decoded", () => {
  expect(parsed("symbol=PERP_ETH_USDC&order%5Ftag=a%20b+c")).toEqual({ symbol: "PERP_ETH_USDC", order_tag: "a b c" });
  expect(parsed("tag=%E2%82%AC&x=a=b")).toEqual({ tag: "€", x: "a=b" });
});

test("a name without a value is empty, and the first of a repeated name counts", () => {
  expect(parsed("a&b=&a=2&&")).toEqual({ a: "", b: "" });
  expect(parsed("")).toEqual({});
});

test("a broken escape stays as it was written", () => {
  expect(parsed("a=%zz&b=%")).toEqual({ a: "%zz", b: "%" });
});

test("names of the language's built-in members are ordinary names", () => {
  const query = parseQuery("__proto__=1&constructor=2");
  expect(Object.keys(query)).toEqual(["__proto__", "constructor"]);
  expect(query.toString).toBeUndefined();
});
