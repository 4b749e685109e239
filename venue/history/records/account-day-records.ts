// Every account's value at the end of each day (00:00 UTC), and what the account did that day. A day is closed before the
// first command of a later one, with the balances, positions and mark prices that it ended with. Interface 4.10: statistics
// of an account by day, and its value over time.
//
// When a day ends, each account's value is noted at once in memory, because the next command changes it. The rows are
// written a slice at a time, so that queries need not wait for a hundred thousand of them. All are written before the
// transaction ends.
//
// An account has a row for a day in which it traded, its money moved or it had a position. On a day without a row nothing
// changed: its last row still holds. Figures since the account's opening are stored as totals, so that no query has to add
// up more than a year.

import type { EngineReader, LedgerEntry, LedgerKind } from "@evermark/engine";
import { DAY_MS, dayOf } from "../../sums/candle-sums.ts";
import type { FillSums } from "../../sums/fill-sums.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { sql } from "../tables/query-builder.ts";
import { statement } from "../tables/statement.ts";

/** What the records read from the engine, between two commands. */
export interface ValuedAccounts extends Pick<EngineReader, "accountCount" | "now" | "holders"> {
  balance(account: number): Pick<ReturnType<EngineReader["balance"]>, "value" | "frozen">;
}

interface Added {
  readonly account: number;
  readonly day: number;
  readonly volume: number;
  readonly fee: number;
  readonly trades: number;
  readonly moved: number;
  readonly value: number | null;
  readonly frozen: number | null;
}

/** The totals continue from those of the account's previous row. */
const ADD = statement((builder, { account, day, volume, fee, trades, moved, value, frozen }: Added) => {
  const last = (total: "volume_total" | "moved_total") =>
    builder
      .selectFrom("account_days as earlier")
      .select(`earlier.${total}`)
      .where("earlier.account", "=", account)
      .where("earlier.day", "<", day)
      .orderBy("earlier.day", "desc")
      .limit(1);
  return builder
    .insertInto("account_days")
    .values({
      ...{ account, day, volume, fee, trades, value, frozen },
      volume_total: sql`${volume} + coalesce(${last("volume_total")}, 0)`,
      moved_total: sql`${moved} + coalesce(${last("moved_total")}, 0)`,
    })
    .onConflict((conflict) =>
      conflict.columns(["account", "day"]).doUpdateSet(({ eb }) => ({
        volume: eb("account_days.volume", "+", volume),
        fee: eb("account_days.fee", "+", fee),
        trades: eb("account_days.trades", "+", trades),
        volume_total: eb("account_days.volume_total", "+", volume),
        moved_total: eb("account_days.moved_total", "+", moved),
        value,
        frozen,
      })),
    );
});

const RUNNING = statement((builder) => builder.selectFrom("account_days").select("account").where("value", "is", null));
const ANY = statement((builder) => builder.selectFrom("account_days").select("day").limit(1));

/** Whether an entry moves money into or out of the account; the others are profit, loss, or moves within it. */
const MOVES: Readonly<Record<LedgerKind, boolean>> = {
  deposit: true,
  withdrawal: true,
  withdrawal_fee: true,
  withdrawal_failed: true,
  transfer_in: true,
  transfer_out: true,
  distribution: true,
  top_up: true,
  vault: true,
  settlement: false,
  margin: false,
  isolated_close: false,
  shortfall: false,
  takeover: false,
};

interface Sums {
  volume: number;
  fee: number;
  trades: number;
  moved: number;
}

const nothing: Readonly<Sums> = { volume: 0, fee: 0, trades: 0, moved: 0 };

/** A day that is over, with the rows that are still to be written. */
interface Closing {
  readonly day: number;
  readonly accounts: readonly number[];
  /** In the order of `accounts`. Micros. */
  readonly values: Float64Array;
  readonly frozen: Float64Array;
  written: number;
}

/** How many rows are written at a time: about five milliseconds' worth. */
const SLICE_ACCOUNTS = 250;

export class AccountDayRecords {
  readonly #tables: Store;
  readonly #engine: ValuedAccounts;
  readonly #add: Write<Added>;
  #hasBegun = false;
  /** What the current batch adds to the running day, by account. */
  readonly #running = new Map<number, Sums>();
  #day = 0;
  /** Accounts that have a row for the running day. */
  readonly #unclosed = new Set<number>();
  #closing: Closing | null = null;

  constructor(tables: Store, engine: ValuedAccounts) {
    this.#tables = tables;
    this.#engine = engine;
    this.#add = tables.prepare(ADD);
  }

  /**
   * To be called before the first event. Tables that were built from only a part of the journal, because an older version had
   * not stored this, begin with each account's present value: otherwise all of it would count as profit of the first day.
   */
  begin(): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const running = this.#tables.all(RUNNING, {});
    for (const { account } of running) this.#unclosed.add(account);
    const { accountCount, now } = this.#engine;
    if (accountCount === 0 || this.#tables.first(ANY, {}) !== undefined) return;
    for (let account = 0; account < accountCount; account++) {
      const { value, frozen } = this.#engine.balance(account);
      if (value !== 0 || frozen !== 0) this.#add.run({ account, day: dayOf(now) - 1, ...nothing, value, frozen });
    }
  }

  addFill(account: number, { volume, fee }: FillSums, at: number): void {
    const sums = this.#sumsOf(account, at);
    sums.volume += volume;
    sums.fee += fee;
    sums.trades += 1;
  }

  /**
   * Notes something that changes the account's value and is neither a trade nor a ledger entry: positions that change hands,
   * or frozen money that is paid out.
   */
  note({ account, at }: { readonly account: number; readonly at: number }): void {
    this.#sumsOf(account, at);
  }

  addEntry({ account, kind, amount, at }: LedgerEntry): void {
    // Includes moves within the account: its value at the end of the day may have changed too.
    const sums = this.#sumsOf(account, at);
    if (MOVES[kind]) sums.moved += amount;
  }

  /** To be called before anything of a later day is applied. */
  end(day: number): void {
    this.write();
    this.closeAll();
    const accounts = [...new Set([...this.#engine.holders(), ...this.#unclosed])];
    const values = new Float64Array(accounts.length);
    const frozen = new Float64Array(accounts.length);
    for (const [i, account] of accounts.entries()) {
      const balance = this.#engine.balance(account);
      values[i] = balance.value;
      frozen[i] = balance.frozen;
    }
    this.#unclosed.clear();
    if (accounts.length > 0) this.#closing = { day, accounts, values, frozen, written: 0 };
  }

  /** Whether rows of a day that is over are still unwritten. */
  get isClosing(): boolean {
    return this.#closing !== null;
  }

  /** Writes the next slice of them. */
  closeSome(): void {
    this.#close(SLICE_ACCOUNTS);
  }

  closeAll(): void {
    this.#close(Number.POSITIVE_INFINITY);
  }

  #close(accountsMax: number): void {
    const closing = this.#closing;
    if (closing === null) return;
    const { day, accounts, values, frozen, written } = closing;
    closing.written = Math.min(accounts.length, written + accountsMax);
    for (let i = written; i < closing.written; i++) {
      this.#add.run({ account: accounts[i]!, day, ...nothing, value: values[i]!, frozen: frozen[i]! });
    }
    if (closing.written === accounts.length) this.#closing = null;
  }

  write(): void {
    for (const [account, { volume, fee, trades, moved }] of this.#running) {
      this.#add.run({ account, day: this.#day, volume, fee, trades, moved, value: null, frozen: null });
      this.#unclosed.add(account);
    }
    this.#running.clear();
  }

  #sumsOf(account: number, at: number): Sums {
    if (at >= (this.#day + 1) * DAY_MS) {
      this.write();
      this.#day = dayOf(at);
    }
    let sums = this.#running.get(account);
    if (sums === undefined) {
      sums = { ...nothing };
      this.#running.set(account, sums);
    }
    return sums;
  }
}
