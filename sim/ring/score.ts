// What the ring has won, and what of that was luck.
//
// Gain = paid out + what all accounts of the ring are worth at the true index − paid in. An account's cross part, and each
// isolated row, counts for at least nothing: a wallet walks away from what it owes. All users belong to the ring, as do its
// builder's fee account and its vault's cash, so whatever it gains is lost by the insurance fund and the venue's fees:
// ring + fund + venue = custody, whatever the prices, because quantities and costs of a market cancel out.
//
// The true index of a market is the engine's; where sources jump and fall silent it is what they say, or would say: that
// is what will be believed in the end, and everybody knows it. (Nothing jumps while a market halts, so it is.)
//
// While the index stands still, any gain beyond rounding is a hole. When it moves, the fund wins and loses for reasons that
// are nobody's fault, and a search that knows the path would live on that. So each move of the true index is taken out:
//   slow worlds   what the fund's own rows win or lose by it. Nothing else: so slow an index leaves no account below zero
//                 that was liquidated in time.
//   others        how much the fund's prospects change by it, with everything else as it was: its equity, and what accounts
//                 owe beyond what they have; an account within `HAIRCUT` of owing counts as owing, because the fund may yet
//                 pay a claim discount, and sell at the other bound of the mark, for whom the move has brought so near.
// What is left changed hands while the index stood, and that is extraction again: money that leaves a halted market at the
// old mark makes the debt at the true one larger at that moment, not when the index moved.

import { type Answer, type Command, type Engine, silent } from "@evermark/engine";
import type { IndexKind } from "./settings.ts";

/** INSURANCE, CLEARING, FEE_VENUE and FEE_WITHDRAW come first; all others are the ring's. */
const INSURANCE = 0;
const FEE_VENUE = 2;
const FEE_WITHDRAW = 3;
const FIRST_OF_RING = 4;
const MILLION = 1_000_000;
/** Maintenance margins that a pool has left where none has a position. */
const FAR = 1_000;

export interface Score {
  /** Micros, less luck: what a find is made of. */
  readonly gain: number;
  /** The same before what the venue and withdrawals earned in fees. */
  readonly fundLoss: number;
  /** How much of its maintenance margin the poorest pool had left while the ring played; below 0 it owed. */
  readonly edge: number;
  /** Ring + fund + venue − custody: 0, or the score can't be trusted. */
  readonly open: number;
}

/** Money that answers for positions: an account's cross part, or one isolated row. */
interface Pool {
  readonly account: number;
  /** Worth at marks that are the index. */
  readonly base: number;
  readonly rows: readonly { readonly market: number; readonly quantity: number }[];
}

export class Ledger {
  /** What sources say of each market, in its ticks. */
  readonly said: number[] = [];
  /** Micros. */
  private paidIn = 0;
  private paidOut = 0;
  private toppedUp = 0;
  private luck = 0;
  private edge = FAR;

  constructor(
    private readonly engine: Engine,
    private readonly index: IndexKind,
  ) {}

  /** Applies a command, and counts what it pays in or out. */
  apply(command: Command): Answer {
    const leaving =
      command.type === "advance_withdrawal" ? this.engine.funds.withdrawal(command.withdrawalId) : undefined;
    const answer = this.engine.apply(command, silent);
    if (answer.rejection !== null) return answer;
    if (command.type === "credit_deposit") this.paidIn += command.amount;
    if (command.type === "top_up_insurance") this.toppedUp += command.amount;
    if (command.type === "advance_withdrawal" && command.to === "COMPLETED")
      this.paidOut += leaving!.amount - leaving!.fee;
    return answer;
  }

  /** Does something in which the true index may move, and takes out what that alone changes. */
  around(act: () => void): void {
    if (this.index === "standing") return act();
    const before = this.truths();
    const pools = this.index === "slow" ? this.poolsOf(INSURANCE) : this.pools();
    act();
    const after = this.truths();
    if (after.every((price, market) => price === before[market])) return;
    const units = this.units();
    if (this.index === "slow") {
      this.luck += equity(pools, after, units) - equity(pools, before, units);
      return;
    }
    const none = units.map(() => 0);
    const borne = prospects(pools, after, units, none) - prospects(pools, before, units, none);
    const near = prospects(pools, after, units, this.haircuts()) - prospects(pools, before, units, this.haircuts());
    // What a move takes an account out of danger by is not given back: it may have got there without a move.
    this.luck += borne + Math.min(0, near - borne);
  }

  /** Looks how near the ring has come to owing. */
  watch(): void {
    const truths = this.truths();
    const units = this.units();
    for (const pool of this.pools()) {
      if (pool.account < FIRST_OF_RING || pool.rows.length === 0) continue;
      let need = 0;
      for (const { market, quantity } of pool.rows) {
        const { baseMmr } = this.engine.market(market).parameters;
        need += (Math.abs(quantity) * truths[market]! * units[market]! * baseMmr) / 10_000_000_000;
      }
      this.edge = Math.min(this.edge, worthOf(pool, truths, units) / need);
    }
  }

  finish(): Score {
    const truths = this.truths();
    const units = this.units();
    const pools = this.pools();
    const fees = this.equityOf(FEE_VENUE) + this.equityOf(FEE_WITHDRAW);
    let owned = 0;
    let all = 0;
    for (const pool of pools) {
      const worth = worthOf(pool, truths, units);
      all += worth;
      if (pool.account < FIRST_OF_RING) continue;
      owned += Math.max(0, worth);
    }
    for (let account = 0; account < this.engine.accountCount; account++) {
      const { frozen } = this.engine.margin(account);
      all += frozen;
      owned += frozen;
    }
    const custody = this.paidIn + this.toppedUp - this.paidOut;
    const gain = this.paidOut + owned - this.paidIn + this.luck;
    return { gain, fundLoss: gain + fees, edge: this.edge, open: all - custody };
  }

  /** What the fund has at the true index, micros. */
  fund(): number {
    return equity(this.poolsOf(INSURANCE), this.truths(), this.units());
  }

  /** What a player has at the true index, micros; may be negative. */
  worth(account: number): number {
    const { frozen } = this.engine.margin(account);
    return frozen + equity(this.poolsOf(account), this.truths(), this.units());
  }

  truths(): number[] {
    if (this.index === "reported") return [...this.said];
    return Array.from({ length: this.engine.marketCount }, (_, number) => this.engine.market(number).index);
  }

  private equityOf(account: number): number {
    return equity(this.poolsOf(account), this.truths(), this.units());
  }

  private pools(): Pool[] {
    return Array.from({ length: this.engine.accountCount }, (_, account) => this.poolsOf(account)).flat();
  }

  private poolsOf(account: number): Pool[] {
    const { holding, unsettledPnl } = this.engine.margin(account);
    const isolated: Pool[] = [];
    const rows: Pool["rows"][number][] = [];
    let base = holding + unsettledPnl;
    for (const row of this.engine.positions(account)) {
      const { market, quantity, mark } = row;
      const atZero = quantity * mark * this.units()[market]!;
      if (row.marginMode === "CROSS") {
        base -= atZero;
        rows.push({ market, quantity });
      } else {
        isolated.push({ account, base: row.margin + row.unsettledPnl - atZero, rows: [{ market, quantity }] });
      }
    }
    return [{ account, base, rows }, ...isolated];
  }

  #units: number[] = [];
  private units(): number[] {
    const { marketCount } = this.engine;
    if (this.#units.length < marketCount)
      this.#units = Array.from({ length: marketCount }, (_, market) => this.engine.market(market).microsPerTickLot);
    return this.#units;
  }

  #haircuts: number[] = [];
  /** Of each market, millionths of a notional: the claim discount, and from one bound of the mark to the other. */
  private haircuts(): number[] {
    const { marketCount } = this.engine;
    if (this.#haircuts.length < marketCount)
      this.#haircuts = Array.from({ length: marketCount }, (_, market) => {
        const { claimInsuranceFundDiscount, baseImr } = this.engine.market(market).parameters;
        return Math.ceil((claimInsuranceFundDiscount + baseImr / 4) / 10_000);
      });
    return this.#haircuts;
  }
}

function worthOf(pool: Pool, prices: readonly number[], units: readonly number[]): number {
  let worth = pool.base;
  for (const { market, quantity } of pool.rows) worth += quantity * prices[market]! * units[market]!;
  return worth;
}

function equity(pools: readonly Pool[], prices: readonly number[], units: readonly number[]): number {
  return pools.reduce((sum, pool) => sum + worthOf(pool, prices, units), 0);
}

/** What the fund has, and what it will have to bear. */
function prospects(
  pools: readonly Pool[],
  prices: readonly number[],
  units: readonly number[],
  haircuts: readonly number[],
): number {
  let sum = 0;
  for (const pool of pools) {
    if (pool.account !== INSURANCE && pool.account < FIRST_OF_RING) continue;
    let worth = worthOf(pool, prices, units);
    for (const { market, quantity } of pool.rows)
      worth -= Math.ceil((Math.abs(quantity) * prices[market]! * units[market]! * haircuts[market]!) / MILLION);
    sum += pool.account === INSURANCE ? worth : Math.min(0, worth);
  }
  return sum;
}
