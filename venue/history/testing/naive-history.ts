// History the slow and obvious way: every event is kept in a list, and every question is answered by walking the list.

import type { LedgerEntry, Listener, OrderReport, TradeReport } from "@evermark/engine";
import {
  addTrade,
  type Candle,
  type CandleInterval,
  candleOfTrade,
  flatCandle,
  intervalBounds,
} from "../../sums/candle-sums.ts";
import { type FillSums, noFills } from "../../sums/fill-sums.ts";
import type { AccountMinuteRow, FillFilter, FillRow } from "../queries/fill-queries.ts";
import type { BrokerMinuteRow, CandleRow, TradeRow } from "../queries/market-queries.ts";
import type { LedgerFilter, LedgerRow } from "../queries/money-queries.ts";
import type { OrderFilter, OrderRow } from "../queries/order-queries.ts";
import type { Page } from "../tables/row-pages.ts";
import { tapeEngine } from "./event-tape.ts";

export class NaiveHistory implements Listener {
  readonly orderRows = new Map<number, OrderRow>();
  readonly fillRows: FillRow[] = [];
  readonly tradeRows: (TradeRow & { notional: number; brokers: string[] })[] = [];
  readonly ledgerRows: LedgerRow[] = [];

  order(report: OrderReport): void {
    const { orderId, account, market, clientOrderId, side, orderType, marginMode, reduceOnly, tag } = report;
    const { price, quantity, amount, visible, visibleQuantity, status, reason, createdAt } = report;
    const { executed, executedNotional, totalFee } = report;
    this.orderRows.set(orderId, {
      ...{ orderId, account, market, clientOrderId, side, orderType, marginMode, reduceOnly, tag, price, quantity },
      ...{ amount, visible, visibleQuantity, status, reason, executed, executedNotional, totalFee, createdAt },
      realizedPnl: report.totalRealizedPnl,
      updatedAt: report.at,
    });
    if (report.cause !== "fill") return;
    const { tradeId, matchId, fee, tagFee, tagFeeRate, maker, realizedPnl, marginChange, at } = report;
    this.fillRows.push({
      ...{
        tradeId,
        matchId,
        orderId,
        account,
        market,
        side,
        fee,
        tagFee,
        tagFeeRate,
        maker,
        realizedPnl,
        marginMode,
        marginChange,
      },
      price: report.fillPrice,
      quantity: report.fillQuantity,
      at,
    });
  }

  trade(report: TradeReport): void {
    const { market, matchId, price, quantity, takerSide, at, takerAccount: taker } = report;
    const notional = price * quantity * tapeEngine.market(market).microsPerTickLot;
    const brokers = [report.makerAccount, report.takerAccount].map((account) => tapeEngine.account(account).brokerId);
    this.tradeRows.push({ market, matchId, price, quantity, takerSide, at, taker, notional, brokers });
  }

  ledger(entry: LedgerEntry): void {
    this.ledgerRows.push({ entryId: this.ledgerRows.length + 1, ...entry });
  }

  level(): void {}
  position(): void {}
  price(): void {}
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

  orders(filter: OrderFilter): Page<OrderRow> {
    const byCreation = filter.sort.startsWith("CREATED");
    const direction = filter.sort.endsWith("DESC") ? -1 : 1;
    const found = [...this.orderRows.values()]
      .filter((row) => row.account === filter.account)
      .filter((row) => filter.market === undefined || row.market === filter.market)
      .filter((row) => filter.side === undefined || row.side === filter.side)
      .filter((row) => filter.orderType === undefined || row.orderType === filter.orderType)
      .filter((row) => filter.statuses === undefined || filter.statuses.includes(row.status))
      .filter((row) => filter.tag === undefined || row.tag === filter.tag)
      .filter((row) => within(row.createdAt, filter))
      .sort((a, b) => {
        const times = byCreation ? a.createdAt - b.createdAt : a.updatedAt - b.updatedAt;
        return direction * (times || a.orderId - b.orderId);
      });
    return page(found, filter);
  }

  orderByClientId(account: number, clientOrderId: string): OrderRow | undefined {
    return [...this.orderRows.values()]
      .filter((row) => row.account === account && row.clientOrderId === clientOrderId && clientOrderId !== "")
      .sort((a, b) => b.orderId - a.orderId)[0];
  }

  fills(filter: FillFilter): Page<FillRow> {
    const own = this.fillRows.filter((row) => row.account === filter.account).reverse();
    const reached = filter.orderId === undefined ? own.slice(0, 500) : own.filter((r) => r.orderId === filter.orderId);
    const found = reached
      .filter((row) => filter.market === undefined || row.market === filter.market)
      .filter((row) => within(row.at, filter));
    return page(found, filter);
  }

  accountMinutesSince(since: number): AccountMinuteRow[] {
    const sums = new Map<string, AccountMinuteRow>();
    for (const fill of this.fillRows) {
      const { account, market, marginMode } = fill;
      const { start } = intervalBounds("1m", fill.at);
      if (start < intervalBounds("1m", since).start) continue;
      const key = `${start} ${account} ${market} ${marginMode}`;
      const sum = sums.get(key) ?? { account, market, marginMode, start, ...noFills };
      sums.set(key, { ...sum, ...added(sum, fill) });
    }
    return [...sums.keys()].sort().map((key) => sums.get(key)!);
  }

  trades(market: number, limit: number): TradeRow[] {
    return this.tradeRows
      .filter((trade) => trade.market === market)
      .map(({ notional: _notional, brokers: _brokers, ...row }) => row)
      .reverse()
      .slice(0, limit);
  }

  /** To list every interval since 1970 would be too much: it walks back from `until`, one candle at a time. */
  candles(market: number, interval: CandleInterval, limit: number, until: number): CandleRow[] {
    const candles = new Map<number, Candle>();
    for (const trade of this.tradeRows) {
      if (trade.market !== market) continue;
      const { start } = intervalBounds(interval, trade.at);
      const candle = candles.get(start);
      if (candle === undefined) candles.set(start, candleOfTrade(interval, trade));
      else addTrade(candle, trade);
    }
    const starts = [...candles.keys()].sort((a, b) => a - b);
    const rows: CandleRow[] = [];
    let bounds = intervalBounds(interval, until);
    while (rows.length < limit) {
      const lastStart = starts.filter((start) => start <= bounds.start).at(-1);
      if (lastStart === undefined) break;
      const last = candles.get(lastStart)!;
      rows.unshift({ market, ...(lastStart === bounds.start ? last : flatCandle(bounds, last.close)) });
      bounds = intervalBounds(interval, bounds.start - 1);
    }
    return rows;
  }

  brokerMinutesSince(since: number): BrokerMinuteRow[] {
    const sums = new Map<string, BrokerMinuteRow>();
    for (const trade of this.tradeRows) {
      const { start } = intervalBounds("1m", trade.at);
      if (start < intervalBounds("1m", since).start) continue;
      for (const brokerId of trade.brokers) {
        const key = `${start} ${trade.market} ${brokerId}`;
        const sum = sums.get(key) ?? { brokerId, market: trade.market, start, volume: 0, amount: 0, count: 0 };
        sums.set(key, sum);
        sum.volume += trade.quantity;
        sum.amount += trade.notional;
        sum.count += 1;
      }
    }
    return [...sums.keys()].sort().map((key) => sums.get(key)!);
  }

  ledgerPage(filter: LedgerFilter): Page<LedgerRow> {
    const found = this.ledgerRows
      .filter((row) => row.account === filter.account)
      .filter((row) => filter.kinds === undefined || filter.kinds.includes(row.kind))
      .filter((row) => within(row.at, filter))
      .reverse();
    return page(found, filter);
  }
}

function added(sum: FillSums, fill: FillRow): FillSums {
  const notional = fill.price * fill.quantity * tapeEngine.market(fill.market).microsPerTickLot;
  const isBuy = fill.side === "BUY";
  return {
    quantity: isBuy ? sum.quantity + fill.quantity : sum.quantity - fill.quantity,
    cost: isBuy ? sum.cost + notional + fill.fee : sum.cost - notional + fill.fee,
    fee: sum.fee + fill.fee,
    volume: sum.volume + notional,
    trades: sum.trades + 1,
    closes: sum.closes + (fill.realizedPnl === 0 ? 0 : 1),
    wins: sum.wins + (fill.realizedPnl > 0 ? 1 : 0),
  };
}

function within(at: number, range: { readonly startTime?: number; readonly endTime?: number }): boolean {
  return at >= (range.startTime ?? Number.NEGATIVE_INFINITY) && at <= (range.endTime ?? Number.POSITIVE_INFINITY);
}

function page<Row>(found: Row[], { page, size }: { readonly page: number; readonly size: number }): Page<Row> {
  return { rows: found.slice((page - 1) * size, page * size), total: found.length };
}
