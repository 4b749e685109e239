// Lists the keys of one account without looking at others.

import { expect, test } from "bun:test";
import fc from "fast-check";
import type { AccountNumber, KeyNumber } from "../../base/units.ts";
import { KeysByAccount } from "./keys-by-account.ts";

test("it lists what a Map would, last added first, whatever accounts and rows come and go", () => {
  // Restored tables may begin with any account or row, and may be long.
  const account = fc.nat(4).map((n) => (n * 1_000) as AccountNumber);
  const row = fc.nat(6).map((n) => (n * 700) as KeyNumber);
  fc.assert(
    fc.property(fc.array(fc.tuple(account, row), { maxLength: 60 }), (steps) => {
      const keys = new KeysByAccount();
      const owners = new Map<KeyNumber, AccountNumber>();
      for (const [account, row] of steps) {
        const owner = owners.get(row);
        if (owner === undefined) keys.add(account, row);
        else keys.remove(owner, row);
        if (owner === undefined) owners.set(row, account);
        else owners.delete(row);
        const listed = [...owners].filter(([, each]) => each === account).map(([each]) => each as number);
        expect(keys.rowsOf(account, 100)).toEqual(listed.reverse());
        expect(keys.rowsOf(account, 1)).toEqual(listed.slice(0, 1));
      }
      keys.clear();
      for (const [account] of steps) expect(keys.rowsOf(account, 100)).toEqual([]);
    }),
  );
});
