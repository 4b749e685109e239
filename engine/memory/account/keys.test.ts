// An account may have bound any number of keys; a list of them is limited.

import { expect, test } from "bun:test";
import { KeyedHash } from "../../base/storage/keyed-hash.ts";
import { millis } from "../../base/units.ts";
import { EVERYWHERE, Keys } from "./keys.ts";

test("the ten thousand keys that an account bound last are listed, the last one first", () => {
  const keys = new Keys(new KeyedHash());
  const expiration = millis(1_000_000);
  for (let n = 1; n <= 10_002; n++) {
    keys.set({
      account: 7,
      key: `key ${n}`,
      scope: "read",
      expiration,
      signedAt: millis(n),
      addresses: EVERYWHERE,
      tag: "",
    });
  }
  const listed = keys.ofAccount(7).map(({ key }) => key);
  expect([listed.length, listed[0], listed.at(-1)]).toEqual([10_000, "key 10002", "key 3"]);
  expect(keys.ofAccount(8)).toEqual([]);
});
