// Random histories of a vault: whatever is requested, traded, gained and lost, no micro appears or vanishes, every share has a
// holder, and no investor's actions cost another anything. The audit runs after every step.

import { expect, test } from "bun:test";
import fc from "fast-check";
import type { VaultEvent } from "../../language/events/events.ts";
import { Engine } from "../../run/engine.ts";
import { deposit } from "../../testing/setup.ts";
import { A, B, C, D, USDC } from "../../testing/small-exchange.ts";
import { SmallVault, VAULT } from "../../testing/small-vault.ts";

type Settled = VaultEvent & { type: "settled" };

type Step =
  | { readonly do: "deposit" | "redeem"; readonly who: number; readonly amount: number }
  | { readonly do: "provider in" | "provider out"; readonly amount: number }
  | { readonly do: "trade"; readonly size: number; readonly buys: boolean }
  | { readonly do: "price"; readonly at: number }
  | { readonly do: "period" | "wait" | "close" | "restart" };

const investor = fc.constantFrom(A, B, D);
const part = fc.integer({ min: 1, max: 1_000 });
const request = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant("deposit" as const), who: investor, amount: part }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("redeem" as const), who: investor, amount: part }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("provider in" as const), amount: part }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("provider out" as const), amount: part }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constantFrom("period" as const, "wait" as const, "restart" as const) }) },
);
const market = fc.oneof(
  fc.record({ do: fc.constant("trade" as const), size: fc.integer({ min: 1, max: 6_000 }), buys: fc.boolean() }),
  fc.record({ do: fc.constant("price" as const), at: fc.integer({ min: 100, max: 210 }) }),
);
const close = fc.record({ do: fc.constant("close" as const) });
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 20, arbitrary: request },
  { weight: 6, arbitrary: market },
  { weight: 1, arbitrary: close },
);

/** The amounts are odd on purpose: a thousandth of what is there, and a few micros. */
function perform(vault: SmallVault, step: Step): SmallVault {
  const { engine } = vault;
  switch (step.do) {
    case "deposit":
      vault.ask(step.who, "LP_DEPOSIT", Math.floor((vault.holding(step.who) * step.amount) / 3_000) + 7);
      return vault;
    case "redeem": {
      const { available } = engine.vaults.shares(VAULT, step.who);
      vault.ask(step.who, "LP_WITHDRAW", Math.max(1, Math.floor((available * step.amount) / 1_000)));
      return vault;
    }
    case "provider in":
      vault.ask(C, "SP_DEPOSIT", step.amount * USDC + 3);
      return vault;
    case "provider out":
      vault.ask(C, "SP_WITHDRAW", step.amount * 100 * USDC + 3);
      return vault;
    case "trade": {
      const price = vault.sol.mark / 1_000;
      vault.order(D, step.buys ? "SELL" : "BUY", "LIMIT", price, step.size);
      vault.order(vault.fund, step.buys ? "BUY" : "SELL", "IOC", price, step.size);
      return vault;
    }
    case "price":
      vault.pin(step.at);
      return vault;
    case "period":
      vault.nextPeriod();
      return vault;
    case "wait":
      vault.after(48);
      return vault;
    case "close":
      vault.set("closing");
      return vault;
    case "restart":
      expect(Engine.restore(engine.snapshot()).stateHash()).toBe(engine.stateHash());
      return vault;
  }
}

test("a vault's books balance through whatever happens to it", () => {
  fc.assert(
    fc.property(fc.array(anyStep, { minLength: 1, maxLength: 60, size: "max" }), (steps) => {
      const vault = SmallVault.live(20);
      for (const step of steps) {
        perform(vault, step);
        vault.engine.audit();
      }
    }),
    { numRuns: 60 },
  );
});

test("where nothing is gained or lost, deposits and redemptions move no price by more than rounding", () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 60, size: "max" }), (steps) => {
      const vault = SmallVault.live(20);
      // An odd price to start from.
      vault.ask(A, "LP_DEPOSIT", 77_777 * USDC + 1);
      vault.nextPeriod();
      vault.gain(12_345, D);
      vault.nextPeriod();
      const { mainPrice, strategyPrice } = vault.vault;
      for (const step of steps) perform(vault, step);
      // Shares count in 10⁻⁶, so a settlement can cost the rest a fraction of that: a few 10⁻⁸ of a price over tens of thousands.
      const { mainPrice: main, strategyPrice: strategy } = vault.vault;
      expect(Math.abs(main - mainPrice)).toBeLessThanOrEqual(steps.length);
      expect(Math.abs(strategy - strategyPrice)).toBeLessThanOrEqual(steps.length);
    }),
    { numRuns: 60 },
  );
});

test("whatever a fund is given before, an investor has after a start the value that he put in, to a millionth of a share", () => {
  const gift = fc.integer({ min: 0, max: 2_000_000 });
  const paid = fc.integer({ min: 10 * USDC, max: 900_000 * USDC });
  const visit = fc.record({ gift, paid, redeemed: fc.integer({ min: 0, max: 1_000 }), who: fc.constantFrom(A, B) });
  fc.assert(
    fc.property(fc.array(visit, { minLength: 1, maxLength: 8 }), fc.constantFrom(0, 20), (visits, fee) => {
      const vault = SmallVault.live(fee);
      for (const account of [A, B, D]) vault.apply(deposit(account, 40_000_000 * USDC, `faucet:${account}:9`));
      let total = 0;
      for (const { gift, paid, redeemed, who } of visits) {
        vault.ask(who, "LP_DEPOSIT", paid);
        // The gift comes when requests can no longer be changed.
        if (gift > 0) vault.gain(gift, D);
        // Redemptions that were requested before may still wait behind the gate.
        const settled = vault
          .nextPeriod()
          .find((event) => event.type === "settled" && event.operation === "LP_DEPOSIT") as Settled | undefined;
        const { mainShares, vaultStrategyShares, providerStrategyShares, strategyPrice, fundNav } = vault.vault;
        const share = (fundNav * vaultStrategyShares) / (vaultStrategyShares + providerStrategyShares) / mainShares;
        // Rounded down, in favour of earlier holders, by up to a millionth of a share and by 10⁻⁸ of each one's price.
        const { amount, shares } = settled ?? { amount: 0, shares: 0 };
        expect(amount - shares * share).toBeLessThanOrEqual(share + 1 + (shares * 2) / 100_000_000);
        expect(paid - amount).toBeLessThanOrEqual(settled === undefined ? paid : strategyPrice / 100_000_000 + 1);
        // The provider's 100,000 shares, at least half of which must stay, keep a share from rising by more than the gifts.
        total += gift;
        expect(strategyPrice / 100_000_000).toBeLessThan((1 + total / 100_000) * 1.000_001);
        vault.after(48);
        const { available } = vault.engine.vaults.shares(VAULT, who);
        const asked = Math.floor((available * redeemed) / 1_000);
        if (asked > 0) vault.ask(who, "LP_WITHDRAW", asked);
        vault.nextPeriod();
        vault.engine.audit();
      }
    }),
    { numRuns: 60 },
  );
});
