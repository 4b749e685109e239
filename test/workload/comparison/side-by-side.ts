// Compares the engine with the naive exchange: gives both the same command, and then compares everything visible. Also
// maintains book, positions and prices from the engine's notices alone, because readers of the event stream have
// nothing else.

import { expect } from "bun:test";
import {
  type AlgoReport,
  type Answer,
  type BindKey,
  type Command,
  joinListeners,
  type LedgerEntry,
  type Listener,
  MARGIN_MODES,
  type MarginMode,
  type OrderReport,
  SIDES,
} from "@evermark/engine";
import type { EngineByOpening } from "@evermark/engine/testing/engine-by-opening.ts";
import { Recorder } from "@evermark/engine/testing/recorder.ts";
import { codeOf } from "@evermark/engine/testing/refusal-codes.ts";
import { addressesOf, bindingOf } from "@evermark/model/business/accounts/key-rules.ts";
import type { NaiveAnswer, NaiveExchange } from "@evermark/model/naive-exchange.ts";
import { isInDoubt } from "@evermark/model/permissions/naive-standstill.ts";
import { leverageOf, rowOf } from "@evermark/model/state/records/naive-account.ts";
import { inLots, inTicks, type NaiveMarket } from "@evermark/model/state/records/naive-market.ts";
import type { NaiveAlgoReport } from "@evermark/model/state/reports.ts";
import type { Counters } from "../counters.ts";
import { comparableAnswer, comparableReport } from "./compared-answers.ts";
import { Balances, compareFailureEvents, compareFailures } from "./compared-failures.ts";
import { compareFunds, compareFundsEvents } from "./compared-funds.ts";
import { compareVaults } from "./compared-vaults.ts";
import { comparableAlgo, comparableRow, expectedOpenAlgos, expectedOpenOrders } from "./open-views.ts";
import { RecordedEvents } from "./recorded-events.ts";

type AlgoLine = Pick<NaiveAlgoReport, "account" | "algoOrderId" | "cause" | "reason">;

/** The same, and also the events about money and algo orders that owners are sent. */
class OwnersRecorder extends Recorder {
  readonly algos: AlgoLine[] = [];
  readonly entries: LedgerEntry[] = [];
  /** The sequence numbers of order and algo reports, which share a counter. */
  readonly seqs: { account: number; seq: number }[] = [];

  override order(report: OrderReport): void {
    super.order(report);
    this.seqs.push({ account: report.account, seq: report.seq });
  }
  override ledger(entry?: LedgerEntry): void {
    if (entry !== undefined) this.entries.push({ ...entry });
  }
  override algo(report?: AlgoReport): void {
    if (report === undefined) return;
    const { account, order, cause, reason, seq } = report;
    this.algos.push({ account, algoOrderId: order.algoOrderId, cause, reason });
    this.seqs.push({ account, seq });
  }
}

/** The expected settlement price, from the first sample of a delisting until its end; otherwise 0. */
function shownSettlement(market: NaiveMarket): number {
  const isExpected = market.state !== "DELISTED" && market.delistSamples.length > 0;
  return isExpected ? inTicks(market, market.expected) : 0;
}

/** Applies each command to both, and expects the same from both. */
export class SideBySide {
  private readonly lastSeq = new Map<number, number>();
  private readonly shadowBook = new Map<string, number>();
  private readonly shadowRows = new Map<string, object>();
  private readonly shadowPrices = new Map<number, { index: number; mark: number }>();
  private readonly balances = new Balances();
  private recorder = new OwnersRecorder();
  private heard = new RecordedEvents();

  constructor(
    /** Replaced when a test restarts the venue. */
    public engine: EngineByOpening,
    readonly naive: NaiveExchange,
  ) {}

  /** @param seen counts the outcomes */
  apply(command: Command, seen?: Counters): void {
    const { engine } = this;
    const listener = this.listen();
    const answer = engine.engine.apply(
      engine.translated(command),
      seen === undefined ? listener : joinListeners(listener, seen.listener),
    );
    seen?.answered(command, answer);
    seen?.look(engine.engine);
    this.compare(command, answer);
  }

  /** Returns a listener for what the engine reports of the next command. */
  listen(): Listener {
    this.recorder = new OwnersRecorder();
    this.heard = new RecordedEvents();
    return joinListeners(this.engine.translating(this.recorder), this.heard.listener);
  }

  /** Compares a command that the engine has applied, and reported to the listener, with the naive exchange's result. */
  compare(command: Command, answered: Readonly<Answer>): void {
    this.engine.answered(command, answered);
    const { rejection, ...answer } = answered;
    const { recorder } = this;
    const holdings = this.naive.state.accounts.map((account) => account.holding);
    const found = comparableAnswer(command, { ...answer, rejectionCode: codeOf(rejection) ?? null });
    const expected = this.naive.apply(command);
    expect(found).toEqual(comparableAnswer(command, expected));
    this.compareEvents(recorder, expected);
    this.compareLedger(recorder, holdings);
    this.compareMarkets();
    this.compareAccounts();
    this.compareShadows(command, recorder);
    compareFailures(this);
    compareFailureEvents(this, this.heard, expected);
    compareFunds(this);
    compareFundsEvents(this, command, this.heard, expected);
    compareVaults(this);
    this.balances.follow(this.engine.engine, this.heard);
    if (command.type === "bind_key" || command.type === "remove_key" || command.type === "restrict_key") {
      this.compareKey(command);
    }
    expect(this.naive.brokenInvariant()).toBeNull();
    this.engine.engine.audit();
  }

  private compareEvents(recorder: OwnersRecorder, expected: NaiveAnswer): void {
    const orders = expected.events.filter((event) => event.type === "order").map((event) => event.report);
    const trades = expected.events.filter((event) => event.type === "trade").map((event) => event.report);
    expect(recorder.orders.map(comparableReport)).toEqual(orders as never);
    expect(recorder.trades).toEqual(trades as never);
    const algos = expected.events.filter((event) => event.type === "algo").map((event) => event.report);
    expect(recorder.algos.map(algoLine).sort()).toEqual(algos.map(algoLine).sort());
    for (const { account, seq } of recorder.seqs) {
      expect(seq).toBeGreaterThan(this.lastSeq.get(account) ?? -1);
      this.lastSeq.set(account, seq);
    }
  }

  /** Expects an account's ledger entries to sum to the change of its balance. */
  private compareLedger(recorder: OwnersRecorder, before: readonly bigint[]): void {
    for (const { number, holding } of this.naive.state.accounts) {
      const entries = recorder.entries.filter((entry) => entry.account === number);
      const change = entries.reduce((total, entry) => total + entry.amount, 0);
      expect({ number, change }).toEqual({ number, change: Number(holding - (before[number] ?? 0n)) });
      const last = entries.at(-1);
      if (last !== undefined) expect(Number(last.holdingAfter)).toBe(Number(holding));
    }
  }

  private compareMarkets(): void {
    for (const market of this.naive.state.markets) {
      const view = this.engine.market(market.number);
      const sides = SIDES.map((side) => this.naive.bookSide(market.number, side));
      expect(SIDES.map((side) => this.engine.bookSide(market.number, side))).toEqual(sides as never);
      const [bids, asks] = sides;
      const found = {
        state: view.state,
        index: view.index,
        mark: view.mark,
        liquidationHeld: view.liquidationHeld,
        settlementPrice: view.settlementPrice,
        lastPrice: view.lastPrice,
        bestBid: view.bestBid,
        bestAsk: view.bestAsk,
        openInterest: view.openInterest,
      };
      expect(found as Record<string, number | string | boolean>).toEqual({
        state: market.state,
        index: inTicks(market, market.index),
        mark: inTicks(market, market.mark),
        liquidationHeld: market.state !== "DELISTED" && isInDoubt(market),
        settlementPrice: shownSettlement(market),
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
      const { number } = account;
      const { openMarginRatioE8: expectedOpenRatio, ...expected } = this.naive.margin(number);
      const { openMarginRatioE8: openRatio, ...margin } = this.engine.margin(number);
      expect({ account: number, ...margin } as object).toEqual({ account: number, ...expected });
      if (expectedOpenRatio !== null) expect(openRatio).toBe(expectedOpenRatio);
      this.compareRows(number);
      expect(this.engine.openOrders(number, -1).map(({ updatedAt, ...order }) => order) as object[]).toEqual(
        expectedOpenOrders(this.naive, number),
      );
      expect(this.engine.openAlgoOrders(number).map(comparableAlgo)).toEqual(
        expectedOpenAlgos(this.naive.state, number),
      );
    }
  }

  private compareRows(number: number): void {
    const { accounts, markets } = this.naive.state;
    const account = accounts[number]!;
    const held = markets.flatMap((market) =>
      MARGIN_MODES.filter((mode) => rowOf(account, market, mode).quantity !== 0n).map(
        (mode) => `${market.number} ${mode}`,
      ),
    );
    expect(this.engine.positions(number).map((row) => `${row.market} ${row.marginMode}`)).toEqual(held);
    for (const market of markets) {
      expect(this.engine.marginMode(number, market.number)).toBe(account.modes[market.number]!);
      for (const mode of MARGIN_MODES) {
        const row = this.engine.position(number, market.number, mode);
        expect(comparableRow(number, row)).toEqual({
          account: number,
          ...this.naive.position(number, market.number, mode),
        });
        expect(this.engine.leverage(number, market.number, mode)).toBe(Number(leverageOf(account, market, mode)));
      }
    }
  }

  /** Compares the binding of a key that a client has just tried to bind; an expired one may be forgotten. */
  private compareKey({ account, key }: Pick<BindKey, "account" | "key">): void {
    const found = this.engine.findKey(account, key);
    const expected = bindingOf(this.naive.state, account, key);
    if (expected === undefined) return expect(found).toBeUndefined();
    const isOver = expected.expiration <= this.naive.state.now;
    if (!isOver || found !== undefined) {
      const { scope, expiration, signedAt } = expected;
      expect(found).toMatchObject({ key, scope, expiration, signedAt });
      if (!isOver) expect(found?.addresses).toBe(addressesOf(this.naive.state, account, key));
    }
  }

  /** Compares what a reader knows who looks again only after a notice. */
  private compareShadows(command: Command, recorder: Recorder): void {
    for (const { market, side, price } of recorder.levels) {
      const quantity = this.engine.engine.visibleAt(market, side, price as never);
      if (quantity === 0) this.shadowBook.delete(`${market} ${side} ${price}`);
      else this.shadowBook.set(`${market} ${side} ${price}`, quantity);
    }
    for (const { account, market, mode } of recorder.rows)
      this.shadowRows.set(`${account} ${market} ${mode}`, this.rowOf(account, market, mode));
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
        for (const mode of MARGIN_MODES) {
          const now = this.rowOf(account, market, mode);
          const shadow = this.shadowRows.get(`${account} ${market} ${mode}`) ?? emptyShadow;
          if (command.type !== "set_leverage") expect({ account, mode, ...shadow }).toEqual({ account, mode, ...now });
        }
      }
    }
    for (const [market, shadow] of this.shadowPrices) {
      const { index, mark } = this.engine.market(market);
      expect({ index, mark } as object).toEqual(shadow);
    }
  }

  /** The part of a row that only notices can change. */
  private rowOf(account: number, market: number, mode: MarginMode): object {
    const row = this.engine.position(account, market, mode);
    const { quantity, cost, averageOpenPrice, pendingLong, pendingShort, settlePrice, margin } = row;
    return { quantity, cost, averageOpenPrice, pendingLong, pendingShort, settlePrice, margin };
  }
}

const emptyShadow = {
  quantity: 0,
  cost: 0,
  averageOpenPrice: 0,
  pendingLong: 0,
  pendingShort: 0,
  settlePrice: 0,
  margin: 0,
};

/** Members of a tree may be reported in any order when they change together, so lines are compared sorted. */
function algoLine({ account, algoOrderId, cause, reason }: AlgoLine): string {
  return `${account} ${algoOrderId} ${cause} ${cause === "rejected" ? "" : reason}`;
}
