// The whole venue as a slow, obvious model: what each command does, in the words of the rules, with no thought of speed.
// It shares the vocabulary of commands and nothing else with the engine that it judges. Rules 0 to 2, 4, 5, 6.1, 6.2,
// 8, 11.1; refusals in the order of rules 1.3.

import type { AmendOrder, Command, PlaceOrder, SetLeverage } from "../commands.ts";
import { type RejectionName, rejections } from "../rejections.ts";
import type { OrderStatus } from "../vocabulary.ts";
import { absolute, divideFloor, greatest, least, sum } from "./exact.ts";
import {
  adjustedPostOnlyPrice,
  BASE_TAKER_FEE,
  bestVisible,
  cancel,
  marketBound,
  matchIncoming,
  opposite,
  visibleLevels,
} from "./naive-book.ts";
import {
  type Candidate,
  exceedsLeverageLimit,
  initialMarginWithOrders,
  judgeOrder,
  marginFigures,
  maxLeverage,
  positionFigures,
  symbolFigures,
  totalCollateral,
  unsettled,
} from "./naive-margin.ts";
import { basisSnapshot, indexOf, markOf, roundToTick } from "./naive-prices.ts";
import { type NaiveEvent, NaiveReports } from "./naive-reports.ts";
import {
  emptyState,
  exactParameters,
  inLots,
  inTicks,
  type NaiveAccount,
  type NaiveMarket,
  type NaiveOrder,
  type NaiveState,
  notional,
  remaining,
} from "./naive-state.ts";

const RATE = 10_000_000_000n;
const OPEN_ORDERS_MAX = 200;
const BASIS_SNAPSHOTS = 15;
const MINUTE_MS = 60_000;
const CLIENT_ORDER_ID = /^[A-Za-z0-9_][A-Za-z0-9_-]{0,35}$/;

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

interface Outcome {
  rejection?: RejectionName;
  /** Instead of the code of `rejection`, where a first answer is repeated. */
  rejectionCode?: number | null;
  orderId?: number;
  status?: OrderStatus;
  replayed?: boolean;
  expectedTriggerTime?: number;
  count?: number;
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
    return this.state.open
      .filter((order) => order.account === account && (market < 0 || order.market === market))
      .sort((a, b) => a.id - b.id);
  }

  openInterest(market: number): bigint {
    return sum(this.state.accounts.map((account) => greatest(0n, account.rows[market]!.quantity)));
  }

  /** Invariants I1 to I4 of rules 1.5, which this model keeps as well; `null` when all hold. */
  brokenInvariant(): string | null {
    const { accounts, markets, brokers } = this.state;
    for (const market of markets) {
      const net = sum(accounts.map((account) => account.rows[market.number]!.quantity));
      if (net !== 0n) return `positions of ${market.symbol} sum to ${net}`;
    }
    const costs = sum(accounts.flatMap((account) => account.rows.map((row) => row.cost)));
    const fees = sum(brokers.map((broker) => broker.cost)) + this.state.venueCost + this.state.clearingCost;
    if (costs + fees !== 0n) return `costs sum to ${costs + fees}`;
    const held = sum(accounts.map((account) => account.holding)) + this.state.clearingHolding;
    if (held !== this.state.credited) return `holdings sum to ${held}, custody is ${this.state.credited}`;
    if (this.state.clearingHolding !== this.state.clearingCost) return "the clearing account has equity";
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
        this.state.brokers.push({ brokerId, takerFee: BigInt(takerFee), makerFee: BigInt(makerFee), cost: 0n });
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
          cancelAllAt: 0,
          rows: this.state.markets.map(() => ({ quantity: 0n, entryValue: 0n, cost: 0n, settlePrice: 0n })),
          leverages: this.state.markets.map((market) => least(10n, maxLeverage(market))),
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
        return this.placeOrder(command);
      case "amend_order":
        return this.amendOrder(command);
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
    };
    this.state.markets.push(market);
    for (const account of this.state.accounts) {
      account.rows.push({ quantity: 0n, entryValue: 0n, cost: 0n, settlePrice: 0n });
      account.leverages.push(least(10n, maxLeverage(market)));
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

  /** Rules 2.1, 2.11 and 1.3. */
  private placeOrder(command: PlaceOrder): Outcome {
    if (!hasValidFields(command)) return { rejection: "invalid_parameter" };
    const { clientOrderId } = command;
    const digest = digestOf(command);
    const first =
      clientOrderId === ""
        ? undefined
        : this.state.remembered.find(
            (each) => each.account === command.account && each.clientOrderId === clientOrderId,
          );
    if (first !== undefined) {
      if (first.digest !== digest) return { rejection: "duplicate" };
      const { orderId, status, rejectionCode } = first;
      return { orderId, status, rejectionCode, replayed: true };
    }
    const outcome = this.placeNew(command);
    if (clientOrderId !== "" && outcome.orderId !== undefined) {
      this.state.remembered.push({
        account: command.account,
        clientOrderId,
        digest,
        orderId: outcome.orderId,
        status: outcome.status!,
        rejectionCode: outcome.rejection === undefined ? null : rejections[outcome.rejection].code,
      });
    }
    return outcome;
  }

  private placeNew(command: PlaceOrder): Outcome {
    const market = this.state.markets[command.market]!;
    const account = this.state.accounts[command.account]!;
    if (this.openOrders(account.number, market.number).length >= OPEN_ORDERS_MAX) return { rejection: "refused" };

    const price = this.priceOf(command, market);
    if (price === null) return { rejection: "invalid_parameter" };
    // Without a limit, filters by value use the mark price.
    const valuedAt = price === 0n ? market.mark : price;
    const { baseTick } = market.parameters;
    const amount = BigInt(command.amount);
    const byAmount = divideFloor(amount * RATE, valuedAt * baseTick) * baseTick;
    const quantity = command.amount > 0 ? byAmount : BigInt(command.quantity);
    const visible = visibleQuantityOf(command, quantity);

    const held = account.rows[market.number]!.quantity;
    const closesAll =
      command.orderType === "MARKET" && command.reduceOnly && held !== 0n && quantity === absolute(held);
    // Of an adjusted order the price that was sent has to be on the grid as well as the one that it gets; the range is
    // that of the price it gets.
    const hasLimit = command.orderType !== "MARKET";
    const refusal =
      (command.price > 0 ? gridRefusal(market, BigInt(command.price)) : null) ??
      (hasLimit ? gridRefusal(market, price) : null) ??
      (hasLimit ? rangeRefusal(market, command.side, price) : null) ??
      quantityRefusal(market, { quantity, visible, valuedAt, closesAll });
    if (refusal !== null) return { rejection: refusal };
    if (command.reduceOnly && !(command.side === "BUY" ? held < 0n : held > 0n)) {
      return { rejection: "invalid_parameter" };
    }

    this.state.lastOrderId += 1;
    this.state.lastPriority += 1;
    const unsized = command.orderType === "MARKET" && command.amount > 0;
    const order: NaiveOrder = {
      id: this.state.lastOrderId,
      account: account.number,
      market: market.number,
      side: command.side,
      type: command.orderType,
      reduceOnly: command.reduceOnly,
      clientOrderId: command.clientOrderId,
      tag: command.tag,
      createdAt: command.at,
      amount,
      price,
      quantity: unsized ? 0n : quantity,
      visibleQuantity: unsized ? 0n : visible,
      priority: this.state.lastPriority,
      executed: 0n,
      executedNotional: 0n,
      totalFee: 0n,
      totalRealizedPnl: 0n,
      status: "NEW",
      reason: "",
      updatedAt: command.at,
    };
    if (!command.reduceOnly) {
      const verdict = judgeOrder(this.state, account, market, this.candidate(order, market, quantity));
      if (verdict !== "accepted") {
        order.status = "REJECTED";
        this.reports.transition(this.state, order, "rejected");
        return { rejection: verdict, orderId: order.id, status: "REJECTED" };
      }
    }
    this.reports.transition(this.state, order, "new");
    const bound = price === 0n ? marketBound(this.state, market, order.side, BigInt(command.slippage)) : price;
    matchIncoming(this.state, order, bound, this.reports);
    return { orderId: order.id, status: order.status };
  }

  /** The limit of an order at acceptance; 0 for a market order, `null` when its level does not exist. Rules 2.2, 2.5. */
  private priceOf(command: PlaceOrder, market: NaiveMarket): bigint | null {
    if (command.orderType === "MARKET") return 0n;
    if (command.orderType === "ASK" || command.orderType === "BID") {
      const levels = visibleLevels(this.state, market.number, command.orderType === "ASK" ? "SELL" : "BUY");
      return levels[Math.max(0, command.level)]?.price ?? null;
    }
    const price = BigInt(command.price);
    return command.postOnlyAdjust && price > 0n
      ? adjustedPostOnlyPrice(this.state, market, command.side, price)
      : price;
  }

  private candidate(order: NaiveOrder, market: NaiveMarket, quantity: bigint): Candidate {
    const bid = bestVisible(this.state, market.number, "BUY");
    let reference = order.price;
    if (order.type === "MARKET") {
      reference = bestVisible(this.state, market.number, opposite(order.side)) ?? market.mark;
    } else if (order.side === "SELL" && bid !== null) {
      reference = greatest(order.price, bid);
    }
    const takerFee = this.state.brokers[this.state.accounts[order.account]!.broker]!.takerFee;
    return { side: order.side, quantity, reference, takerFee };
  }

  /** Rules 2.9; the order of refusals is that of errors 8.4. */
  private amendOrder(command: AmendOrder): Outcome {
    const order = this.state.open.find((each) => each.id === command.orderId && each.account === command.account);
    if (order === undefined) return { rejection: "not_found" };
    if (order.market !== command.market || order.side !== command.side || order.type !== command.orderType) {
      return { rejection: "cannot_change_order" };
    }
    const price = command.price === 0 ? order.price : BigInt(command.price);
    const quantity = command.quantity === 0 ? order.quantity : BigInt(command.quantity);
    if (price === order.price && quantity === order.quantity) return { rejection: "invalid_parameter" };
    if (quantity <= order.executed) return { rejection: "invalid_parameter" };

    const market = this.state.markets[order.market]!;
    const account = this.state.accounts[order.account]!;
    const fullyVisible = order.visibleQuantity === order.quantity;
    const visible = fullyVisible ? quantity : least(order.visibleQuantity, quantity);
    const refusal =
      gridRefusal(market, price) ??
      rangeRefusal(market, order.side, price) ??
      quantityRefusal(market, { quantity, visible, valuedAt: price, closesAll: false });
    if (refusal !== null) return { rejection: refusal };

    const amended: NaiveOrder = { ...order, price, quantity, visibleQuantity: visible, updatedAt: command.at };
    const others = { ...this.state, open: this.state.open.filter((each) => each.id !== order.id) };
    if (!order.reduceOnly) {
      const candidate = this.candidate(amended, market, remaining(amended));
      const before = symbolFigures(this.state, account, market).notionalWithOrders;
      const verdict = judgeOrder(others, account, market, candidate, before);
      if (verdict !== "accepted") return { rejection: verdict };
    }

    this.state.open = others.open;
    const keepsPriority = price === order.price && quantity < order.quantity;
    if (!keepsPriority) {
      this.state.lastPriority += 1;
      amended.priority = this.state.lastPriority;
    }
    this.reports.transition(this.state, amended, "amended");
    if (keepsPriority) this.state.open.push(amended);
    else matchIncoming(this.state, amended, price, this.reports);
    return { orderId: amended.id, status: amended.status };
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
      this.state.clearingHolding -= profit;
      this.state.clearingCost -= profit;
    }
    return {};
  }

  /** Rules 0.2: indices, marks, basis snapshots, what follows from moved marks, timers. */
  private tick(at: number): void {
    for (const market of this.state.markets) {
      if (market.pinned) continue;
      market.index = indexOf(market.sources, at, market.parameters.quoteTick) ?? market.index;
    }
    this.refreshMarks(this.state.markets, () => {
      if (at % MINUTE_MS !== 0) return;
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

/** Check (5) of rules 1.3: what can be said of a placement without looking at the state. Rules 2.1, errors 8.3. */
function hasValidFields(command: PlaceOrder): boolean {
  const { orderType, price, quantity, amount, visible, slippage, level } = command;
  const hasLimit = orderType === "LIMIT" || orderType === "IOC" || orderType === "FOK" || orderType === "POST_ONLY";
  const byLevel = orderType === "ASK" || orderType === "BID";
  if (command.clientOrderId !== "" && !CLIENT_ORDER_ID.test(command.clientOrderId)) return false;
  if (command.tag.length > 128 || command.tag.startsWith("enum:")) return false;
  if (hasLimit ? price <= 0 : price !== 0) return false;
  if (quantity > 0 === amount > 0) return false;
  if (amount > 0 && hasLimit) return false;
  if (visible >= 0 && orderType === "POST_ONLY") return false;
  if (quantity > 0 && visibleQuantityOf(command, BigInt(quantity)) > quantity) return false;
  if (level >= 0 && !byLevel) return false;
  if (level > 4) return false;
  if (command.postOnlyAdjust && orderType !== "POST_ONLY") return false;
  if (slippage !== 0 && orderType !== "MARKET") return false;
  if (slippage > 100_000_000) return false;
  return !(command.reduceOnly && command.inBatch);
}

/** `visible_quantity` counts for orders that can rest; the others ignore it. */
function visibleQuantityOf(command: PlaceOrder, quantity: bigint): bigint {
  const ignored = command.orderType === "MARKET" || command.orderType === "IOC" || command.orderType === "FOK";
  return ignored || command.visible < 0 ? quantity : BigInt(command.visible);
}

/** The fields of a placement in a fixed order, without those that name the request rather than the order. */
function digestOf(command: PlaceOrder): string {
  const { market, side, orderType, price, quantity, amount, visible, reduceOnly } = command;
  const { slippage, level, postOnlyAdjust, tag, marginMode } = command;
  const fields = [market, side, orderType, price, quantity, amount, visible, reduceOnly];
  return JSON.stringify([...fields, slippage, level, postOnlyAdjust, tag, marginMode]);
}

/** Check (7) of rules 1.3. */
function gridRefusal(market: NaiveMarket, price: bigint): RejectionName | null {
  const { quoteMin, quoteMax, quoteTick } = market.parameters;
  const allowed = price > 0n && price >= quoteMin && price <= quoteMax && (price - quoteMin) % quoteTick === 0n;
  return allowed ? null : "price_filter";
}

/** Check (8) of rules 1.3. */
function rangeRefusal(market: NaiveMarket, side: "BUY" | "SELL", price: bigint): RejectionName | null {
  const { priceRange, priceScope } = market.parameters;
  const { mark } = market;
  const value = price * RATE;
  const outside =
    side === "BUY"
      ? value > mark * (RATE + priceRange) || value < mark * (RATE - priceScope)
      : value < mark * (RATE - priceRange) || value > mark * (RATE + priceScope);
  return outside ? "price_range" : null;
}

/** Checks (9) and (10) of rules 1.3. */
function quantityRefusal(
  market: NaiveMarket,
  order: { quantity: bigint; visible: bigint; valuedAt: bigint; closesAll: boolean },
): RejectionName | null {
  const { baseMin, baseMax, baseTick, minNotional } = market.parameters;
  const { quantity, visible, valuedAt, closesAll } = order;
  if (quantity > baseMax || (quantity < baseMin && !closesAll)) return "quantity_filter";
  if ((quantity - baseMin) % baseTick !== 0n) return "quantity_filter";
  if (visible > 0n && (visible - baseMin) % baseTick !== 0n) return "quantity_filter";
  if (!closesAll && notional(valuedAt, quantity) < minNotional) return "notional_too_small";
  return null;
}
