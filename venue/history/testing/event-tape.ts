// A made-up, self-consistent stream of engine events: orders are placed, change, trade and end; ids and times rise. It
// reaches states that are rare in a real engine, and is fast enough for property tests.

import {
  CANCEL_REASONS,
  feeE5,
  type Listener,
  lots,
  MARGIN_MODES,
  micros,
  millis,
  ORDER_TYPES,
  type OrderReport,
  SIDES,
  type TradeReport,
  ticks,
} from "@evermark/engine";
import fc from "fast-check";

export const TAPE_START = Date.UTC(2026, 0, 31, 23, 58, 30);
export const TAPE_MARKETS = 3;
export const TAPE_ACCOUNTS = 4;
const BROKERS = ["alpha", "beta"];

/** What the projector reads from an engine. */
export const tapeEngine = {
  market: (market: number) => ({ microsPerTickLot: market + 1, delistAt: millis(0) }),
  account: (account: number) => ({ brokerId: BROKERS[account % BROKERS.length]!, mainAccount: account }),
  // There is no engine behind a tape, so no account is worth anything.
  accountCount: 0,
  now: millis(0),
  balance: () => ({ value: micros(0), frozen: micros(0) }),
  holders: () => new Set<number>(),
  userId: (account: number) => account + 1,
  accountsIn: () => new Set<number>(),
  positions: () => [],
  leverage: () => 10,
};

/** One thing that happens; the numbers are choices, taken modulo the number of possibilities. */
export type TapeStep =
  | { readonly kind: "place" | "reject" | "amend" | "cancel" | "match" | "ledger"; readonly choice: number }
  | { readonly kind: "wait"; readonly ms: number };

export const anyTapeStep: fc.Arbitrary<TapeStep> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      kind: fc.constantFrom("place", "place", "reject", "amend", "cancel", "match", "match", "ledger"),
      choice: fc.nat(1_000_000),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("wait" as const),
      ms: fc.oneof(fc.nat(3), fc.nat(90_000), fc.nat(9_000_000)),
    }),
  },
) as fc.Arbitrary<TapeStep>;

/** Plays steps into a listener. Like the engine, it reuses one record for all events. */
export class EventTape {
  #now = TAPE_START;
  #orderId = 0;
  #tradeId = 0;
  #matchId = 0;
  readonly #open: OrderReport[] = [];
  readonly #record = blankReport();
  readonly #listener: Listener;

  constructor(listener: Listener) {
    this.#listener = listener;
  }

  get now(): number {
    return this.#now;
  }

  play(step: TapeStep): void {
    switch (step.kind) {
      case "wait":
        this.#now += step.ms;
        return;
      case "place":
        this.#place(step.choice);
        return;
      case "reject":
        this.#report({
          ...this.#fresh(step.choice),
          status: "REJECTED",
          cause: "rejected",
          reason: "insufficient margin",
        });
        return;
      case "ledger":
        this.#ledger(step.choice);
        return;
      case "amend":
        this.#amend(step.choice);
        return;
      case "cancel":
        this.#cancel(step.choice);
        return;
      case "match":
        this.#match(step.choice);
        return;
    }
  }

  #place(choice: number): void {
    const order = this.#fresh(choice);
    this.#open.push(order);
    this.#report(order);
  }

  #fresh(choice: number): OrderReport {
    this.#orderId += 1;
    const size = lots(1 + (choice % 90));
    return {
      ...blankReport(),
      orderId: this.#orderId,
      account: choice % TAPE_ACCOUNTS,
      market: Math.floor(choice / 7) % TAPE_MARKETS,
      clientOrderId: choice % 3 === 0 ? "" : `id-${choice % 11}`,
      side: SIDES[choice % 2]!,
      orderType: ORDER_TYPES[Math.floor(choice / 5) % ORDER_TYPES.length]!,
      marginMode: MARGIN_MODES[Math.floor(choice / 13) % 2]!,
      reduceOnly: choice % 17 === 0,
      tag: choice % 4 === 0 ? "tag" : "",
      price: ticks(1000 + (choice % 200)),
      quantity: size,
      visible: size,
      visibleQuantity: lots(-1),
      createdAt: millis(this.#now),
      at: millis(this.#now),
    };
  }

  #amend(choice: number): void {
    const order = this.#open[choice % Math.max(1, this.#open.length)];
    if (order === undefined) return;
    order.price = ticks(1000 + (choice % 211));
    order.quantity = lots(order.executed + 1 + (choice % 50));
    order.cause = "amended";
    order.at = millis(this.#now);
    this.#report(order);
  }

  #cancel(choice: number): void {
    const order = this.#open.splice(choice % Math.max(1, this.#open.length), 1)[0];
    if (order === undefined) return;
    order.cause = "cancelled";
    order.status = "CANCELLED";
    order.reason = CANCEL_REASONS[1 + (choice % (CANCEL_REASONS.length - 1))]!;
    order.at = millis(this.#now);
    this.#report(order);
  }

  /** Trades an open order against a new one on the other side. */
  #match(choice: number): void {
    const maker = this.#open[choice % Math.max(1, this.#open.length)];
    if (maker === undefined) return;
    const taker = this.#fresh(choice);
    taker.market = maker.market;
    taker.side = maker.side === "BUY" ? "SELL" : "BUY";
    this.#report(taker);
    const quantity = lots(Math.min(maker.quantity - maker.executed, taker.quantity));
    this.#matchId += 1;
    const trade: TradeReport = {
      market: maker.market,
      matchId: this.#matchId,
      price: maker.price,
      quantity,
      takerSide: taker.side,
      makerAccount: maker.account,
      takerAccount: taker.account,
      at: millis(this.#now),
    };
    this.#listener.trade(trade);
    this.#fill(maker, trade, choice);
    this.#fill(taker, trade, choice + 1);
    for (const order of [maker, taker]) {
      const at = this.#open.indexOf(order);
      if (order.status === "FILLED" && at >= 0) this.#open.splice(at, 1);
      if (order.status !== "FILLED" && at < 0) this.#open.push(order);
    }
  }

  #fill(order: OrderReport, trade: TradeReport, choice: number): void {
    this.#tradeId += 1;
    const notional = trade.price * trade.quantity * tapeEngine.market(order.market).microsPerTickLot;
    order.cause = "fill";
    order.executed = lots(order.executed + trade.quantity);
    order.status = order.executed === order.quantity ? "FILLED" : "PARTIAL_FILLED";
    order.executedNotional = micros(order.executedNotional + notional);
    order.fee = micros((choice % 41) - 10);
    order.tagFee = micros(choice % 3);
    order.tagFeeRate = feeE5(choice % 5);
    order.realizedPnl = micros((choice % 1001) - 500);
    order.marginChange = micros((choice % 37) - 18);
    order.totalFee = micros(order.totalFee + order.fee);
    order.totalRealizedPnl = micros(order.totalRealizedPnl + order.realizedPnl);
    order.maker = trade.takerSide !== order.side;
    order.tradeId = this.#tradeId;
    order.matchId = trade.matchId;
    order.fillPrice = trade.price;
    order.fillQuantity = trade.quantity;
    order.at = trade.at;
    this.#report(order);
  }

  #ledger(choice: number): void {
    this.#listener.ledger({
      account: choice % TAPE_ACCOUNTS,
      kind: choice % 3 === 0 ? "settlement" : "deposit",
      amount: micros((choice % 2001) - 1000),
      holdingAfter: micros(choice),
      reference: `reference ${choice}`,
      market: choice % 3 === 0 ? choice % TAPE_MARKETS : -1,
      at: millis(this.#now),
    });
  }

  #report(order: OrderReport): void {
    this.#listener.order(Object.assign(this.#record, order));
  }
}

function blankReport(): OrderReport {
  return {
    account: 0,
    orderId: 0,
    clientOrderId: "",
    market: 0,
    side: "BUY",
    orderType: "LIMIT",
    marginMode: "CROSS",
    reduceOnly: false,
    tag: "",
    price: ticks(0),
    quantity: lots(0),
    amount: micros(0),
    visible: lots(0),
    visibleQuantity: lots(0),
    status: "NEW",
    reason: "",
    executed: lots(0),
    executedNotional: micros(0),
    totalFee: micros(0),
    totalRealizedPnl: micros(0),
    createdAt: millis(0),
    at: millis(0),
    seq: 0,
    cause: "new",
    tradeId: 0,
    matchId: 0,
    fillPrice: ticks(0),
    fillQuantity: lots(0),
    fee: micros(0),
    tagFee: micros(0),
    tagFeeRate: feeE5(0),
    maker: false,
    realizedPnl: micros(0),
    marginChange: micros(0),
  };
}
