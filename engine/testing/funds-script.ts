// Turns the wishes of a history about money into commands, by what the model holds at that moment.

import type { NonceKind } from "@evermark/model/funds-state.ts";
import { withdrawableOf } from "@evermark/model/margin.ts";
import { feeE5, micros, millis, priceE8, quantityE8 } from "../base/units.ts";
import { WITHDRAWAL_STATES } from "../base/vocabulary.ts";
import type { Command, SignedRequest } from "../language/commands/commands.ts";
import { BROKERS, type FundsWish, fundsMarkets } from "./funds-worlds.ts";
import { deposit, openAccount, placeOrder } from "./setup.ts";
import { secondAfter, WishScript } from "./wish-script.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const FUNDING_MS = 28_800_000;

const placeOf = (place: number) => ({ key: `196:0x${place}:0`, transaction: `0x${place}` });

export class FundsScript extends WishScript<FundsWish> {
  protected resolve(wish: FundsWish): Command[] {
    const { accounts, funds } = this.exchange.state;
    const at = millis(this.now);
    const accountOf = (number: number) => number % accounts.length;
    switch (wish.do) {
      case "trade":
        return this.trade(wish, accountOf(wish.taker), accountOf(wish.maker));
      case "move": {
        const { market } = wish;
        const { mark, parameters } = this.exchange.state.markets[market]!;
        const moved = Number(mark) * (1 + wish.by / 1_000);
        const price = priceE8(
          Math.max(1, Math.round(moved / Number(parameters.quoteTick))) * Number(parameters.quoteTick),
        );
        return [{ type: "set_index_prices", at, prices: [{ market, price }] }];
      }
      case "wait":
        return this.ticksUntil(this.momentOf(wish.until));
      case "rates": {
        const own = accounts.filter((each) => each.broker === wish.broker).map((each) => each.number);
        // Now and then another's account is among them.
        const oneOf = (number: number) => (number === 11 ? accountOf(number) : own[number % own.length]!);
        const named = [...new Set(wish.accounts.map(oneOf))].map((account) => ({ account }));
        const rates = { broker: wish.broker, takerFee: feeE5(wish.taker), makerFee: feeE5(wish.maker), at };
        if (wish.of === "broker") return [{ type: "set_broker_fees", ...rates }];
        if (wish.of === "accounts") return [{ type: "set_account_fees", ...rates, accounts: named }];
        return [{ type: "reset_account_fees", at, broker: wish.broker, accounts: named }];
      }
      case "tier":
        return [{ type: "set_minimum_tier", at, broker: wish.broker, tier: wish.tier }];
      case "tag": {
        // What is to be changed is mostly there.
        const { tags } = this.exchange.state.fees;
        const known = wish.action === "create" || wish.id === "bad" ? undefined : tags[wish.rate % tags.length];
        const { broker, enumId } = known ?? { broker: wish.broker, enumId: wish.id };
        const overrides = wish.override < 0 ? [] : [{ market: wish.override, rate: feeE5(wish.rate + 1) }];
        const rate = feeE5(wish.rate);
        const [name, description] = ["a name", ""];
        if (wish.action === "archive") return [{ type: "archive_fee_tag", at, broker, enumId }];
        if (wish.action === "unarchive") return [{ type: "unarchive_fee_tag", at, broker, enumId }];
        if (wish.action === "create") {
          return [{ type: "create_fee_tag", at, broker, enumId, name, description, rate, overrides }];
        }
        const replacesOverrides = wish.replaces;
        const kept = replacesOverrides ? overrides : [];
        return [
          {
            type: "edit_fee_tag",
            at,
            broker,
            enumId,
            name: null,
            description: null,
            rate,
            replacesOverrides,
            overrides: kept,
          },
        ];
      }
      case "code":
        return [
          {
            type: "create_referral_code",
            at,
            broker: wish.broker,
            account: accountOf(wish.account),
            code: wish.code,
            maxRebate: wish.rebate,
            referrerShare: wish.split,
            refereeShare: 100_000_000 - wish.split,
          },
        ];
      case "affiliate": {
        const parent = wish.parent < 0 ? -1 : accountOf(wish.parent);
        return [{ type: "set_affiliate", at, account: accountOf(wish.account), rate: wish.rate, parent }];
      }
      case "basis":
        return [{ type: "set_affiliate_basis", at, broker: wish.broker, basis: wish.basis }];
      case "bind":
        return [{ type: "bind_referral", at, account: accountOf(wish.account), code: this.codeOf(wish.code) }];
      case "nonce":
        return [{ type: "issue_nonce", at, account: accountOf(wish.account), kind: wish.kind }];
      case "withdraw": {
        const account = accountOf(wish.account);
        return [
          ...this.nonceFor(account, "withdraw", wish.nonce),
          {
            type: "request_withdrawal",
            at,
            account,
            amount: micros(this.partOf(account, wish.part) + wish.more),
            fee: micros(1_000_000),
            nonce: this.nonceOf(account, "withdraw", wish.nonce),
            chainId: 196,
            receiver: wish.astray ? `0x${"99".repeat(20)}` : accounts[account]!.wallet,
          },
        ];
      }
      case "advance": {
        const withdrawalId = 1 + (wish.which % Math.max(1, funds.withdrawals.length));
        const onwards = { PENDING: "PROCESSING", PENDING_REBALANCE: "PENDING", PROCESSING: "COMPLETED" } as const;
        const now = funds.withdrawals[withdrawalId - 1]?.state ?? "PENDING";
        const next = now === "COMPLETED" || now === "FAILED" ? "FAILED" : onwards[now];
        const to = wish.which > 2 ? next : WITHDRAWAL_STATES[wish.to]!;
        return [{ type: "advance_withdrawal", at, withdrawalId, to, transaction: to === "PROCESSING" ? "0x1" : "" }];
      }
      case "transfer": {
        const account = accountOf(wish.account);
        const receivers = wish.receivers.map((each) => ({
          account: accountOf(each.account),
          amount: micros(this.partOf(account, each.part) + wish.more),
        }));
        const nonce = wish.nonce === null ? 0 : this.nonceOf(account, "transfer", wish.nonce);
        const issued = wish.nonce === null ? [] : this.nonceFor(account, "transfer", wish.nonce);
        return [
          ...issued,
          { type: "transfer_funds", at, account, receivers, nonce, request: this.requestOf(wish.signed) },
        ];
      }
      case "allow": {
        const { allowed } = wish;
        const account = wish.account < 0 ? -1 : accountOf(wish.account);
        return [{ type: "allow_transfers", at, account, broker: account < 0 ? Math.max(0, wish.broker) : -1, allowed }];
      }
      case "sub-account": {
        const account = accountOf(wish.account);
        const before = accounts.filter((each) => each.main === account && each.number !== account).length;
        // Ids fall as numbers rise, as those of main accounts do.
        const accountId = `0x${(0xeeee - accounts.length).toString(16).padStart(64, "0")}`;
        const description = "d".repeat(wish.words);
        return [{ type: "add_sub_account", at, account, number: before + 1 + wish.skip, accountId, description }];
      }
      case "describe": {
        const [account, subAccount] = [accountOf(wish.account), accountOf(wish.sub)];
        return [{ type: "describe_sub_account", at, account, subAccount, description: "e".repeat(wish.words) }];
      }
      case "delegate":
        return [{ type: "set_delegate_signer", at, account: accountOf(wish.account), signer: `0x${"ab".repeat(20)}` }];
      case "deposit": {
        const reference = `chain:${wish.reference}`;
        return [{ ...deposit(accountOf(wish.account), wish.amount, reference), at, source: "chain" }];
      }
      case "see": {
        const onChain = { ...placeOf(wish.place), chainId: 196, reference: `deposit:${wish.number}` };
        const facts = { account: accountOf(wish.account), amount: micros(wish.amount), source: "chain" } as const;
        return [{ type: "observe_deposit", at, ...onChain, ...facts, state: wish.isSwept ? "PROCESSED" : "PENDING" }];
      }
      case "final": {
        const shown = funds.pending[wish.which % Math.max(1, funds.pending.length)];
        if (shown === undefined) return [];
        const { account, amount, source, key, chainId, transaction } = shown;
        const reference = wish.number < 0 ? shown.reference : `deposit:${wish.number}`;
        const onChain = { key, chainId, transaction };
        return [{ type: "credit_deposit", at, account, amount, source, reference, onChain }];
      }
      case "gone":
        return [{ type: "drop_deposit", at, key: placeOf(wish.place).key, reason: "reorganised" }];
      case "send": {
        const withdrawalId = 1 + (wish.which % Math.max(1, funds.withdrawals.length));
        const noted = funds.withdrawals.flatMap((each) => each.transactions.map(({ chainNonce }) => chainNonce));
        const own = funds.withdrawals[withdrawalId - 1]?.transactions.at(-1)?.chainNonce ?? 0;
        // Its own number again, or one near the last of all.
        const chainNonce = wish.step === 0 ? own : Math.max(-1, ...noted) + wish.step;
        const sent = {
          transaction: `0x${wish.hash}`,
          raw: `0x${wish.hash}${withdrawalId}`,
          sender: "0xhot",
          chainNonce,
        };
        return [{ type: "send_withdrawal", at, withdrawalId, ...sent }];
      }
      case "pause":
        return [{ type: "pause_withdrawals", at, paused: wish.paused }];
      case "open":
        return [{ ...openAccount(wish.number, "plain"), at, forDeposit: wish.forDeposit }];
      case "park": {
        const [amount, reference] = [micros(wish.amount), `chain:${wish.reference}`];
        return [{ type: "park_deposit", at, amount, reference, accountId: "0x0", reason: "unknown account" }];
      }
      case "halt": {
        const state = wish.halted ? ("HALTED" as const) : ("ACTIVE" as const);
        return [{ type: "set_market_state", at, market: wish.market, state, reason: "" }];
      }
      case "clock halt":
        return [{ type: "halt_for_clock", at, halted: wish.halted }];
      case "settle": {
        const account = accountOf(wish.account);
        const nonce = wish.nonce === null ? 0 : this.nonceOf(account, "settle", wish.nonce);
        const issued = wish.nonce === null ? [] : this.nonceFor(account, "settle", wish.nonce);
        return [...issued, { type: "settle_pnl", at, account, nonce }];
      }
    }
  }

  private trade(wish: Extract<FundsWish, { do: "trade" }>, taker: number, maker: number): Command[] {
    if (taker === maker) return [];
    const { market } = wish;
    const { mark } = this.exchange.state.markets[market]!;
    const quantity = quantityE8(wish.size * fundsMarkets[market]!.lot);
    const common = { market, price: priceE8(Number(mark)), quantity, at: millis(this.now) };
    const tag = this.tagOf(wish.tag);
    return [
      placeOrder({
        ...common,
        account: maker,
        side: wish.buys ? "SELL" : "BUY",
        visible: quantityE8(wish.hidden ? 0 : -1),
        tag: this.tagOf(wish.tag + 3),
      }),
      placeOrder({ ...common, account: taker, side: wish.buys ? "BUY" : "SELL", orderType: "IOC", tag }),
      { type: "cancel_all_orders", at: millis(this.now), account: maker, market },
    ];
  }

  /** A fee tag that there is or was, a referral code, a word that means nothing, a tag that never was, or none. */
  private tagOf(number: number): string {
    const { tags, codes } = this.exchange.state.fees;
    const known = [
      ...tags.map((tag) => `enum:${BROKERS[tag.broker]}:${tag.enumId}`),
      ...codes.map(({ code }) => code),
      "CODE2",
      "",
      "",
      "word",
      "enum:plain:NEVER",
    ];
    return known[number % known.length]!;
  }

  /** Every funding time on the way has its tick. */
  private ticksUntil(end: number): Command[] {
    const ticks: Command[] = [];
    const due = (now: number) => (Math.floor(now / FUNDING_MS) + 1) * FUNDING_MS;
    for (let moment = due(this.now); moment < end; moment = due(moment))
      ticks.push({ type: "tick", at: millis(moment) });
    return [...ticks, { type: "tick", at: millis(end) }];
  }

  private momentOf(until: "second" | "midnight" | "month"): number {
    if (until === "second") return secondAfter(this.now);
    const midnight = (Math.floor(this.now / DAY_MS) + 1) * DAY_MS;
    if (until === "midnight") return midnight;
    const day = new Date(this.now);
    return Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
  }

  private partOf(account: number, thousandths: number): number {
    const { state } = this.exchange;
    return Number((withdrawableOf(state, state.accounts[account]!) * BigInt(thousandths)) / 1_000n);
  }

  /** The same one for an hour: it is sent again before it is forgotten, and after. */
  private requestOf(signed: number | null): SignedRequest | null {
    if (signed === null) return null;
    const hour = Math.floor(this.now / HOUR_MS);
    return { digest: `${hour}:${signed}`, signedAt: millis(hour * HOUR_MS + signed) };
  }

  private nonceOf(account: number, kind: NonceKind, distance: number): number {
    const known = this.exchange.state.funds.nonces.find((each) => each.account === account && each.kind === kind);
    // The next one is handed out just before it is used.
    return Math.max(1, (known?.issued ?? 0) + (distance === 0 ? 1 : distance));
  }

  private nonceFor(account: number, kind: NonceKind, distance: number): Command[] {
    return distance === 0 ? [{ type: "issue_nonce", at: millis(this.now), account, kind }] : [];
  }

  /** A code that there is, if the wish is for one that could be. */
  private codeOf(wished: string): string {
    const { codes } = this.exchange.state.fees;
    return wished === "lower" ? wished : (codes[wished.length % codes.length]?.code ?? wished);
  }
}
