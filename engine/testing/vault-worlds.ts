// Random lives of strategy vaults: a provider with three of them, investors who come and go, a fund that wins and loses
// against a deep counterparty, and periods that start. Wishes are resolved by what exists when their turn comes.

import { withdrawableOf } from "@evermark/model/margin.ts";
import { sharesOf, vaultOfFund } from "@evermark/model/strategy-vaults.ts";
import fc from "fast-check";
import { micros, millis, priceE8, quantityE8 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "./setup.ts";
import { liquidationMarkets } from "./trouble-markets.ts";
import { secondAfter, WishScript } from "./wish-script.ts";

const HOUR_MS = 3_600_000;
const vaultIds = ["a", "b", "c"].map((digit) => `0x${digit.repeat(64)}`);
/** The provider is 0, investors are 1 to 3, the counterparty is 4; the funds are sub-accounts of the provider. */
const COUNTERPARTY = 4;
const FUNDS = [5, 6, 7];

export function vaultOpening(): Command[] {
  const deposits = [900_000, 50_000, 4_000, 9_000_000, 20_000_000];
  const { parameters, firstPrice } = liquidationMarkets[0]!;
  const at = START;
  return [
    listMarket(parameters, firstPrice),
    addBroker("plain", 60, 30),
    ...deposits.map((_, number) => openAccount(number, "plain")),
    ...deposits.map((amount, number) => deposit(number, amount * 1_000_000, `faucet:${number}`)),
    ...FUNDS.map((number, n): Command => {
      const accountId = `0x${(0xaaaa - n).toString(16).padStart(64, "0")}`;
      return { type: "add_sub_account", at, account: 0, number: n + 1, accountId, description: `fund ${number}` };
    }),
    { type: "set_index_prices", at, prices: [{ market: 0, price: priceE8(firstPrice) }] },
    ...vaultIds.map(
      (vaultId, n): Command => ({
        type: "create_vault",
        at,
        vaultId,
        name: `vault ${n}`,
        provider: 0,
        fund: FUNDS[n]!,
        kind: n === 2 ? "permissionless" : "operator",
        performanceFeePercent: [20, 7, 0][n]!,
      }),
    ),
    // The second provider has little more than he must.
    ...vaultIds.map(
      (vaultId, n): Command => ({
        type: "request_vault_operation",
        at,
        account: 0,
        vaultId,
        operation: "SP_DEPOSIT",
        amount: n === 1 ? 52_000_000_000 : 200_000_000_000,
      }),
    ),
  ];
}

type VaultWish =
  | {
      readonly do: "ask";
      readonly vault: number;
      readonly account: number;
      readonly operation: "LP_DEPOSIT" | "LP_WITHDRAW" | "SP_DEPOSIT" | "SP_WITHDRAW";
      /** In thousandths of what there is, and some millionths more. */
      readonly part: number;
      readonly more: number;
    }
  | { readonly do: "trade"; readonly vault: number; readonly buys: boolean; readonly size: number }
  | { readonly do: "move"; readonly by: number }
  | { readonly do: "wait"; readonly starts: number }
  | { readonly do: "state"; readonly vault: number; readonly state: "live" | "closing" }
  | { readonly do: "settle"; readonly account: number }
  /** The operator stops the market, or lets it go on. */
  | { readonly do: "halt"; readonly halted: boolean }
  /** An account gives the fund money that no share is given for. */
  | { readonly do: "gift"; readonly vault: number; readonly from: number; readonly amount: number }
  /** The counterparty shows enough on both sides, some thousandths away, to take the mark with it in time. */
  | { readonly do: "quote"; readonly by: number }
  /** The fund ends its position. */
  | { readonly do: "flatten"; readonly vault: number }
  | { readonly do: "leave"; readonly vault: number; readonly how: "withdraw" | "transfer" };

const vault = fc.constantFrom(0, 0, 0, 1, 1, 2);

export const anyVaultWishes = (maxLength: number): fc.Arbitrary<VaultWish[]> =>
  fc.array(
    fc.oneof(
      {
        weight: 8,
        arbitrary: fc.record({
          do: fc.constant("ask" as const),
          vault,
          account: fc.oneof({ weight: 6, arbitrary: fc.integer({ min: 1, max: 3 }) }, fc.constantFrom(0, 5)),
          operation: fc.constantFrom("LP_DEPOSIT" as const, "LP_WITHDRAW" as const),
          part: fc.oneof(fc.integer({ min: 1, max: 700 }), fc.constant(1_000)),
          more: fc.constantFrom(0, 0, 0, 1),
        }),
      },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant("ask" as const),
          vault,
          account: fc.constant(0),
          operation: fc.constantFrom("SP_DEPOSIT" as const, "SP_WITHDRAW" as const),
          part: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 1, max: 900 }) }, fc.constant(1_000)),
          more: fc.constant(0),
        }),
      },
      {
        weight: 4,
        arbitrary: fc.record({
          do: fc.constant("trade" as const),
          vault,
          buys: fc.boolean(),
          size: fc.integer({ min: 1, max: 90 }),
        }),
      },
      { weight: 4, arbitrary: fc.record({ do: fc.constant("move" as const), by: fc.integer({ min: -60, max: 60 }) }) },
      {
        weight: 7,
        arbitrary: fc.record({ do: fc.constant("wait" as const), starts: fc.constantFrom(1, 1, 2, 17, 17, 25) }),
      },
      {
        weight: 3,
        arbitrary: fc.record({
          do: fc.constant("state" as const),
          vault,
          state: fc.constantFrom("live" as const, "live" as const, "live" as const, "closing" as const),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("settle" as const), account: fc.constantFrom(1, 5, 6) }) },
      {
        weight: 2,
        arbitrary: fc.record({
          do: fc.constant("halt" as const),
          halted: fc.constantFrom(true, false, false, false, false),
        }),
      },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant("gift" as const),
          vault,
          from: fc.integer({ min: 0, max: 4 }),
          amount: fc.constantFrom(1, 7_000_003, 4_000_000_000, 3_000_000_000_000),
        }),
      },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("quote" as const), by: fc.constantFrom(-9, -4, 4, 9) }) },
      { weight: 1, arbitrary: fc.record({ do: fc.constant("flatten" as const), vault }) },
      {
        weight: 1,
        arbitrary: fc.record({
          do: fc.constant("leave" as const),
          vault,
          how: fc.constantFrom("withdraw" as const, "transfer" as const),
        }),
      },
    ),
    { minLength: 1, maxLength, size: "max" },
  );

export class VaultScript extends WishScript<VaultWish> {
  protected resolve(wish: VaultWish): Command[] {
    const { state } = this.exchange;
    const at = millis(this.now);
    switch (wish.do) {
      case "ask": {
        const { account, operation } = wish;
        const amount = Math.max(1, Number((this.available(wish) * BigInt(wish.part)) / 1_000n)) + wish.more;
        return [{ type: "request_vault_operation", at, account, vaultId: vaultIds[wish.vault]!, operation, amount }];
      }
      case "trade": {
        const fund = FUNDS[wish.vault]!;
        // A fund that closes can only shrink.
        if (vaultOfFund(state, fund)?.state === "closing") return [];
        const { mark, parameters } = state.markets[0]!;
        const carried = withdrawableOf(state, state.accounts[fund]!) * 9n * BigInt(wish.size);
        const lots = (carried * 10_000_000_000n) / 100n / mark / parameters.baseTick;
        if (lots === 0n) return [];
        const quantity = quantityE8(Number(lots * parameters.baseTick));
        const common = { market: 0, price: priceE8(Number(mark)), quantity, at };
        return [
          placeOrder({ ...common, account: COUNTERPARTY, side: wish.buys ? "SELL" : "BUY" }),
          placeOrder({ ...common, account: fund, side: wish.buys ? "BUY" : "SELL", orderType: "IOC" }),
          { type: "cancel_all_orders", at, account: COUNTERPARTY, market: -1 },
        ];
      }
      case "move": {
        const { mark, parameters } = state.markets[0]!;
        const tick = Number(parameters.quoteTick);
        const price = priceE8(Math.round((Number(mark) * (1 + wish.by / 1_000)) / tick) * tick);
        return [{ type: "set_index_prices", at, prices: [{ market: 0, price }] }];
      }
      case "wait": {
        // Whole hours meet every start and every funding time.
        const hours = wish.starts * 3;
        const first = (Math.floor(this.now / HOUR_MS) + 1) * HOUR_MS;
        const ticks = Array.from({ length: hours }, (_, n) => first + n * HOUR_MS);
        return [secondAfter(this.now), ...ticks]
          .filter((moment, n, all) => all.indexOf(moment) === n)
          .map((moment) => ({ type: "tick", at: millis(moment) }));
      }
      case "state":
        return [{ type: "set_vault_state", at, vaultId: vaultIds[wish.vault]!, state: wish.state }];
      case "halt": {
        const to = wish.halted ? ("HALTED" as const) : ("ACTIVE" as const);
        return [{ type: "set_market_state", at, market: 0, state: to, reason: "" }];
      }
      case "gift": {
        const { from: account, amount } = wish;
        const known = state.funds.nonces.find((each) => each.account === account && each.kind === "transfer");
        const nonce = (known?.issued ?? 0) + 1;
        const receivers = [{ account: FUNDS[wish.vault]!, amount: micros(amount) }];
        return [
          { type: "issue_nonce", at, account, kind: "transfer" },
          { type: "transfer_funds", at, account, receivers, nonce },
        ];
      }
      case "quote": {
        const { mark, parameters } = state.markets[0]!;
        const tick = Number(parameters.quoteTick);
        const price = Math.round((Number(mark) * (1 + wish.by / 1_000)) / tick) * tick;
        const common = { account: COUNTERPARTY, market: 0, quantity: quantityE8(30_000_000_000), at };
        return [
          placeOrder({ ...common, side: "BUY", price: priceE8(price) }),
          placeOrder({ ...common, side: "SELL", price: priceE8(price + tick) }),
        ];
      }
      case "flatten": {
        const fund = FUNDS[wish.vault]!;
        const held = Number(state.accounts[fund]!.rows[0]!.quantity);
        if (held === 0) return [];
        const common = { market: 0, price: priceE8(Number(state.markets[0]!.mark)), at };
        const quantity = quantityE8(Math.abs(held));
        const closing = { account: fund, orderType: "IOC", reduceOnly: true } as const;
        return [
          { type: "cancel_all_orders", at, account: COUNTERPARTY, market: -1 },
          placeOrder({ ...common, account: COUNTERPARTY, quantity, side: held > 0 ? "BUY" : "SELL" }),
          placeOrder({ ...common, ...closing, quantity, side: held > 0 ? "SELL" : "BUY" }),
          { type: "cancel_all_orders", at, account: COUNTERPARTY, market: -1 },
        ];
      }
      case "settle":
        return [{ type: "settle_pnl", at, account: wish.account, nonce: 0 }];
      case "leave": {
        const account = FUNDS[wish.vault]!;
        const amount = micros(2_000_000);
        if (wish.how === "transfer") {
          return [{ type: "transfer_funds", at, account, receivers: [{ account: 0, amount }], nonce: 0 }];
        }
        return [
          { type: "issue_nonce", at, account, kind: "withdraw" },
          {
            type: "request_withdrawal",
            at,
            account,
            amount,
            fee: micros(1_000_000),
            nonce: 1,
            chainId: 196,
            receiver: state.accounts[account]!.wallet,
          },
        ];
      }
    }
  }

  /** What of a kind an account could put in or take out. */
  private available(wish: Extract<VaultWish, { do: "ask" }>): bigint {
    const { state } = this.exchange;
    const of = state.vaults.vaults[wish.vault]!;
    if (wish.operation.endsWith("DEPOSIT")) return withdrawableOf(state, state.accounts[wish.account]!);
    if (wish.operation === "SP_WITHDRAW") return of.providerStrategyShares;
    return sharesOf(state, of, wish.account).available;
  }
}
