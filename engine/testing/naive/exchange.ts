// The whole venue as a slow, obvious model: what each command does, in the words of the rules, with no thought of speed.
// It shares the vocabulary of commands and nothing else with the engine that it judges. Rules 0 to 2, 4, 5, 6.1, 6.2,
// 8, 11.1; refusals in the order of rules 1.3.

import type { Command, SetLeverage } from "../../commands.ts";
import { type RejectionName, rejections } from "../../rejections.ts";
import type { OrderStatus } from "../../vocabulary.ts";
import { BASE_TAKER_FEE, bestVisible, cancel, visibleLevels } from "./book.ts";
import { greatest, least, sum } from "./exact.ts";
import { newFunding } from "./funding.ts";
import {
  exceedsLeverageLimit,
  initialMarginWithOrders,
  marginFigures,
  maxLeverage,
  positionFigures,
  symbolFigures,
  totalCollateral,
  unsettled,
} from "./margin.ts";
import { amendOrder, type Outcome, openOrders, placeOrder } from "./orders.ts";
import { basisSnapshot, indexOf, markOf, roundToTick } from "./prices.ts";
import { type NaiveEvent, NaiveReports } from "./reports.ts";
import {
  emptyRow,
  emptyState,
  everyAccount,
  exactParameters,
  inLots,
  inTicks,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  systemAccount,
} from "./state.ts";

const RATE = 10_000_000_000n;
const _OPEN_ORDERS_MAX = 200;
const BASIS_SNAPSHOTS = 15;
const MINUTE_MS = 60_000;

export interface NaiveAnswer {
  readonly rejection: RejectionName | null;
  readonly rejectionCode: number | null;
  readonly orderId: number;
  readonly status: OrderStatus;
  readonly replayed: boolean;
  readonly expectedTriggerTime: number;
  readonly count: number;
  readonly events: readonly NaiveEvent[];
}

export class NaiveExchange {
  state: NaiveState = emptyState();
  private reports = new NaiveReports();

  apply(command: Command): NaiveAnswer {
    this.reports = new NaiveReports();
    this.state.now = command.at;
    const outcome = this.handle(command);
    const { rejection = null } = outcome;
    return {
      rejection,
      rejectionCode: outcome.rejectionCode ?? (rejection === null ? null : rejections[rejection].code),
      orderId: outcome.orderId ?? 0,
      status: outcome.status ?? "NEW",
      replayed: outcome.replayed ?? false,
      expectedTriggerTime: outcome.expectedTriggerTime ?? 0,
      count: outcome.count ?? 0,
      events: this.reports.events,
    };
  }

  // What can be seen.

  margin(account: number) {
    return marginFigures(this.state, this.state.accounts[account]!);
  }

  position(account: number, market: number) {
    return positionFigures(this.state, this.state.accounts[account]!, this.state.markets[market]!);
  }

  bookSide(market: number, side: "BUY" | "SELL"): { price: number; quantity: number }[] {
    const of = this.state.markets[market]!;
    return visibleLevels(this.state, market, side).map((level) => ({
      price: inTicks(of, level.price),
      quantity: inLots(of, level.quantity),
    }));
  }

  /** By ascending id. */
  openOrders(account: number, market: number): NaiveOrder[] {
    return openOrders(this.state, account, market);
  }

  openInterest(market: number): bigint {
    return sum(this.state.accounts.map((account) => greatest(0n, account.rows[market]!.quantity)));
  }

  /** Invariants I1 to I4 of rules 1.5, which this model keeps as well; `null` when all hold. */
  brokenInvariant(): string | null {
    const all = everyAccount(this.state);
    for (const { number, symbol, mark } of this.state.markets) {
      const rows = all.flatMap((account) => [account.rows[number]!, account.isolated[number]!]);
      const net = sum(rows.map((row) => row.quantity));
      if (net !== 0n) return `positions of ${symbol} sum to ${net}`;
      const costs = sum(rows.map((row) => row.cost));
      if (costs !== 0n) return `costs of ${symbol} sum to ${costs}`;
      const unsettledOf = (account: NaiveAccount) => unsettled(account.rows[number]!, mark);
      if (sum(all.map(unsettledOf)) + sum(all.map((each) => unsettled(each.isolated[number]!, mark))) !== 0n) {
        return `unsettled profits of ${symbol} do not cancel out`;
      }
    }
    const held = sum(all.map((account) => account.holding + account.frozen));
    const margin = sum(all.flatMap((account) => account.isolated.map((row) => row.margin)));
    if (held + margin !== this.state.credited)
      return `holdings sum to ${held + margin}, custody is ${this.state.credited}`;
    const { clearing } = this.state;
    if (totalCollateral(this.state, clearing) !== 0n) return "the clearing account has equity";
    const poor = this.state.accounts.find((account) => account.holding < 0n);
    if (poor !== undefined) return `account ${poor.number} holds ${poor.holding}`;
    return null;
  }

  // What each command does.

  private handle(command: Command): Outcome {
    switch (command.type) {
      case "list_market":
        return this.listMarket(command);
      case "add_broker": {
        const { brokerId, takerFee, makerFee } = command;
        // The public tier: no less than the venue's own fee, no rebates (rules 8.1, 8.2).
        if (BigInt(takerFee) < BASE_TAKER_FEE || makerFee < 0) return { rejection: "invalid_parameter" };
        const fees = systemAccount(`FEE_BUILDER:${brokerId}`, this.state.markets.length);
        this.state.brokers.push({ brokerId, takerFee: BigInt(takerFee), makerFee: BigInt(makerFee), fees });
        return {};
      }
      case "open_account": {
        const broker = this.state.brokers.findIndex((each) => each.brokerId === command.brokerId);
        if (broker < 0) return { rejection: "invalid_parameter" };
        this.state.accounts.push({
          number: this.state.accounts.length,
          accountId: command.accountId,
          broker,
          holding: 0n,
          frozen: 0n,
          cancelAllAt: 0,
          rows: this.state.markets.map(emptyRow),
          leverages: this.state.markets.map((market) => least(10n, maxLeverage(market))),
          isolated: this.state.markets.map(emptyRow),
          isolatedLeverages: this.state.markets.map((market) => least(10n, maxLeverage(market))),
        });
        return {};
      }
      case "bind_key":
        return {};
      case "credit_deposit":
        return this.creditDeposit(command.account, BigInt(command.amount), command.reference);
      case "set_leverage":
        return this.setLeverage(command);
      case "place_order":
        return placeOrder(this.state, this.reports, command);
      case "amend_order":
        return amendOrder(this.state, this.reports, command);
      case "cancel_order": {
        const order = this.state.open.find(
          (each) =>
            each.account === command.account &&
            (command.market < 0 || each.market === command.market) &&
            (command.orderId > 0
              ? each.id === command.orderId
              : each.clientOrderId !== "" && each.clientOrderId === command.clientOrderId),
        );
        if (order === undefined) return { rejection: "not_found" };
        cancel(this.state, order, "USER", this.reports);
        return { orderId: order.id, status: "CANCELLED" };
      }
      case "cancel_all_orders": {
        const open = this.openOrders(command.account, command.market);
        for (const order of open) cancel(this.state, order, "CANCEL_ALL", this.reports);
        return { count: open.length };
      }
      case "cancel_all_after": {
        const { triggerAfterMs: wait, at } = command;
        if (wait !== 0 && (wait < 5_000 || wait > 900_000)) return { rejection: "invalid_parameter" };
        const firesAt = wait === 0 ? 0 : at + wait;
        this.state.accounts[command.account]!.cancelAllAt = firesAt;
        return { expectedTriggerTime: firesAt };
      }
      case "settle_pnl":
        return this.settle(this.state.accounts[command.account]!);
      case "oracle_prices":
        for (const { market, source, price, volume } of command.prices) {
          this.state.markets[market]!.sources[source] = {
            price: BigInt(price),
            volume: BigInt(volume),
            reportedAt: command.at,
          };
        }
        return {};
      case "set_index_prices": {
        const moved = command.prices.map(({ market, price }) => {
          const pinned = this.state.markets[market]!;
          pinned.pinned = true;
          pinned.index = roundToTick(BigInt(price), pinned.parameters.quoteTick);
          return pinned;
        });
        this.refreshMarks(moved);
        return {};
      }
      case "tick":
        this.tick(command.at);
        return {};
      default:
        throw new Error(`the model does not know ${command.type}`);
    }
  }

  private listMarket(command: Extract<Command, { type: "list_market" }>): Outcome {
    const parameters = exactParameters(command.parameters);
    if ((parameters.quoteTick * parameters.baseTick) % RATE !== 0n) return { rejection: "invalid_parameter" };
    const price = roundToTick(BigInt(command.price), parameters.quoteTick);
    const market: NaiveMarket = {
      number: this.state.markets.length,
      symbol: command.parameters.symbol,
      parameters,
      index: price,
      mark: price,
      last: 0n,
      pinned: false,
      sources: [],
      basis: [],
      funding: newFunding(command.at, parameters.fundingPeriodHours),
    };
    this.state.markets.push(market);
    for (const account of everyAccount(this.state)) {
      account.rows.push(emptyRow());
      account.isolated.push(emptyRow());
      account.leverages.push(least(10n, maxLeverage(market)));
      account.isolatedLeverages.push(least(10n, maxLeverage(market)));
    }
    return {};
  }

  private creditDeposit(account: number, amount: bigint, reference: string): Outcome {
    if (this.state.depositReferences.includes(reference)) return { rejection: "duplicate" };
    this.state.depositReferences.push(reference);
    this.state.accounts[account]!.holding += amount;
    this.state.credited += amount;
    return {};
  }

  /** Rules 5.7. */
  private setLeverage(command: SetLeverage): Outcome {
    const account = this.state.accounts[command.account]!;
    const requested = BigInt(command.leverage);
    if (requested < 1n) return { rejection: "invalid_parameter" };
    const markets = this.state.markets.filter((market) => command.market < 0 || market.number === command.market);
    const wanted = new Map(
      markets.map((market) => [market, command.market < 0 ? least(requested, maxLeverage(market)) : requested]),
    );
    for (const [market, leverage] of wanted) {
      if (leverage > maxLeverage(market)) return { rejection: "invalid_parameter" };
    }
    const after = new Map(
      [...wanted].map(([market, leverage]) => [
        market.number,
        symbolFigures(this.state, account, market, undefined, leverage),
      ]),
    );
    for (const [market, leverage] of wanted) {
      const size = after.get(market.number)!.notionalWithOrders;
      if (exceedsLeverageLimit(market, leverage, size)) return { rejection: "position_limit" };
    }
    if (totalCollateral(this.state, account) < initialMarginWithOrders(this.state, account, after)) {
      return { rejection: "insufficient_margin" };
    }
    for (const [market, leverage] of wanted) account.leverages[market.number] = leverage;
    return {};
  }

  /** Rules 4.5, 4.6. */
  private settle(account: NaiveAccount): Outcome {
    if (totalCollateral(this.state, account) < 0n) return { rejection: "refused" };
    for (const market of this.state.markets) {
      const row = account.rows[market.number]!;
      const exists = row.quantity !== 0n || row.cost !== 0n;
      if (!exists) continue;
      const profit = unsettled(row, market.mark);
      account.holding += profit;
      row.cost += profit;
      row.settlePrice = market.mark;
      this.state.clearing.holding -= profit;
      this.state.clearing.rows[market.number]!.cost -= profit;
    }
    return {};
  }

  private lastTick = 0;

  /** Rules 0.2: indices, marks, basis snapshots, what follows from moved marks, timers. */
  private tick(at: number): void {
    for (const market of this.state.markets) {
      if (market.pinned) continue;
      market.index = indexOf(market.sources, at, market.parameters.quoteTick) ?? market.index;
    }
    this.refreshMarks(this.state.markets, () => {
      const minute = Math.floor(at / MINUTE_MS);
      const due = this.lastTick === 0 ? at % MINUTE_MS === 0 : minute > Math.floor(this.lastTick / MINUTE_MS);
      this.lastTick = at;
      if (!due) return;
      for (const market of this.state.markets) {
        const { bid, ask } = this.bestPrices(market);
        const snapshot = basisSnapshot(market.index, bid, ask);
        if (snapshot !== null) market.basis = [...market.basis, snapshot].slice(-BASIS_SNAPSHOTS);
      }
    });
    const due = this.state.accounts
      .filter((account) => account.cancelAllAt !== 0 && account.cancelAllAt <= at)
      .sort((a, b) => (a.accountId < b.accountId ? -1 : 1));
    for (const account of due) {
      for (const order of this.openOrders(account.number, -1)) {
        cancel(this.state, order, "CANCEL_ALL_AFTER", this.reports);
      }
      account.cancelAllAt = 0;
    }
  }

  /** New marks first, then what is due before their consequences, then the consequences by symbol. Rules 0.2, 0.3. */
  private refreshMarks(markets: readonly NaiveMarket[], beforeConsequences: () => void = () => {}): void {
    const moved = markets.filter((market) => {
      const before = market.mark;
      market.mark = markOf(
        {
          index: market.index,
          lastFundingRate: 0n,
          fundingPeriodHours: market.parameters.fundingPeriodHours,
          msToFunding: 0n,
          basis: market.basis,
          ...this.bestPrices(market),
        },
        market.parameters,
      );
      return market.mark !== before;
    });
    beforeConsequences();
    for (const market of moved.toSorted((a, b) => (a.symbol < b.symbol ? -1 : 1))) this.cancelOutOfRange(market);
  }

  private bestPrices(market: NaiveMarket): { bid: bigint | null; ask: bigint | null; last: bigint | null } {
    return {
      bid: bestVisible(this.state, market.number, "BUY"),
      ask: bestVisible(this.state, market.number, "SELL"),
      last: market.last === 0n ? null : market.last,
    };
  }

  /** Rules 11.1, point 3. */
  private cancelOutOfRange(market: NaiveMarket): void {
    const { priceRange } = market.parameters;
    const outside = this.state.open.filter((order) => {
      if (order.market !== market.number) return false;
      if (order.side === "BUY") return order.price * RATE > market.mark * (RATE + priceRange);
      return order.price * RATE < market.mark * (RATE - priceRange);
    });
    for (const order of outside.toSorted((a, b) => a.id - b.id)) {
      cancel(this.state, order, "PRICE_RANGE", this.reports);
    }
  }
}
