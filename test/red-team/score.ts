// What the ring has won, and what of that was luck, or what the rules say is left to it.
//
// Gain = paid out + what the accounts of the ring are worth at the true index − paid in. An account's cross part, and each
// isolated row, counts for at least nothing: a wallet walks away from what it owes. What the ring gains is lost by the
// insurance fund, the venue's fees, or other people; all of them together are what is in custody, whatever the prices.
//
// The true index of a market is what its sources say, or would say; in a delisting's last half hour it is the expected
// settlement price, where the engine shows one. Three things are taken out:
//   luck        what each move of the true index changes by the ring's positions alone, debts counted: a search that knows
//               the path would live on it. What a move makes a wallet owe is no luck but a gain, because nobody pays it.
//   allowances  what the rules leave (test/red-team/allowances.ts): debts that a pause or a single step of the index makes, with
//               the positions and the money of when it began; the discount of a fund in need.
//   consent     what other people agreed to: their own quotes, near the index, and their stops where they may fire.
// There is no haircut: what the fund gives away counts, however near the next move has brought it.

import { type Answer, type Command, type Engine, type Listener, silent } from "@evermark/engine";
import { Allowances } from "./allowances.ts";
import { People } from "./other-people.ts";
import { equity, type Pool, poolsOf, worthOf } from "./pools.ts";
import { belongsTo } from "./shares.ts";

/** INSURANCE, CLEARING, FEE_VENUE and FEE_WITHDRAW come first; all others are the ring's or other people's. */
const INSURANCE = 0;
const FEE_VENUE = 2;
const FEE_WITHDRAW = 3;
const FIRST_OF_USERS = 4;
/** The builder of other people. */
export const PLAIN = "plain";
/** Maintenance margins that a pool has left where none has a position. */
const FAR = 1_000;

export interface Score {
  /** Micros, less luck and what is allowed: what a find is made of. */
  readonly gain: number;
  /** The same before what the venue and withdrawals earned in fees. */
  readonly fundLoss: number;
  /** How much of its maintenance margin the poorest pool had left while the ring played; below 0 it owed. */
  readonly edge: number;
  /** Ring + others + fund + venue − custody: 0, or the score can't be trusted. */
  readonly open: number;
  /** What the ring has kept other people from, or done to them; "" for nothing. */
  readonly harm: string;
}

export class Ledger {
  /** What sources say of each market, in its ticks. */
  readonly said: number[] = [];
  readonly people: People;
  /** A strategy vault's fund and its cash belong to its shares. */
  vault: { readonly vaultId: string; readonly fund: number; readonly cash: number; readonly ofRing: boolean } | null =
    null;
  /** Micros. */
  private paidIn = 0;
  private paidOut = 0;
  private custody = 0;
  private luck = 0;
  private edge = FAR;
  private readonly lastTruths: number[] = [];
  private readonly allowances: Allowances;

  constructor(private readonly engine: Engine) {
    this.people = new People(engine, this);
    this.allowances = new Allowances(engine, this);
  }

  /** Applies a command, and counts what it pays in or out. */
  apply(command: Command): Answer {
    const { engine, people } = this;
    const before = this.delists() ? { truths: this.truths(), pools: this.ringPools() } : null;
    people.begin(command);
    this.allowances.before(command);
    const leaving = command.type === "advance_withdrawal" ? engine.funds.withdrawal(command.withdrawalId) : undefined;
    const answer = engine.apply(command, people.exist ? this.listener : this.fundingListener);
    if (before !== null) {
      this.close();
      this.move(before.truths, before.pools);
    }
    this.allowances.after(command, answer);
    people.endTrustingly(command);
    if (answer.rejection !== null) return answer;
    this.learn(command, answer);
    if (command.type === "credit_deposit") this.count(command.account, command.amount, 0);
    if (command.type === "top_up_insurance") this.custody += command.amount;
    if (command.type === "advance_withdrawal" && command.to === "COMPLETED")
      this.count(leaving!.account, 0, leaving!.amount - leaving!.fee);
    return answer;
  }

  /** A pause that a delisting ends has brought a market to the price at which it was closed. */
  private close(): void {
    for (const market of this.said.keys())
      if (this.engine.market(market).state === "DELISTED" && this.allowances.isLeft(market))
        this.lastTruths[market] = this.engine.market(market).mark;
  }

  /** Who other people are, and which accounts are a vault's, follows from the commands. */
  private learn(command: Command, { created }: Answer): void {
    const { people, engine } = this;
    if (command.type === "list_market") this.said[created] = engine.market(created).index;
    if (command.type === "add_broker" && command.brokerId === PLAIN) people.add(engine.accountCount - 1);
    if (command.type === "open_account" && command.brokerId === PLAIN) people.add(created);
    if (command.type === "add_sub_account" && people.has(command.account)) people.add(created);
    if (command.type === "place_algo_order" && people.has(command.account)) people.waitFor(command);
    if (command.type === "create_vault") {
      const { vaultId, fund, provider } = command;
      this.vault = { vaultId, fund, cash: engine.accountCount - 1, ofRing: !people.has(provider) };
    }
  }

  private readonly listener: Listener = {
    ...silent,
    trade: (report) => this.people.trade(report),
    funding: (event) => {
      this.people.funding(event);
      this.allowances.funding(event);
    },
    liquidation: (event) => this.people.liquidation(event),
    vault: (event) => this.people.vault(event),
    funds: (event) => this.people.funds(event),
  };

  /** Where there are none but the ring. */
  private readonly fundingListener: Listener = { ...silent, funding: (event) => this.allowances.funding(event) };

  private count(account: number, paidIn: number, paidOut: number): void {
    this.custody += paidIn - paidOut;
    if (!this.isRing(account)) return;
    this.paidIn += paidIn;
    this.paidOut += paidOut;
  }

  isRing(account: number): boolean {
    return account >= FIRST_OF_USERS && !this.people.has(account);
  }

  /** From now on this is what sources say, in ticks. */
  say(market: number, ticks: number): void {
    const truths = this.truths();
    const pools = this.ringPools();
    this.allowances.leave(market);
    this.said[market] = ticks;
    this.move(truths, pools);
  }

  /** Takes out what moves of the true index alone have changed. */
  private move(before: readonly number[], pools: readonly Pool[]): void {
    const after = this.truths();
    if (after.every((price, market) => price === before[market])) return;
    this.luck += equity(pools, after, this.units()) - equity(pools, before, this.units());
    this.allowances.move(before, after, pools);
  }

  /** Looks how near the ring has come to owing. */
  watch(): void {
    const truths = this.truths();
    const units = this.units();
    for (const pool of this.ringPools()) {
      if (pool.rows.length === 0) continue;
      let need = 0;
      for (const { market, quantity } of pool.rows) {
        const { baseMmr } = this.engine.market(market).parameters;
        need += (Math.abs(quantity) * truths[market]! * units[market]! * baseMmr) / 10_000_000_000;
      }
      this.edge = Math.min(this.edge, worthOf(pool, truths, units) / need);
    }
  }

  finish(): Score {
    const { engine, paidIn, paidOut, luck, edge } = this;
    const fees = this.worth(FEE_VENUE) + this.worth(FEE_WITHDRAW);
    let all = 0;
    for (let account = 0; account < engine.accountCount; account++) all += this.worth(account);
    const gain = Math.floor(paidOut + this.owned() - paidIn - luck - this.allowances.total() - this.people.consented);
    return { gain, fundLoss: gain + fees, edge, open: all - this.custody, harm: this.people.harm };
  }

  /** What the ring's accounts and shares are worth to it, micros. */
  owned(): number {
    const [truths, units] = [this.truths(), this.units()];
    let owned = this.vault === null ? 0 : belongsTo(this.engine, this.vault.vaultId, (each) => this.isRing(each)).cash;
    for (const pool of this.ringPools()) owned += pool.part * Math.max(0, worthOf(pool, truths, units));
    for (let account = FIRST_OF_USERS; account < this.engine.accountCount; account++)
      if (this.isRing(account)) owned += this.engine.margin(account).frozen;
    return owned;
  }

  /** What the fund has at the true index, micros. */
  fund(): number {
    return this.worth(INSURANCE);
  }

  /** What an account has at the true index, micros; may be negative. */
  worth(account: number): number {
    const { frozen } = this.engine.margin(account);
    return frozen + equity(poolsOf(this.engine, account, this.units()), this.truths(), this.units());
  }

  /** What of an account's money is other people's, who may share a vault's fund with the ring. */
  othersPart(account: number): number {
    if (this.vault?.fund !== account) return 1;
    return belongsTo(this.engine, this.vault.vaultId, (each) => this.people.has(each)).part;
  }

  /** Whether the engine acts on what sources say of a market. */
  follows(market: number): boolean {
    return this.allowances.follows(market);
  }

  /** Whether it is known that too few sources speak of a market. */
  isQuiet(market: number): boolean {
    return this.allowances.isQuiet(market);
  }

  truths(): number[] {
    for (const [market, said] of this.said.entries()) {
      const { state, delistAt } = this.engine.market(market);
      // Of a market that is no more the last one stays: whatever it was closed at, unless a pause ended there.
      if (state === "DELISTED") continue;
      this.lastTruths[market] = (delistAt === 0 ? undefined : expectedOf(this.engine, market)) ?? said;
    }
    return [...this.lastTruths];
  }

  /** Whether the true index may be a market's expected settlement price. */
  private delists(): boolean {
    return this.said.some((_, market) => this.engine.market(market).delistAt !== 0);
  }

  /** All that is the ring's. */
  ringPools(): Pool[] {
    const { engine, vault } = this;
    const units = this.units();
    const part = vault === null ? 0 : belongsTo(engine, vault.vaultId, (account) => this.isRing(account)).part;
    const pools: Pool[] = [];
    for (let account = FIRST_OF_USERS; account < engine.accountCount; account++) {
      if (account === vault?.cash) continue;
      if (account === vault?.fund) pools.push(...poolsOf(engine, account, units, part));
      else if (this.isRing(account)) pools.push(...poolsOf(engine, account, units));
    }
    return pools;
  }

  #units: number[] = [];
  units(): number[] {
    const { marketCount } = this.engine;
    if (this.#units.length < marketCount)
      this.#units = Array.from({ length: marketCount }, (_, market) => this.engine.market(market).microsPerTickLot);
    return this.#units;
  }
}

/** The expected settlement price of a market that is being delisted, in ticks; undefined on an engine that has none. */
export function expectedOf(engine: Engine, market: number): number | undefined {
  const { settlementPrice } = engine.market(market) as { readonly settlementPrice?: number };
  return settlementPrice === undefined || settlementPrice === 0 ? undefined : settlementPrice;
}
