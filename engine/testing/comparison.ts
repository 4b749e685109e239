// Puts the engine and the naive exchange side by side: the same command to both, then everything that can be seen of
// either. Also keeps a shadow of book, positions and prices from the engine's notices alone, because readers of the
// event stream see nothing else.

import { expect } from "bun:test";
import type { Command } from "../commands.ts";
import type { Listener, OrderReport, TradeReport } from "../events.ts";
import type { PositionView } from "../views.ts";
import { SIDES, type Side } from "../vocabulary.ts";
import type { EngineByOpening } from "./engine-by-opening.ts";
import type { NaiveAnswer, NaiveExchange } from "./naive/exchange.ts";
import { inLots, inTicks, visibleRemaining } from "./naive/state.ts";

/** Copies what the engine reports while it applies one command. */
export class Recorder implements Listener {
  orders: OrderReport[] = [];
  trades: TradeReport[] = [];
  readonly levels: { market: number; side: Side; price: number }[] = [];
  readonly rows: { account: number; market: number }[] = [];
  readonly prices: { market: number; index: number; mark: number }[] = [];

  order(report: OrderReport): void {
    this.orders.push({ ...report });
  }
  trade(report: TradeReport): void {
    this.trades.push({ ...report });
  }
  level(market: number, side: Side, price: number): void {
    this.levels.push({ market, side, price });
  }
  position(account: number, market: number): void {
    this.rows.push({ account, market });
  }
  price(market: number, index: number, mark: number): void {
    this.prices.push({ market, index, mark });
  }
  ledger(): void {}
  account(): void {}
  marketListed(): void {}
  algo(): void {}
  transfer(): void {}
  funding(): void {}
  liquidation(): void {}
  market(): void {}
  venue(): void {}
  funds(): void {}
  vault(): void {}
}

/** The parts of an answer on which both have to agree, by what the command is about. */
function comparableAnswer(
  command: Command,
  answer: {
    rejectionCode: number | null;
    orderId: number;
    status: string;
    replayed: boolean;
    expectedTriggerTime: number;
    count: number;
  },
) {
  const { rejectionCode, orderId, status, replayed, expectedTriggerTime, count } = answer;
  switch (command.type) {
    case "place_order":
      return { rejectionCode, orderId, replayed, status: orderId === 0 ? "" : status };
    case "amend_order":
    case "cancel_order":
      return rejectionCode === null ? { orderId, status } : { rejectionCode };
    case "cancel_all_orders":
      return { rejectionCode, count };
    case "cancel_all_after":
      return rejectionCode === null ? { expectedTriggerTime } : { rejectionCode };
    // The rules leave the code open.
    case "settle_pnl":
      return { refused: rejectionCode !== null };
    // A repeated reference may be answered as one likes, as long as it credits nothing.
    case "credit_deposit":
      return {};
    default:
      return { rejectionCode };
  }
}

function comparableReport(report: OrderReport) {
  const { seq, tagFeeRate, ...rest } = report;
  return report.cause === "rejected" ? { ...rest, reason: "" } : rest;
}

/** Applies one command to both and expects the same of both. */
export class SideBySide {
  private readonly lastSeq = new Map<number, number>();
  private readonly shadowBook = new Map<string, number>();
  private readonly shadowRows = new Map<string, object>();
  private readonly shadowPrices = new Map<number, { index: number; mark: number }>();

  constructor(
    /** Another one takes its place when a test restarts the venue. */
    public engine: EngineByOpening,
    readonly naive: NaiveExchange,
  ) {}

  apply(command: Command): void {
    const recorder = new Recorder();
    const { rejection, ...answer } = this.engine.apply(command, recorder);
    const found = comparableAnswer(command, { ...answer, rejectionCode: rejection?.code ?? null });
    const expected = this.naive.apply(command);
    expect(found).toEqual(comparableAnswer(command, expected));
    this.compareEvents(recorder, expected);
    this.compareMarkets();
    this.compareAccounts();
    this.compareShadows(command, recorder);
    expect(this.naive.brokenInvariant()).toBeNull();
    this.engine.engine.audit();
  }

  private compareEvents(recorder: Recorder, expected: NaiveAnswer): void {
    const orders = expected.events.filter((event) => event.type === "order").map((event) => event.report);
    const trades = expected.events.filter((event) => event.type === "trade").map((event) => event.report);
    expect(recorder.orders.map(comparableReport)).toEqual(orders as never);
    expect(recorder.trades).toEqual(trades as never);
    for (const { account, seq } of recorder.orders) {
      expect(seq).toBeGreaterThan(this.lastSeq.get(account) ?? -1);
      this.lastSeq.set(account, seq);
    }
  }

  private compareMarkets(): void {
    for (const market of this.naive.state.markets) {
      const view = this.engine.market(market.number);
      const sides = SIDES.map((side) => this.naive.bookSide(market.number, side));
      expect(SIDES.map((side) => this.engine.bookSide(market.number, side))).toEqual(sides as never);
      const [bids, asks] = sides;
      const found = {
        index: view.index,
        mark: view.mark,
        lastPrice: view.lastPrice,
        bestBid: view.bestBid,
        bestAsk: view.bestAsk,
        openInterest: view.openInterest,
      };
      expect(found as Record<string, number>).toEqual({
        index: inTicks(market, market.index),
        mark: inTicks(market, market.mark),
        lastPrice: inTicks(market, market.last),
        bestBid: bids?.[0]?.price ?? 0,
        bestAsk: asks?.[0]?.price ?? 0,
        openInterest: inLots(market, this.naive.openInterest(market.number)),
      });
      if (view.bestBid > 0 && view.bestAsk > 0) expect(view.bestBid).toBeLessThan(view.bestAsk);
    }
  }

  private compareAccounts(): void {
    for (const account of this.naive.state.accounts) {
      const { openMarginRatioE8: expectedOpenRatio, ...expected } = this.naive.margin(account.number);
      const { openMarginRatioE8: openRatio, ...margin } = this.engine.margin(account.number);
      expect({ account: account.number, ...margin } as object).toEqual({ account: account.number, ...expected });
      if (expectedOpenRatio !== null) expect(openRatio).toBe(expectedOpenRatio);

      const held = this.naive.state.markets.filter((market) => account.rows[market.number]!.quantity !== 0n);
      expect(this.engine.positions(account.number).map((row) => row.market)).toEqual(held.map((each) => each.number));
      for (const { number } of this.naive.state.markets) {
        const row = this.engine.position(account.number, number);
        expect(comparableRow(account.number, row)).toEqual({
          account: account.number,
          ...this.naive.position(account.number, number),
        });
        expect(this.engine.leverage(account.number, number)).toBe(Number(account.leverages[number]));
      }
      expect(this.engine.openOrders(account.number, -1).map(({ updatedAt, ...order }) => order) as object[]).toEqual(
        this.expectedOpenOrders(account.number),
      );
    }
  }

  private expectedOpenOrders(account: number): object[] {
    return this.naive.openOrders(account, -1).map((order) => {
      const market = this.naive.state.markets[order.market]!;
      return {
        orderId: order.id,
        clientOrderId: order.clientOrderId,
        account: order.account,
        market: order.market,
        side: order.side,
        orderType: order.type,
        marginMode: "CROSS",
        reduceOnly: order.reduceOnly,
        tag: order.tag,
        price: inTicks(market, order.price),
        quantity: inLots(market, order.quantity),
        amount: Number(order.amount),
        visible: inLots(market, visibleRemaining(order)),
        visibleQuantity: inLots(market, order.visibleQuantity),
        executed: inLots(market, order.executed),
        executedNotional: Number(order.executedNotional),
        totalFee: Number(order.totalFee),
        totalRealizedPnl: Number(order.totalRealizedPnl),
        status: order.status,
        createdAt: order.createdAt,
      };
    });
  }

  /** What a reader would believe who looks again only where a notice told it to. */
  private compareShadows(command: Command, recorder: Recorder): void {
    for (const { market, side, price } of recorder.levels) {
      const quantity = this.engine.engine.visibleAt(market, side, price as never);
      if (quantity === 0) this.shadowBook.delete(`${market} ${side} ${price}`);
      else this.shadowBook.set(`${market} ${side} ${price}`, quantity);
    }
    for (const { account, market } of recorder.rows)
      this.shadowRows.set(`${account} ${market}`, this.rowOf(account, market));
    for (const { market, index, mark } of recorder.prices) this.shadowPrices.set(market, { index, mark });

    const levels = this.naive.state.markets.flatMap((market) =>
      SIDES.flatMap((side) =>
        this.naive
          .bookSide(market.number, side)
          .map(({ price, quantity }): [string, number] => [`${market.number} ${side} ${price}`, quantity]),
      ),
    );
    expect(new Map([...this.shadowBook].sort())).toEqual(new Map(levels.sort()));

    for (const { number: account } of this.naive.state.accounts) {
      for (const { number: market } of this.naive.state.markets) {
        const shadow = this.shadowRows.get(`${account} ${market}`);
        if (shadow !== undefined) expect({ account, ...shadow }).toEqual({ account, ...this.rowOf(account, market) });
        else if (command.type !== "set_leverage")
          expect(this.engine.position(account, market).quantity).toBe(0 as never);
      }
    }
    for (const [market, shadow] of this.shadowPrices) {
      const { index, mark } = this.engine.market(market);
      expect({ index, mark } as object).toEqual(shadow);
    }
  }

  /** The part of a row that only notices can change. */
  private rowOf(account: number, market: number): object {
    const { quantity, cost, averageOpenPrice, pendingLong, pendingShort, settlePrice } = this.engine.position(
      account,
      market,
    );
    return { quantity, cost, averageOpenPrice, pendingLong, pendingShort, settlePrice };
  }
}

function comparableRow(account: number, row: PositionView): object {
  const { openedAt, updatedAt, version, ...rest } = row;
  return { account, ...rest };
}
