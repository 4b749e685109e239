import { expect, test } from "bun:test";
import fc from "fast-check";
import { isLoopback, neighbourhoodOf, plainAddress } from "./address.ts";

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["", ""],
  ["::1", "0:0:0:0::/64"],
  ["2001:db8:0:1::5", "2001:db8:0:1::/64"],
  ["2001:db8:0:1:a:b:c:d", "2001:db8:0:1::/64"],
  ["2001:0DB8:0000:0001:0:0:0:5", "2001:db8:0:1::/64"],
  // A single group is left out, within the network part.
  ["2001:db8::1:2:3:4:5", "2001:db8:0:1::/64"],
  ["2001:db8::", "2001:db8:0:0::/64"],
])("%s counts against the limits of %s", (address, neighbourhood) => {
  expect(neighbourhoodOf(address)).toBe(neighbourhood);
});

test("an address counts against the same limits however it is spelled", () => {
  const groups = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff })), {
    minLength: 8,
    maxLength: 8,
  });
  const nulls = fc.tuple(fc.nat(7), fc.nat(8));
  fc.assert(
    fc.property(groups, nulls, ([...words], [from, count]) => {
      words.fill(0, from, from + count);
      const short = words.map((word) => word.toString(16));
      const long = short.map((word) => word.toUpperCase().padStart(4, "0"));
      const left = `${short.slice(0, from).join(":")}::${long.slice(from + count).join(":")}`;
      for (const spelling of [short.join(":"), long.join(":"), ...(count === 0 ? [] : [left])]) {
        expect(neighbourhoodOf(spelling)).toBe(`${short.slice(0, 4).join(":")}::/64`);
      }
    }),
  );
});

test.each([
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["::FFFF:192.0.2.1", "192.0.2.1"],
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:1", "::ffff:1"],
])("%s is written as %s", (address, plain) => {
  expect(plainAddress(address)).toBe(plain);
});

test("this machine is 127.0.0.0/8 and ::1", () => {
  for (const address of ["127.0.0.1", "127.8.9.10", "::1"]) expect(isLoopback(address)).toBe(true);
  for (const address of ["", "128.0.0.1", "127.0.0.1.example", "::2", "10.0.0.1"])
    expect(isLoopback(address)).toBe(false);
});
