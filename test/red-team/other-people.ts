// Other people: who they are, what they agreed to, and what must not happen to them. They agree to the prices of their
// own orders while the index that they see is near the true one, to funding, and to the costs of a justified
// liquidation. They do not agree to be liquidated while they are sound at the index, or to a stop that triggers where
// the index is not.

import type { Command, Engine, PlaceAlgoOrder } from "@evermark/engine";
import type { Event } from "./known-event.ts";
import { poolsOf, worthOf } from "./pools.ts";
import { expectedOf, type Ledger } from "./score.ts";
import { belongsTo } from "./shares.ts";

type Transferred = Event<"liquidation"> & { type: "transferred" };
type TransferredPosition = Transferred["positions"][number];

const INSURANCE = 0;
const MILLION = 1_000_000;
const E10 = 10_000_000_000;
/** How far the index that everyone sees may lag behind the true one, in millionths: rules 11.4. */
const BEHIND_PPM = 10_000;
const STOP_SLIPPAGE_PPM = 10_000;

/** A waiting stop of one of them; with `below` it triggers when prices fall to it. */
interface Waiting {
  readonly account: number;
  readonly market: number;
  readonly trigger: number;
  readonly below: boolean;
}

export class People {
  /** What the ring got from them with their consent, in micros. */
  consented = 0;
  /** What other people's positions have brought the fund, in micros. */
  private broughtToFund = 0;
  /** The first harm that was done to one of them. */
  harm = "";
  private readonly stops: Waiting[] = [];
  private readonly accounts = new Set<number>();
  private command: Command | null = null;
  private startedPeriod = false;
  /** What they have in the ring's vault, as last judged, in micros. */
  private trusted = 0;

  constructor(
    private readonly engine: Engine,
    private readonly ledger: Ledger,
  ) {}

  get exist(): boolean {
    return this.accounts.size > 0;
  }

  add(account: number): void {
    this.accounts.add(account);
  }

  has(account: number): boolean {
    return this.accounts.has(account);
  }

  /** Records a stop of theirs; its direction follows from the mark when it is placed, even a painted one. */
  waitFor({ account, market, triggerPrice }: PlaceAlgoOrder): void {
    const { mark, parameters } = this.engine.market(market);
    const trigger = triggerPrice / parameters.quoteTick;
    this.stops.push({ account, market, trigger, below: trigger < mark });
  }

  begin(command: Command): void {
    this.command = command;
    this.startedPeriod = false;
    if (this.trusts) this.trusted = this.inVault();
  }

  recordHarm(text: string): void {
    if (this.harm === "") this.harm = text;
  }

  /** What they have in the vault at the true index, in micros. */
  private inVault(): number {
    const { engine, ledger } = this;
    const { vaultId, fund } = ledger.vault!;
    const { part, cash } = belongsTo(engine, vaultId, (account) => this.has(account));
    const [truths, units] = [ledger.truths(), ledger.units()];
    return (
      cash +
      part * poolsOf(engine, fund, units).reduce((sum, pool) => sum + Math.max(0, worthOf(pool, truths, units)), 0)
    );
  }

  /** Whether the ring provides the vault that they have invested in. */
  private get trusts(): boolean {
    return this.exist && this.ledger.vault?.ofRing === true;
  }

  /** They trust the ring as a provider, who may trade against anyone, but not with the start of a period. */
  endTrustingly(command: Command): void {
    if (this.trusts && !this.startedPeriod && command.type !== "request_vault_operation") this.trust();
  }

  /** Counts what they have lost in the vault since the last time as agreed to. */
  private trust(): void {
    const now = this.inVault();
    this.consented += Math.max(0, this.trusted - now);
    this.trusted = now;
  }

  /**
   * A start begins with settling the fund: what the same tick did to it before, above all funding, does not belong to
   * the start.
   */
  funds(event: Event<"funds">): void {
    if (event.type === "settled" && this.trusts && event.account === this.ledger.vault!.fund) this.trust();
  }

  trade({ market, price, quantity, takerSide, makerAccount, takerAccount }: Event<"trade">): void {
    const isTakerOther = this.has(takerAccount);
    if (isTakerOther === this.has(makerAccount)) return;
    const { ledger } = this;
    const truth = ledger.truths()[market]!;
    const unit = ledger.units()[market]!;
    const ringBuys = (takerSide === "BUY") !== isTakerOther;
    const won = (ringBuys ? 1 : -1) * quantity * (truth - price) * unit;
    if (won <= 0) return;
    const index = this.indexOf(market);
    if (Math.abs(truth - index) * MILLION > index * BEHIND_PPM) return;
    if (!isTakerOther || this.isOwn(takerAccount)) this.consented += won;
    else if (this.mayFire(takerAccount, market, truth)) {
      const tick = quantity * unit;
      this.consented += Math.min(won, (quantity * index * unit * STOP_SLIPPAGE_PPM) / MILLION + tick);
    }
  }

  /** The engine's index. */
  private indexOf(market: number): number {
    return expectedOf(this.engine, market) ?? this.engine.market(market).index;
  }

  /** Whether the present order is their own, rather than one that a stop of theirs has made. */
  private isOwn(account: number): boolean {
    return this.command !== null && "account" in this.command && this.command.account === account;
  }

  private mayFire(account: number, market: number, truth: number): boolean {
    return this.stops.some(
      (stop) =>
        stop.account === account &&
        stop.market === market &&
        (stop.below ? truth <= stop.trigger : truth >= stop.trigger),
    );
  }

  funding(event: Event<"funding">): void {
    if (event.type === "paid" && this.has(event.account))
      this.consented += event.fee * this.ledger.othersPart(event.account);
  }

  vault(event: Event<"vault">): void {
    if (event.type === "period_started") this.startedPeriod = true;
  }

  liquidation(event: Event<"liquidation">): void {
    if (event.type === "triggered" && this.has(event.account)) return this.judgeTrigger(event);
    if (event.type !== "transferred" || event.kind === "adl") return;
    if (event.kind === "claim") return this.claimed(event);
    if (!this.has(event.account)) return;
    // The costs of a justified liquidation go to the account that takes over; from the fund, to the next claimer.
    if (event.taker !== INSURANCE) this.consented += this.due(event, feesOf(event), (each) => each.liquidatorFeeRate);
    else if (event.kind === "takeover") this.broughtToFund += Math.max(0, event.amount + this.atIndex(event));
    else {
      const fees = feesOf(event) + event.positions.reduce((sum, each) => sum + each.insuranceFee, 0);
      this.broughtToFund += this.due(event, fees, (each) => each.liquidatorFeeRate + each.insuranceFeeRate);
    }
  }

  /** A claim from the fund: the claimer earns what others have brought the fund. */
  private claimed(event: Transferred): void {
    if (this.has(event.taker)) return;
    const earned = this.due(event, feesOf(event), (each) => each.liquidatorFeeRate);
    const given = Math.min(earned, this.broughtToFund);
    this.broughtToFund -= given;
    this.consented += given;
  }

  /**
   * What a taker gets at the index, wherever the mark is: the fees, less what the mark gives away, and the positions.
   * It counts up to a part of the positions' value.
   */
  private due(event: Transferred, fees: number, rate: (position: TransferredPosition) => number): number {
    const units = this.ledger.units();
    const most = event.positions.reduce((sum, each) => {
      return sum + (Math.abs(each.quantity) * each.price * units[each.market]! * rate(each)) / E10;
    }, 0);
    return Math.max(0, Math.min(most, fees + this.atIndex(event)));
  }

  /** How much more the positions are worth at the index than at the mark. */
  private atIndex({ positions }: Transferred): number {
    return positions.reduce((sum, { market, quantity, price }) => {
      return sum + quantity * (this.indexOf(market) - price) * this.ledger.units()[market]!;
    }, 0);
  }

  /** Computes the account's collateral and requirement at the index from those at the mark. */
  private judgeTrigger({
    account,
    market,
    collateral,
    maintenance,
  }: Event<"liquidation"> & { type: "triggered" }): void {
    const { engine, ledger } = this;
    const units = ledger.units();
    let [available, required] = [collateral as number, maintenance as number];
    for (const row of engine.positions(account)) {
      if ((row.marginMode === "CROSS" ? -1 : row.market) !== market) continue;
      const { mark } = engine.market(row.market);
      const index = this.indexOf(row.market);
      available += row.quantity * (index - mark) * units[row.market]!;
      required += (Math.abs(row.quantity) * (index - mark) * units[row.market]! * row.mmr) / E10;
    }
    if (available > required + 10)
      this.recordHarm(
        `account ${account} is liquidated although its collateral at the index is ${available} and only ${Math.ceil(required)} is needed`,
      );
  }
}

function feesOf({ positions }: Transferred): number {
  return positions.reduce((sum, each) => sum + each.liquidatorFee, 0);
}
