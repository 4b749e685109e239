import { expect, test } from "bun:test";
import { addressesOf } from "./ip-list.ts";

test("addresses are separated by commas, blanks and lines, and each counts once", () => {
  expect(addressesOf("192.0.2.1, 192.0.2.0/24\n2001:db8::1  192.0.2.1;")).toEqual([
    "192.0.2.1",
    "192.0.2.0/24",
    "2001:db8::1",
  ]);
  expect(addressesOf(" \n ")).toEqual([]);
});
