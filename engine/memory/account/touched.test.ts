// The touched accounts are a set in insertion order.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { Touched } from "./touched.ts";

const listed = (touched: Touched) => Array.from({ length: touched.size }, (_, n) => touched.at(n));

test("it holds what a Set would, in the same order, whatever comes and goes", () => {
  const step = fc.oneof(
    fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 300 })).map((account) => ({ do: "add" as const, account })),
    fc.constant({ do: "clear" as const, account: 0 }),
    fc.nat({ max: 5 }).map((account) => ({ do: "retain" as const, account: account + 1 })),
  );
  fc.assert(
    fc.property(fc.array(step), (steps) => {
      const touched = new Touched();
      const set = new Set<number>();
      for (const { do: what, account } of steps) {
        if (what === "add") {
          touched.add(account);
          set.add(account);
        } else if (what === "clear") {
          touched.clear();
          set.clear();
        } else {
          touched.retain((each) => each % account === 0);
          for (const each of [...set]) if (each % account !== 0) set.delete(each);
        }
        expect(listed(touched)).toEqual([...set]);
        expect(touched.has(account)).toBe(set.has(account));
      }
    }),
  );
});
