// Turns the wishes of a history of failures into commands, by what the model holds at that moment.

import { greatest, least } from "@evermark/model/exact.ts";
import type { NaiveExchange } from "@evermark/model/exchange.ts";
import { fundEstate } from "@evermark/model/insurance.ts";
import { estateOf, openOffers } from "@evermark/model/liquidation.ts";
import { totalCollateral } from "@evermark/model/margin.ts";
import { maintenanceOf, totalSize } from "@evermark/model/offers.ts";
import type { NaiveAccount } from "@evermark/model/state.ts";
import { micros, millis, priceE8, quantityE8, ratioE10 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import { paintedQuotes, pressureCommands } from "./pressure-wishes.ts";
import { placeOrder } from "./setup.ts";
import { liquidationMarkets } from "./trouble-markets.ts";
import type { LiquidationWish } from "./trouble-worlds.ts";
import { secondAfter, WishScript } from "./wish-script.ts";

/** @template Own wishes that a script of its kind adds */
export class LiquidationScript<Own = never> extends WishScript<LiquidationWish | Own> {
  private topUps = 1;
  private deposits = 0;

  constructor(
    exchange: NaiveExchange,
    /** Whether isolated positions can be wished for. */
    private readonly hasIsolated: boolean,
  ) {
    super(exchange);
  }

  protected resolve(wish: LiquidationWish): Command[] {
    const { accounts, markets } = this.exchange.state;
    const at = millis(this.now);
    const deepest = accounts.length - 2;
    const accountOf = (number: number) => (number < 0 ? deepest : number % accounts.length);
    const marketOf = (number: number) => number % markets.length;
    switch (wish.do) {
      case "trade": {
        const [taker, maker] = [accountOf(wish.taker), accountOf(wish.maker)];
        if (taker === maker) return [];
        const market = marketOf(wish.market);
        const price = this.tickPrice(market, 0);
        const quantity = this.sizeOf(taker, market, wish.size);
        const common = { market, price, quantity, at };
        return [
          placeOrder({ ...common, account: maker, side: wish.buys ? "SELL" : "BUY" }),
          placeOrder({
            ...common,
            account: taker,
            side: wish.buys ? "BUY" : "SELL",
            orderType: "IOC",
            marginMode: this.modeOf(wish.isolated),
          }),
          { type: "cancel_all_orders", at, account: maker, market },
        ];
      }
      case "rest": {
        const [account, market] = [accountOf(wish.account), marketOf(wish.market)];
        const mode = this.modeOf(wish.isolated);
        const of = accounts[account]!;
        const held = (mode === "ISOLATED" ? of.isolated : of.rows)[market]!.quantity;
        const closes = wish.closing && held !== 0n;
        const buys = closes ? held < 0n : wish.buys;
        return [
          placeOrder({
            at,
            account,
            market,
            side: buys ? "BUY" : "SELL",
            price: this.tickPrice(market, buys ? -wish.distance : wish.distance),
            quantity: this.sizeOf(account, market, wish.size),
            reduceOnly: closes,
            marginMode: mode,
          }),
        ];
      }
      case "cancel all":
        return [{ type: "cancel_all_orders", at, account: accountOf(wish.account), market: -1 }];
      case "move": {
        const named = [...new Set(wish.markets.map(marketOf))];
        const prices = named.map((market) => ({ market, price: this.tickPrice(market, wish.by) }));
        return [{ type: "set_index_prices", at, prices }];
      }
      case "squeeze": {
        const market = marketOf(wish.market);
        const rowsOf = (each: NaiveAccount) => (wish.isolated ? each.isolated : each.rows);
        const holders = accounts.filter((each) => rowsOf(each)[market]!.quantity !== 0n);
        const account = holders[wish.account % Math.max(1, holders.length)];
        const price = this.squeezingPrice(account?.number ?? 0, market, wish);
        return price === null ? [] : [{ type: "set_index_prices", at, prices: [{ market, price }] }];
      }
      case "wait": {
        const ticks: Command[] = [];
        let now = this.now;
        for (let n = 0; n < wish.seconds; n++) {
          now = secondAfter(now);
          ticks.push({ type: "tick", at: millis(now) });
        }
        return ticks;
      }
      case "terms": {
        const rate = (hundredths: number) => (hundredths === 0 ? null : ratioE10(hundredths * 1_000_000));
        return [
          {
            type: "set_market_rules",
            at,
            market: marketOf(wish.market),
            fundingPeriodHours: wish.hours === 0 ? null : wish.hours,
            capFunding: rate(wish.cap),
            floorFunding: rate(wish.floor),
          },
        ];
      }
      case "funding": {
        const due = Math.min(...markets.map(({ funding }) => funding.nextAt));
        const samples = Array.from({ length: wish.samples }, (_, n) => due - (wish.samples - n) * 15_000);
        const moments = [...samples, due].filter((moment) => moment > this.now);
        return moments.map((moment) => ({ type: "tick", at: millis(moment) }));
      }
      case "claim": {
        const offers = openOffers(this.exchange.state).filter((each) => each.kind === "liquidated");
        const offer = offers[wish.which % Math.max(1, offers.length)];
        const limits = (offer?.positions ?? []).slice(0, 1).map(({ market }) => ({
          market,
          price: this.tickPrice(market, wish.limit),
        }));
        const market = offer?.positions[0]?.market ?? 0;
        return [
          {
            type: "claim_liquidation",
            at,
            account: accountOf(wish.account),
            liquidationId: offer?.liquidationId ?? 1,
            ratio: wish.own ? 100_000_000 : wish.ratio,
            extraRatio: wish.extra,
            limits: wish.limit === 0 ? [] : limits,
            ratios: wish.own ? [{ market, ratio: wish.ratio }] : [],
          },
        ];
      }
      case "claim fund": {
        const claims = openOffers(this.exchange.state).filter((each) => each.kind === "claim");
        const claim = claims[wish.which % Math.max(1, claims.length)];
        const { market, quantity } = claim?.positions[0] ?? { market: 0, quantity: 1 };
        const lots = Math.ceil((Math.abs(quantity) * wish.percent) / 100);
        const limit = wish.limit === 0 ? 0 : this.tickPrice(market, wish.limit);
        return [
          {
            type: "claim_insurance_fund",
            at,
            account: accountOf(wish.account),
            claimId: claim?.liquidationId ?? 1,
            market,
            quantity: quantityE8(lots * liquidationMarkets[market]!.lot),
            limitPrice: priceE8(limit),
          },
        ];
      }
      case "deposit": {
        this.deposits += 1;
        const { amount } = wish;
        const reference = `later:${this.deposits}`;
        const account = accountOf(wish.account);
        return [{ type: "credit_deposit", at, account, amount: micros(amount), source: "faucet", reference }];
      }
      case "top up": {
        if (!wish.again) this.topUps += 1;
        return [{ type: "top_up_insurance", at, amount: micros(wish.amount), reference: `operator:${this.topUps}` }];
      }
      case "fund ratio": {
        const { collateral, positions } = fundEstate(this.exchange.state);
        const missing = (totalSize(positions) * BigInt(wish.percent)) / 100n - collateral;
        if (missing <= 0n) return [];
        this.topUps += 1;
        const reference = `operator:${this.topUps}`;
        return [{ type: "top_up_insurance", at, amount: micros(Number(missing)), reference }];
      }
      case "leverage": {
        const { leverage } = wish;
        const [account, market] = [accountOf(wish.account), marketOf(wish.market)];
        return [{ type: "set_leverage", at, account, market, leverage, marginMode: "CROSS" }];
      }
      case "settle":
        return [{ type: "settle_pnl", at, account: accountOf(wish.account), nonce: 0 }];
      case "leave": {
        const account = accountOf(wish.account);
        const [amount, kind] = [micros(wish.amount), wish.out ? ("withdraw" as const) : ("transfer" as const)];
        const known = this.exchange.state.funds.nonces.find((each) => each.account === account && each.kind === kind);
        const nonce = (known?.issued ?? 0) + 1;
        const receivers = [{ account: (account + 1) % accounts.length, amount }];
        const { wallet: receiver } = accounts[account]!;
        return [
          { type: "issue_nonce", at, account, kind },
          wish.out
            ? { type: "request_withdrawal", at, account, amount, fee: micros(1_000_000), nonce, chainId: 196, receiver }
            : { type: "transfer_funds", at, account, receivers, nonce },
        ];
      }
      case "halt": {
        const state = wish.halted ? ("HALTED" as const) : ("ACTIVE" as const);
        return [{ type: "set_market_state", at, market: marketOf(wish.market), state, reason: "" }];
      }
      case "spread":
        return markets.flatMap(({ number }) => {
          const shared = { taker: wish.account, maker: -1, market: number, buys: wish.buys, isolated: false };
          return this.resolve({ do: "trade", ...shared, size: Math.ceil(wish.size / markets.length) });
        });
      case "strand": {
        const spread = accounts.filter(({ rows }) => rows.filter(({ quantity }) => quantity !== 0n).length > 1);
        const stranded = spread[wish.account % Math.max(1, spread.length)];
        if (stranded === undefined) return [];
        const held = markets.filter(({ number }) => stranded.rows[number]!.quantity !== 0n);
        const [market, { number: squeezed }] = [held[0]!.number, held.at(-1)!];
        const to = { to: wish.to, isolated: false };
        const price = this.squeezingPrice(stranded.number, squeezed, to);
        if (price === null) return [];
        return [
          { type: "set_market_state", at, market, state: "HALTED", reason: "" },
          { type: "set_index_prices", at, prices: [{ market: squeezed, price }] },
        ];
      }
      case "overreach": {
        const offers = openOffers(this.exchange.state);
        const offer = offers[wish.which % Math.max(1, offers.length)];
        if (offer === undefined) return [];
        const { market } = offer.positions[0]!;
        const { maxNotional } = liquidationMarkets[market]!.parameters;
        const limit = (most: number): Command => ({ type: "set_market_rules", at, market, maxNotional: micros(most) });
        const sameKind = offers.filter((each) => each.kind === offer.kind);
        // The deepest of all is mostly on the other side, and a claim would only make its position smaller.
        const claimed = { account: accounts.length - 1, which: sameKind.indexOf(offer), limit: 0 };
        const claim: LiquidationWish =
          offer.kind === "claim"
            ? { do: "claim fund", ...claimed, percent: 100 }
            : { do: "claim", ...claimed, ratio: 100_000_000, extra: 0, own: false };
        return [limit(1_000_000), ...this.resolve(claim), limit(maxNotional)];
      }
      case "maintenance": {
        const startAt = secondAfter(this.now);
        const endAt = startAt + wish.seconds * 1_000;
        const window = { startAt: millis(startAt), endAt: millis(endAt), message: "" };
        const ticks = [startAt, endAt, endAt + 60_000].map((each): Command => ({ type: "tick", at: millis(each) }));
        return [{ type: "schedule_maintenance", at, ...window }, ...ticks];
      }
      case "margin": {
        if (!this.hasIsolated) return [];
        const market = marketOf(wish.market);
        const owners = accounts.filter((each) => each.isolated[market]!.quantity !== 0n);
        const account = owners[wish.account % Math.max(1, owners.length)]?.number ?? 0;
        const direction = wish.amount < 0 ? "REDUCE" : "ADD";
        const amount = micros(Math.abs(wish.amount) + 1);
        return [{ type: "move_position_margin", at, account, market, direction, amount }];
      }
      case "paint": {
        const shared = { taker: wish.account, maker: -1, market: wish.market, isolated: false };
        const opened = this.resolve({ do: "trade", ...shared, buys: wish.by < 0, size: 85 });
        return [...opened, ...pressureCommands(this.exchange, this.now, wish)];
      }
      case "graze": {
        const { account, market, to } = wish;
        const [squeeze] = this.resolve({ do: "squeeze", account, market, to, isolated: false });
        if (squeeze?.type !== "set_index_prices") return [];
        const { market: number, price } = squeeze.prices[0]!;
        const painted = markets[number]!.basis.reduce((sum, each) => sum + each, 0n);
        const quotes = paintedQuotes(this.exchange, number, BigInt(price), painted < 0n ? -8 : 8);
        return [squeeze, ...quotes, { type: "tick", at: millis(secondAfter(this.now)) }];
      }
      default:
        return pressureCommands(this.exchange, this.now, wish);
    }
  }

  private modeOf(isolated: boolean): "CROSS" | "ISOLATED" {
    return isolated && this.hasIsolated ? "ISOLATED" : "CROSS";
  }

  /** The mark price and so many thousandths of it, on the tick. */
  private tickPrice(market: number, thousandths: number) {
    const { mark, parameters } = this.exchange.state.markets[market]!;
    const { quoteTick } = parameters;
    const first = BigInt(liquidationMarkets[market]!.firstPrice);
    const price = least(first * 5n, greatest(first / 5n, (mark * BigInt(1_000 + thousandths)) / 1_000n));
    return priceE8(Number((price / quoteTick) * quoteTick));
  }

  /** Where an account with a position has so many percent of its maintenance margin left, if prices go that far. */
  private squeezingPrice(account: number, number: number, wish: { to: number; isolated: boolean }) {
    const { state } = this.exchange;
    const of = state.accounts[account]!;
    const market = state.markets[number]!;
    const estate = estateOf(state, { account: of, market: wish.isolated ? market : null });
    const held = estate.positions.find((each) => each.market === market)?.quantity ?? 0n;
    if (held === 0n) return null;
    const target = (maintenanceOf(estate.positions) * BigInt(wish.to)) / 100n;
    const price = market.mark + ((target - estate.collateral) * 10_000_000_000n) / held;
    const { quoteTick } = market.parameters;
    const first = BigInt(liquidationMarkets[number]!.firstPrice);
    // Beyond, money leaves what the engine counts.
    if (price < first / 5n || price > first * 5n) return null;
    return priceE8(Number((price / quoteTick) * quoteTick));
  }

  /** A percentage of what an account's collateral carries, at least one lot. */
  private sizeOf(account: number, market: number, percent: number) {
    const { state } = this.exchange;
    const of = state.accounts[account]!;
    const { mark, parameters } = state.markets[market]!;
    // Rich accounts don't have to risk everything.
    const collateral = totalCollateral(state, of);
    const staked = collateral > 100_000_000_000n ? 100_000_000_000n : collateral;
    const size =
      (staked * of.leverages[market]! * BigInt(percent) * 10_000_000_000n) / 100n / mark / parameters.baseTick;
    return quantityE8(Number((size > 0n ? size : 1n) * parameters.baseTick));
  }
}
