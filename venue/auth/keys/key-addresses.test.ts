import { expect, test } from "bun:test";
import type { KeyView } from "@evermark/engine";
import { millis } from "@evermark/engine";
import { mayBeUsedFrom, readAddresses } from "./key-addresses.ts";

const keyFrom = (addresses: string): KeyView => ({
  account: 1,
  key: "k",
  scope: "read",
  expiration: millis(1),
  signedAt: millis(1),
  addresses,
  tag: "",
});
const allows = (addresses: string, ...from: string[]) =>
  from.filter((address) => mayBeUsedFrom(keyFrom(addresses), address));

test("a key without a list may be used from everywhere, a closed one from nowhere", () => {
  expect(allows("", "192.0.2.1", "::1", "")).toEqual(["192.0.2.1", "::1", ""]);
  expect(allows("none", "192.0.2.1", "::1", "")).toEqual([]);
});

test("addresses, networks and ranges include the addresses in them, of their own family", () => {
  const list = "192.0.2.7,198.51.100.77/24,203.0.113.5-203.0.113.9,2001:db8::/32,2001:db9::1-2001:db9::f";
  const inside = ["192.0.2.7", "198.51.100.0", "203.0.113.5", "203.0.113.9", "2001:db8:ffff::", "2001:db9::f"];
  const outside = ["192.0.2.6", "198.51.99.255", "203.0.113.4", "203.0.113.10", "2001:db7::", "2001:db9::10", ""];
  expect(allows(list, ...inside, ...outside)).toEqual(inside);
  expect(allows("0.0.0.0/0", "203.0.113.1", "::1")).toEqual(["203.0.113.1"]);
  // An IPv4 address also counts as its IPv6 form, which is in this network.
  expect(allows("::ffff:203.0.113.0/120,2001:db8::/32", "203.0.113.1", "203.0.114.1")).toEqual(["203.0.113.1"]);
});

test.each([
  "010.0.0.1",
  "0x7f.0.0.1",
  "127.1",
  "2130706433",
  "::ffff:010.0.0.1",
  "fe80::1%eth0",
  "fe80::1%eth0/64",
  "10.0.0.0/33",
  "::/129",
  "10.0.0.0/",
  "10.0.0.0/-1",
  "10.0.0.9-10.0.0.1",
  "10.0.0.1-::1",
  "10.0.0.1-10.0.0.2-10.0.0.3",
])("%s, which some parsers accept as an address, is refused", (entry) => {
  expect(readAddresses(entry)).toEqual({ kind: "entry", entry });
});

test("an IPv4 address equals each spelling of its IPv6-mapped form; with zeros in place of ffff it is another address", () => {
  const same = ["192.0.2.1", "::ffff:192.0.2.1", "::ffff:c000:201", "0:0:0:0:0:ffff:192.0.2.1"];
  for (const entry of same) expect(allows(entry, ...same, "::192.0.2.1", "::c000:201", "192.0.2.2")).toEqual(same);
});

test("the stored list has each entry once, in lower case and without spaces around it", () => {
  expect(readAddresses(" 192.0.2.1 ,2001:DB8::1, 192.0.2.1")).toBe("192.0.2.1,2001:db8::1");
  expect(readAddresses("192.0.2.1, 192.0.2")).toEqual({ kind: "entry", entry: "192.0.2" });
  const many = Array.from({ length: 21 }, (_, i) => `192.0.2.${i}`);
  expect(readAddresses(many.join(","))).toEqual({ kind: "count", count: 21 });
  expect(readAddresses([...many.slice(1), many[1]].join(","))).toBe(many.slice(1).join(","));
});

test("the engine has room for the longest possible list", () => {
  const longest = Array.from({ length: 20 }, (_, i) => {
    const address = (last: number) => `1111:2222:3333:4444:5555:6666:7777:${(0x8000 + last).toString(16)}`;
    return `${address(i)}-${address(i + 100)}`;
  });
  const kept = readAddresses(longest.join(","));
  expect(typeof kept === "string" && kept.length).toBeLessThan(2_048);
});
