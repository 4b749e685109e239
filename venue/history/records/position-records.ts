// Positions, each from its opening until it is flat: its entry and exit, what it paid and what it earned. A fill that turns
// a position closes it and opens the next one. Interface 4.10, `GET /v1/position_history`.

import {
  type AccountChange,
  type EngineReader,
  type FundingEvent,
  type LiquidationEvent,
  type MarginMode,
  mulDivFloor,
  type OrderReport,
  type PositionTransfer,
  type PositionView,
} from "@evermark/engine";
import { POSITIONS } from "../queries/position-queries.ts";
import { marginModeCode } from "../schema/codes.ts";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { statement } from "../tables/statement.ts";
import { putInto } from "../tables/writing.ts";

type Stored = NewRow<"positions">;

const PUT = putInto("positions");
const LAST_ID = statement((builder) =>
  builder.selectFrom("positions").select((position) => position.fn.max("position_id").as("last")),
);

/** What the records read from the engine: positions that are older than this table, and each account's leverage. */
export type PositionedAccounts = Pick<EngineReader, "holders" | "positions" | "leverage" | "now">;

/** A change of a position, by a trade or by a transfer. */
interface Change extends Place {
  /** Lots, above 0 when bought. */
  readonly signed: number;
  /** |signed| × price, micros. */
  readonly notional: number;
  readonly tradingFee: number;
  readonly realizedPnl: number;
  readonly at: number;
}

interface Place {
  readonly account: number;
  readonly market: number;
  readonly marginMode: MarginMode;
}

/** Rows that are cached: those of an account that trades all the time need not be read again for each batch. */
const KEPT_MAX = 20_000;
const MARKETS_MAX = 65_536;

export class PositionRecords {
  readonly #tables: Store;
  readonly #engine: PositionedAccounts;
  readonly #put: Write<Stored>;
  /** By account, market and margin mode: its open position or else its last; null when there was none. */
  readonly #last = new Map<number, Stored | null>();
  /** The rows that are to be written. */
  readonly #changed = new Set<Stored>();
  #lastId = -1;

  constructor(tables: Store, engine: PositionedAccounts) {
    this.#tables = tables;
    this.#engine = engine;
    this.#put = tables.prepare(PUT);
  }

  /** To be called before the first event. Positions that are older than the table begin with their present state. */
  begin(): void {
    if (this.#lastId >= 0) return;
    this.#lastId = this.#tables.first(LAST_ID, {})?.last ?? 0;
    if (this.#lastId > 0) return;
    const holders = [...this.#engine.holders()].sort((a, b) => a - b);
    for (const account of holders) {
      for (const position of this.#engine.positions(account)) this.#takeUp(account, position);
    }
  }

  /** @param notional the fill's, in micros */
  fill(report: OrderReport, notional: number): void {
    const { account, market, marginMode, realizedPnl, fee: tradingFee, at } = report;
    const signed = report.side === "BUY" ? report.fillQuantity : -report.fillQuantity;
    this.#change({ account, market, marginMode, signed, notional, tradingFee, realizedPnl, at });
  }

  transfer(transfer: PositionTransfer, microsPerTickLot: number): void {
    const { account, market, marginMode, quantity: signed, price, realizedPnl, at } = transfer;
    const notional = Math.abs(signed) * price * microsPerTickLot;
    const row = this.#change({ account, market, marginMode, signed, notional, tradingFee: 0, realizedPnl, at });
    if (transfer.kind === "delisting") row.kind = "delisted";
  }

  funding(event: FundingEvent): void {
    const row = event.type === "paid" ? this.#lastOf(event) : null;
    if (event.type !== "paid" || row === null) return;
    row.fundingFee += event.fee;
    row.updatedAt = event.at;
    this.#changed.add(row);
  }

  /** What a liquidation took from an account, and its fees. The account's positions may or may not be flat by now. */
  liquidation(event: LiquidationEvent): void {
    if (event.type !== "transferred") return;
    for (const { market, marginMode, liquidatorFee, insuranceFee } of event.positions) {
      const row = this.#lastOf({ account: event.account, market, marginMode });
      if (row === null) continue;
      row.kind = event.kind === "adl" ? "adl" : "liquidated";
      row.liquidationId = event.liquidationId;
      row.liquidatorFee += liquidatorFee;
      row.insuranceFee += insuranceFee;
      this.#changed.add(row);
    }
  }

  account(change: AccountChange): void {
    if (change.type !== "leverage_changed") return;
    const row = this.#lastOf(change);
    if (row === null || row.closedAt !== 0) return;
    row.leverage = change.leverage;
    this.#changed.add(row);
  }

  write(): void {
    for (const row of this.#changed) this.#put.run(row);
    this.#changed.clear();
    if (this.#last.size > KEPT_MAX) this.#last.clear();
  }

  /** @returns the position that the change ended up in */
  #change(change: Change): Stored {
    const { signed, notional, tradingFee, realizedPnl, at } = change;
    const found = this.#lastOf(change);
    const open = found === null || found.closedAt !== 0 ? null : found;
    const direction = signed > 0 ? 1 : -1;
    const size = Math.abs(signed);
    if (open === null) return add(this.#open(change, direction), { size, notional, tradingFee, at });
    this.#changed.add(open);
    if (open.direction === direction) return add(open, { size, notional, tradingFee, at });

    const closing = Math.min(size, open.opened - open.closed);
    const share = (whole: number): number => (closing === size ? whole : mulDivFloor(whole, closing, size));
    const closed = { notional: share(notional), tradingFee: share(tradingFee) };
    open.closed += closing;
    open.closedNotional += closed.notional;
    open.tradingFee += closed.tradingFee;
    open.realizedPnl += realizedPnl;
    open.updatedAt = at;
    if (open.closed === open.opened) open.closedAt = at;
    if (closing === size) return open;
    const rest = {
      size: size - closing,
      notional: notional - closed.notional,
      tradingFee: tradingFee - closed.tradingFee,
      at,
    };
    return add(this.#open(change, direction), rest);
  }

  #open({ account, market, marginMode, at }: Place & { readonly at: number }, direction: 1 | -1): Stored {
    this.#lastId += 1;
    const row: Stored = {
      positionId: this.#lastId,
      account,
      market,
      marginMode: marginModeCode(marginMode),
      direction,
      kind: "normal",
      leverage: this.#engine.leverage(account, market, marginMode),
      opened: 0,
      openedNotional: 0,
      closed: 0,
      closedNotional: 0,
      largest: 0,
      tradingFee: 0,
      fundingFee: 0,
      insuranceFee: 0,
      liquidatorFee: 0,
      realizedPnl: 0,
      liquidationId: 0,
      openedAt: at,
      closedAt: 0,
      updatedAt: at,
    };
    this.#last.set(keyOf(account, market, row.marginMode), row);
    this.#changed.add(row);
    return row;
  }

  #takeUp(account: number, position: PositionView): void {
    const { market, marginMode, quantity, notional, unrealizedPnl, accruedFunding, openedAt: at } = position;
    const row = this.#open({ account, market, marginMode, at }, quantity > 0 ? 1 : -1);
    const openedFor = quantity > 0 ? notional - unrealizedPnl : notional + unrealizedPnl;
    add(row, { size: Math.abs(quantity), notional: openedFor, tradingFee: 0, at });
    row.fundingFee = accruedFunding;
    row.updatedAt = this.#engine.now;
  }

  #lastOf({ account, market, marginMode }: Place): Stored | null {
    const mode = marginModeCode(marginMode);
    const key = keyOf(account, market, mode);
    const known = this.#last.get(key);
    if (known !== undefined) return known;
    const [found] = this.#tables.all(POSITIONS, { account, market, mode, limit: 1 });
    this.#last.set(key, found ?? null);
    return found ?? null;
  }
}

function add(row: Stored, more: { size: number; notional: number; tradingFee: number; at: number }): Stored {
  row.opened += more.size;
  row.openedNotional += more.notional;
  row.tradingFee += more.tradingFee;
  row.largest = Math.max(row.largest, row.opened - row.closed);
  row.updatedAt = more.at;
  return row;
}

function keyOf(account: number, market: number, mode: number): number {
  return (account * MARKETS_MAX + market) * 2 + mode;
}
