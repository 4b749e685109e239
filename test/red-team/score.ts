// The ring's score: what it has won, less what was luck and what the rules leave to it.
//
// Gain = paid out + value of the ring's accounts at the true index − paid in. An account's cross part, and each isolated
// row, counts for at least zero: a wallet in debt is abandoned. What the ring gains is lost by the insurance fund, the
// venue's fees, or other people; all of them together equal the custody, whatever the prices.
//
// The true index of a market is what its sources report, or would report; in a delisting's last half hour it is the
// expected settlement price, where the engine shows one. Three things are taken out:
//   luck        the change in value of the ring's positions with each move of the true index, debts counted: otherwise a
//               search that knows the price path would live on it. A debt from a move counts as a gain, because it is
//               never paid.
//   allowances  what the rules leave (test/red-team/allowances.ts): debts that a pause or a single step of the index
//               causes, with the positions and the money at its beginning; the discount of a fund in need.
//   consent     what other people agreed to: their own quotes near the index, and their stops where they may trigger.
// There is no haircut: what the fund gives away counts, even if the next move may bring it back.

import { type Answer, type Command, type Engine, type Listener, silent } from "@evermark/engine";
import { Allowances } from "./allowances.ts";
import { People } from "./other-people.ts";
import { equity, type Pool, poolsOf, worthOf } from "./pools.ts";
import { belongsTo } from "./shares.ts";

/** INSURANCE, CLEARING, FEE_VENUE and FEE_WITHDRAW come first; all other accounts are the ring's or other people's. */
const INSURANCE = 0;
const FEE_VENUE = 2;
const FEE_WITHDRAW = 3;
const FIRST_OF_USERS = 4;
/** The builder of other people. */
export const PLAIN = "plain";
/** The edge of a ring without positions, in maintenance margins. */
const FAR = 1_000;

export interface Score {
  /** The gain less luck, allowances and consent, in micros: what makes a find. */
  readonly gain: number;
  /** The same plus the fees that the venue and withdrawals earned. */
  readonly fundLoss: number;
  /** The lowest value of a pool while the ring played, as a multiple of its maintenance margin; below 0 it was in debt. */
  readonly edge: number;
  /** Ring + others + fund + venue − custody: if it is not 0, the score can't be trusted. */
  readonly open: number;
  /** What the ring has prevented other people from doing, or done to them; "" for nothing. */
  readonly harm: string;
}

export class Ledger {
  /** The sources' price of each market, in its ticks. */
  readonly sourcePrices: number[] = [];
  readonly people: People;
  /** A strategy vault's fund and cash accounts, which belong to its shares. */
  vault: { readonly vaultId: string; readonly fund: number; readonly cash: number; readonly ofRing: boolean } | null =
    null;
  /** In micros. */
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

  /** Applies a command, and counts its deposits and withdrawals. */
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

  /** When a delisting ends a pause, the market's last price is the one at which it was closed. */
  private close(): void {
    for (const market of this.sourcePrices.keys())
      if (this.engine.market(market).state === "DELISTED" && this.allowances.isLeft(market))
        this.lastTruths[market] = this.engine.market(market).mark;
  }

  /** Learns from a command which accounts are other people's, and which are a vault's. */
  private learn(command: Command, { created }: Answer): void {
    const { people, engine } = this;
    if (command.type === "list_market") this.sourcePrices[created] = engine.market(created).index;
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

  /** The listener for worlds with the ring alone. */
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

  /** Sets the sources' price from now on, in ticks. */
  setSourcePrice(market: number, ticks: number): void {
    const truths = this.truths();
    const pools = this.ringPools();
    this.allowances.leave(market);
    this.sourcePrices[market] = ticks;
    this.move(truths, pools);
  }

  /** Takes out the changes in value that come from moves of the true index alone. */
  private move(before: readonly number[], pools: readonly Pool[]): void {
    const after = this.truths();
    if (after.every((price, market) => price === before[market])) return;
    this.luck += equity(pools, after, this.units()) - equity(pools, before, this.units());
    this.allowances.move(before, after, pools);
  }

  /** Records how close the ring's pools are to debt. */
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
    let total = 0;
    for (let account = 0; account < engine.accountCount; account++) total += this.worth(account);
    const gain = Math.floor(paidOut + this.owned() - paidIn - luck - this.allowances.total() - this.people.consented);
    return { gain, fundLoss: gain + fees, edge, open: total - this.custody, harm: this.people.harm };
  }

  /** What the ring's accounts and shares are worth to it, in micros. */
  owned(): number {
    const [truths, units] = [this.truths(), this.units()];
    let owned = this.vault === null ? 0 : belongsTo(this.engine, this.vault.vaultId, (each) => this.isRing(each)).cash;
    for (const pool of this.ringPools()) owned += pool.part * Math.max(0, worthOf(pool, truths, units));
    for (let account = FIRST_OF_USERS; account < this.engine.accountCount; account++)
      if (this.isRing(account)) owned += this.engine.margin(account).frozen;
    return owned;
  }

  /** The fund's value at the true index, in micros. */
  fund(): number {
    return this.worth(INSURANCE);
  }

  /** An account's value at the true index, in micros; may be negative. */
  worth(account: number): number {
    const { frozen } = this.engine.margin(account);
    return frozen + equity(poolsOf(this.engine, account, this.units()), this.truths(), this.units());
  }

  /** The fraction of an account's money that is other people's, who may share a vault's fund with the ring. */
  othersPart(account: number): number {
    if (this.vault?.fund !== account) return 1;
    return belongsTo(this.engine, this.vault.vaultId, (each) => this.people.has(each)).part;
  }

  /** Whether the engine acts on the sources' reports for a market. */
  follows(market: number): boolean {
    return this.allowances.follows(market);
  }

  /** Whether the engine knows that too few sources of a market report. */
  isQuiet(market: number): boolean {
    return this.allowances.isQuiet(market);
  }

  truths(): number[] {
    for (const [market, sourcePrice] of this.sourcePrices.entries()) {
      const { state, delistAt } = this.engine.market(market);
      // A delisted market keeps its last price: the one at which it was closed, unless a pause ended there.
      if (state === "DELISTED") continue;
      this.lastTruths[market] = (delistAt === 0 ? undefined : expectedOf(this.engine, market)) ?? sourcePrice;
    }
    return [...this.lastTruths];
  }

  /** Whether the true index of some market may be its expected settlement price. */
  private delists(): boolean {
    return this.sourcePrices.some((_, market) => this.engine.market(market).delistAt !== 0);
  }

  /** All pools of the ring. */
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

/** The expected settlement price of a market that is being delisted, in ticks; undefined in an engine that has none. */
export function expectedOf(engine: Engine, market: number): number | undefined {
  const { settlementPrice } = engine.market(market) as { readonly settlementPrice?: number };
  return settlementPrice === undefined || settlementPrice === 0 ? undefined : settlementPrice;
}
