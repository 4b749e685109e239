import { expect, test } from "bun:test";
import { hasSeveralHosts, isForeignPage, isOwnHost } from "./own-host.ts";

test("this machine's names count as its own, with and without a port", () => {
  for (const host of ["localhost", "LocalHost:8196", "127.0.0.1", "127.3.2.1:8196", "[::1]", "[::1]:8196", null]) {
    expect([host, isOwnHost(host, "127.0.0.1")]).toEqual([host, true]);
  }
  expect(isOwnHost("venue.lan:8196", "venue.lan")).toBe(true);
  expect(isOwnHost("[fd00::1]:8196", "fd00::1")).toBe(true);
});

test("a foreign name that only points to this machine does not", () => {
  for (const host of ["evil.example", "localhost.evil.example:8196", "127.0.0.1.evil.example", "", "evil, 127.0.0.1"]) {
    expect([host, isOwnHost(host, "127.0.0.1")]).toEqual([host, false]);
  }
});

test("a header with two hosts has several", () => {
  expect(["a, b", "127.0.0.1, 127.0.0.1", "a", null].map(hasSeveralHosts)).toEqual([true, true, false, false]);
});

test.each([
  [null, false],
  ["http://localhost:5173", false],
  ["http://127.0.0.1:8196", false],
  ["http://[::1]:8196", false],
  ["https://bots.example", true],
  ["http://localhost.bots.example", true],
  ["http://127.0.0.1.bots.example", true],
  ["null", true],
  ["", true],
])("a page of %p is foreign to this machine: %p", (origin, foreign) => {
  expect(isForeignPage(origin)).toBe(foreign);
});
