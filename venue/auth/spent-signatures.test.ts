import { expect, test } from "bun:test";
import fc from "fast-check";
import { TIMESTAMP_WINDOW_MS } from "./authenticate.ts";
import { type Outcome, SpentSignatures } from "./spent-signatures.ts";

const START = 1_700_000_000_000;
const outcome: Outcome = { refused: null, data: { order_id: 1 } };
const signed = (name: number, account = 7, signedAt = START) => ({ name: BigInt(name), account, signedAt });

test("a request is new once; then it has its answer, and it is not valid for another account", () => {
  const spent = new SpentSignatures(0);
  expect(spent.find(signed(1)).is).toBe("new");
  spent.remember(signed(1), Promise.resolve(outcome), START);
  expect(spent.find(signed(1)).is).toBe("answered");
  expect(spent.find(signed(1, 8)).is).toBe("another account's");
  expect(spent.find(signed(2)).is).toBe("new");
});

test("the signature of a request that did nothing may be used again", () => {
  const spent = new SpentSignatures(0);
  spent.remember(signed(1), Promise.resolve(outcome), START);
  spent.release(signed(1));
  expect(spent.find(signed(1)).is).toBe("new");
});

test("only the latest answers are kept; of earlier ones it is known that there was one", () => {
  const spent = new SpentSignatures(0, 3);
  for (let name = 0; name < 5; name++) spent.remember(signed(name), Promise.resolve(outcome), START);
  expect([0, 1, 2, 3, 4].map((name) => spent.find(signed(name)).is)).toEqual([
    "spent",
    "spent",
    "answered",
    "answered",
    "answered",
  ]);
});

test("a request that an earlier process may have answered is not carried out", () => {
  const spent = new SpentSignatures(START);
  expect([START - 1, START, START + 1].map((at) => spent.find(signed(1, 7, at)).is)).toEqual([
    "older than the venue",
    "older than the venue",
    "new",
  ]);
});

test("a name is different for each key, text and body", () => {
  const spent = new SpentSignatures(0);
  const bytes = (text: string) => new TextEncoder().encode(text);
  const names = [
    spent.nameOf("k\n1POST/v1/order", bytes("a")),
    spent.nameOf("l\n1POST/v1/order", bytes("a")),
    spent.nameOf("k\n1POST/v1/order", bytes("b")),
    spent.nameOf("k\n1POST/v1/order", bytes("")),
    spent.nameOf("k\n2POST/v1/order", bytes("a")),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(spent.nameOf("k\n1POST/v1/order", bytes("a"))).toBe(names[0]!);
});

test("a signature is remembered for as long as it is valid, and then leaves memory", () => {
  const arrivals = fc.array(
    fc.record({ after: fc.integer({ min: 0, max: 90_000 }), off: fc.integer({ min: -300_000, max: 300_000 }) }),
    { minLength: 1, maxLength: 60 },
  );
  fc.assert(
    fc.property(arrivals, (requests) => {
      const spent = new SpentSignatures(0, 5);
      const carriedOut: { name: number; signedAt: number }[] = [];
      let now = START;
      for (const [name, { after, off }] of requests.entries()) {
        now += after;
        const request = { name, signedAt: now + off };
        expect(spent.find(signed(name, 7, request.signedAt)).is).toBe("new");
        spent.remember(signed(name, 7, request.signedAt), Promise.resolve(outcome), now);
        carriedOut.push(request);
        for (const each of carriedOut) {
          if (Math.abs(now - each.signedAt) > TIMESTAMP_WINDOW_MS) continue;
          expect(["answered", "spent"]).toContain(spent.find(signed(each.name, 7, each.signedAt)).is);
        }
      }
      // Two sweeps and a span later, nothing is left of them.
      now += 2 * TIMESTAMP_WINDOW_MS + 120_000;
      spent.remember(signed(10_000, 7, now), Promise.resolve(outcome), now);
      expect(spent.size).toBe(1);
    }),
  );
});
