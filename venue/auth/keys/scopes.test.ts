import { expect, test } from "bun:test";
import { isAllowed, parseScope, scopesOf } from "./scopes.ts";

test("a scope is a list of distinct words in any order", () => {
  expect([...parseScope("trading,read")!].sort()).toEqual(["read", "trading"]);
  expect([...parseScope("asset")!]).toEqual(["asset"]);
  expect(parseScope("read,trading,asset")!.size).toBe(3);
});

test("empty, repeated, unknown, upper-case or spaced words are not a scope", () => {
  for (const text of ["", "read,", "read,read", "read,admin", "Read", "read, trading", " read"]) {
    expect(parseScope(text)).toBeUndefined();
  }
});

test("trading implies read; asset implies nothing", () => {
  expect(isAllowed(scopesOf("trading"), ["read"])).toBe(true);
  expect(isAllowed(scopesOf("asset"), ["read"])).toBe(false);
  expect(isAllowed(scopesOf("read"), ["trading"])).toBe(false);
  expect(isAllowed(scopesOf("read"), ["read", "asset"])).toBe(true);
});
