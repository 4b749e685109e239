// How much of a token is accepted, and what happens to held-back deposits.

import { expect, test } from "bun:test";
import { micros } from "@evermark/engine";
import { HELD_BACK, originOf, releases } from "./held-back.ts";
import { TokenLimits } from "./token-limits.ts";
import { TokenPeg } from "./token-peg.ts";
import { stopOf } from "./why-stopped.ts";

function limitsOf(price: bigint | null) {
  const world = { price, now: 0 };
  const peg = new TokenPeg({ bandPpm: 5_000, worth: () => world.price, steady: () => world.now });
  const terms = { cap: micros(100), peg };
  return { limits: new TokenLimits(new Map([["USDT", terms]])), terms, world };
}
const ONE = 10n ** 18n;

test("a deposit is credited up to the cap, by the treasury's balance when the deposit arrived there", () => {
  const { limits } = limitsOf(ONE);
  limits.look(new Map([["USDT", 130n]]));
  expect(limits.objection("USDT", 30n)).toBeNull();
  expect(limits.objection("USDT", 29n)).toBe(HELD_BACK.cap);
  expect(limits.isTaken("USDT")).toBe(false);
  limits.look(new Map([["USDT", 100n]]));
  expect(limits.isTaken("USDT")).toBe(true);
});

test("a token's price is judged before the cap", () => {
  const { limits, world } = limitsOf(null);
  limits.look(new Map([["USDT", 130n]]));
  expect(limits.objection("USDT", 0n)).toBe("waits");
  world.now = 60_000;
  limits.look(new Map());
  expect(limits.objection("USDT", 0n)).toBe(HELD_BACK.unpriced);
  world.price = (ONE * 9n) / 10n;
  limits.look(new Map());
  expect(limits.objection("USDT", 0n)).toBe(HELD_BACK.off);
});

test("the reason for a token's stop is given, and none while its price is missing for a moment", () => {
  const { limits, terms, world } = limitsOf(null);
  limits.look(new Map());
  expect(stopOf("USDT", terms, 0n)).toBeNull();
  world.now = 60_000;
  limits.look(new Map());
  expect(stopOf("USDT", terms, 0n)).toEqual({ why: "price", text: "what USDT is worth is not known" });
  world.price = (ONE * 9n) / 10n;
  limits.look(new Map());
  const off = "USDT is off its peg: within 0.5 % of one USDC; now 0.9";
  expect(stopOf("USDT", terms, 0n)).toEqual({ why: "peg", text: off });
  const full = limitsOf(ONE);
  full.limits.look(new Map([["USDT", 100n]]));
  expect(stopOf("USDT", full.terms, 99n)).toBeNull();
  const text = "the treasury has 0.0001 USDT, and takes 0.0001";
  expect(stopOf("USDT", full.terms, 100n)).toEqual({ why: "cap", text });
});

test("a chain's held-back deposits are credited once their token is accepted, and nothing else is", () => {
  const parked = (reference: string, reason: string, accountId = "alice") => ({
    ...{ reference, accountId, amount: micros(7), reason },
  });
  const facts = {
    chainId: 1,
    isTaken: (symbol: string) => symbol === "USDT",
    findAccount: (id: string) => (id === "alice" ? 4 : -1),
  };
  const ours = parked("receiver:1:0xaa:3:USDT", HELD_BACK.off);
  const others = [
    parked("receiver:56:0xaa:3:USDT", HELD_BACK.off),
    parked("receiver:1:0xab:3:USDC", HELD_BACK.cap),
    parked("receiver:1:0xac:3:USDT", "less reached the treasury than was sent"),
    parked("receiver:1:0xad:3:USDT", HELD_BACK.cap, "none"),
    parked("deposit:1:0xaa:3", HELD_BACK.off),
  ];
  expect(releases([ours, ...others], facts) as unknown[]).toEqual([
    {
      ...{ type: "credit_deposit", account: 4, amount: 7, source: "receiver", reference: ours.reference },
      onChain: { key: "", chainId: 1, transaction: "0xaa" },
    },
  ]);
  expect(originOf("faucet:1:2")).toBeUndefined();
});
