// The stage on which a disaster is played: the engine behind the journal, judged by the model after every command, with
// methods for the events of a disaster. Prices and sizes are in USDC and whole units here; accounts are numbered in the
// order of their opening.

import type { CoreSettings } from "@evermark/core";
import type {
  Answer,
  Command,
  InsuranceFundView,
  MarginView,
  MarketParameters,
  MarketView,
  OrderType,
  PositionView,
} from "@evermark/engine";
import { addBroker, deposit, listMarket, openAccount, placeOrder, START } from "@evermark/engine/testing/setup.ts";
import { defaultMarket } from "@evermark/engine/testing/vectors.ts";
import { Counters } from "../../workload/counters.ts";
import type { Draft } from "../../workload/drawn-command.ts";
import type { MakeJudge } from "../command-judge.ts";
import { heldBackDebt } from "../held-back-debt.ts";
import { ModelJudge } from "../model-judge.ts";
import { checkReplay } from "../replay.ts";
import { SimulatedVenue } from "../simulated-venue.ts";
import type { Crash } from "../simulation-steps.ts";
import { claim } from "../violation.ts";

export const ONE = 100_000_000;
export const USDC = 1_000_000;

const SETTINGS: CoreSettings = { segmentBytes: 20_000, snapshotEveryCommands: 50, keepSnapshots: 2, prune: false };

interface StagedMarket {
  readonly symbol?: string;
  /** The first price, in USDC. */
  readonly price: number;
  readonly changes?: Partial<Record<keyof MarketParameters, unknown>>;
}

/** A source's report: a price in USDC, sensible or not, or none at all. */
export type SourceReport = number | "silent";

export class DisasterStage {
  private now: number = START;
  private deposits = 0;
  /** All deposits less what has left the venue, in micros. */
  private paidIn = 0;
  /** What each source of each market reports with every tick, until it is changed. */
  private readonly sources: SourceReport[][] = [];

  private constructor(
    readonly venue: SimulatedVenue,
    readonly counters: Counters,
  ) {}

  static async open(
    markets: readonly StagedMarket[],
    makeJudge: MakeJudge = (engine) => new ModelJudge(engine),
  ): Promise<DisasterStage> {
    const counters = new Counters();
    const stage = new DisasterStage(
      await SimulatedVenue.open({ seed: 1, settings: SETTINGS, counters, makeJudge }),
      counters,
    );
    for (const { symbol = "PERP_SOL_USDC", price, changes } of markets) {
      const parameters = { ...defaultMarket(symbol), ...changes } as MarketParameters;
      stage.accepted(listMarket(parameters, Math.round(price * ONE)));
      stage.sources.push(parameters.sources.map(() => price));
    }
    stage.accepted(addBroker("builder", 60, 30));
    stage.tick();
    return stage;
  }

  /** Opens an account with this much USDC. */
  trader(usdc: number): number {
    const account = this.venue.numbers.length;
    this.accepted(openAccount(account, "builder"));
    if (usdc > 0) this.deposit(account, usdc);
    return account;
  }

  deposit(account: number, usdc: number): void {
    this.deposits++;
    this.paidIn += Math.round(usdc * USDC);
    this.accepted(deposit(account, Math.round(usdc * USDC), `deposit:${this.deposits}`));
  }

  /** Sends a command, and waits until it is durable and applied. */
  send(draft: Draft | Command): Answer {
    this.venue.append({ ...draft, at: this.now } as Command);
    this.venue.settle();
    return { ...this.venue.lastAnswer! };
  }

  /** Sends a command that must not be refused. */
  accepted(draft: Draft | Command): Answer {
    const answer = this.send(draft);
    claim(
      answer.rejection === null,
      "the commands that stage a disaster are accepted",
      () => `${draft.type}: ${answer.rejection?.name}`,
    );
    return answer;
  }

  limit(account: number, side: "BUY" | "SELL", price: number, size: number, more: object = {}): Answer {
    return this.order(account, side, "LIMIT", {
      price: Math.round(price * ONE),
      quantity: Math.round(size * ONE),
      ...more,
    });
  }

  take(account: number, side: "BUY" | "SELL", size: number, more: object = {}): Answer {
    return this.order(account, side, "MARKET", { quantity: Math.round(size * ONE), ...more });
  }

  private order(account: number, side: "BUY" | "SELL", orderType: OrderType, fields: object): Answer {
    return this.send(placeOrder({ account, side, orderType, ...fields }));
  }

  /** A trade between an order of `maker` and one of `taker`, both of which must be accepted. */
  trade(
    taker: number,
    side: "BUY" | "SELL",
    maker: number,
    price: number,
    size: number,
    more: { market?: number } = {},
  ): void {
    for (const [account, way] of [
      [maker, side === "BUY" ? "SELL" : "BUY"],
      [taker, side],
    ] as const) {
      const { rejection } = this.limit(account, way, price, size, more);
      claim(
        rejection === null,
        "the orders that stage a disaster are accepted",
        () => `${way} ${size} at ${price}: ${rejection?.message}`,
      );
    }
  }

  /** The operator pays into the insurance fund. */
  topUp(usdc: number): void {
    this.deposits++;
    this.paidIn += Math.round(usdc * USDC);
    this.accepted({
      type: "top_up_insurance",
      amount: Math.round(usdc * USDC),
      reference: `top-up:${this.deposits}`,
    } as never);
  }

  /** Requests a withdrawal of `amount` micros to the account's own wallet. */
  withdraw(account: number, amount: number): Answer {
    const nonce = this.accepted({ type: "issue_nonce", account, kind: "withdraw" }).created;
    const receiver = this.venue.engine.account(this.venue.numbers[account]!).wallet;
    return this.send({
      type: "request_withdrawal",
      account,
      amount,
      fee: USDC,
      nonce,
      chainId: 196,
      receiver,
    } as never);
  }

  /** Counts `amount` micros that have left the venue. */
  paidOut(amount: number): void {
    this.paidIn -= amount;
  }

  /** The account's value at index prices, in USDC; negative when it owes. */
  worth(account: number): number {
    const { engine, numbers } = this.venue;
    const number = numbers[account]!;
    let { accountValue: worth, frozen } = engine.margin(number) as { accountValue: number; frozen: number };
    for (const { market, quantity, mark } of engine.positions(number)) {
      const { index, microsPerTickLot } = engine.market(market);
      worth += quantity * (index - mark) * microsPerTickLot;
    }
    return (worth + frozen) / USDC;
  }

  /** Moves `amount` micros to any account, signed by the wallet. */
  transfer(account: number, to: number, amount: number): Answer {
    const nonce = this.accepted({ type: "issue_nonce", account, kind: "transfer" }).created;
    return this.send({ type: "transfer_funds", account, receivers: [{ account: to, amount }], nonce } as never);
  }

  cancelAll(account: number, market = 0): void {
    this.accepted({ type: "cancel_all_orders", account, market });
  }

  leverage(account: number, leverage: number, market = 0, marginMode: "CROSS" | "ISOLATED" = "CROSS"): void {
    this.accepted({ type: "set_leverage", account, market, leverage, marginMode });
  }

  /** Sets what the sources of a market report from now on: all of them the same, or each its own price. */
  says(said: SourceReport | readonly SourceReport[], market = 0): void {
    const each = this.sources[market]!;
    for (const source of each.keys()) each[source] = Array.isArray(said) ? said[source]! : (said as SourceReport);
  }

  /** Lets seconds pass, with one tick each; sources report just before it. */
  tick(seconds = 1): void {
    for (let i = 0; i < seconds; i++) this.leap(1_000);
  }

  /** Lets time pass with a single tick at its end, at a whole second. */
  leap(ms: number): void {
    const next = Math.floor(this.now / 1_000) * 1_000 + ms;
    this.now = next - 500;
    const prices = this.sources.flatMap((each, market) =>
      each.flatMap((said, source) => (said === "silent" ? [] : [{ market, source, price: e8(said), volume: 0 }])),
    );
    if (prices.length > 0) this.accepted({ type: "oracle_prices", prices } as never);
    this.now = next;
    this.accepted({ type: "tick" });
  }

  async crash(how: Crash): Promise<void> {
    await this.venue.crash(how);
  }

  /** Starts a session, as a venue's new process does. */
  startSession(): void {
    this.accepted({ type: "start_session", resumesAt: this.now } as never);
  }

  market(number = 0): MarketView {
    return this.venue.engine.market(number);
  }

  /** The mark price, in USDC. */
  mark(number = 0): number {
    const { mark, parameters } = this.market(number);
    return (mark * parameters.quoteTick) / ONE;
  }

  index(number = 0): number {
    const { index, parameters } = this.market(number);
    return (index * parameters.quoteTick) / ONE;
  }

  margin(account: number): MarginView {
    return this.venue.judge.engine.margin(account);
  }

  position(account: number, market = 0, mode: "CROSS" | "ISOLATED" = "CROSS"): PositionView {
    return this.venue.engine.position(this.venue.numbers[account]!, market, mode);
  }

  isLiquidating(account: number): boolean {
    return this.venue.engine.liquidations.isLiquidating(this.venue.numbers[account]!, -1);
  }

  get fund(): InsuranceFundView {
    return this.venue.engine.liquidations.insuranceFund();
  }

  /**
   * Checks that the sum of all that accounts own, system accounts included, is what was paid in: no money comes from
   * nothing.
   */
  assertSolvent(): void {
    const { engine } = this.venue;
    let owned = 0;
    for (let account = 0; account < engine.accountCount; account++) {
      const { accountValue, frozen } = engine.margin(account);
      owned += accountValue + frozen;
    }
    claim(
      owned === this.paidIn,
      "the values of all accounts add up to the deposits",
      () => `${owned}, not ${this.paidIn}`,
    );
    const { solvencyHalt } = engine.venue();
    const fund = this.fund.collateral + heldBackDebt(engine);
    claim(solvencyHalt === fund < 0, "withdrawals are halted exactly while the fund is in debt", () => `${fund}`);
  }

  /** Ends the disaster: the venue is solvent, and replaying the journal gives the same state. */
  async end(): Promise<void> {
    this.assertSolvent();
    await this.venue.crash("power");
    checkReplay(this.venue.disk, this.venue.applied, this.venue.engine.stateHash());
  }
}

function e8(usdc: number): number {
  return Number.isFinite(usdc) ? Math.round(usdc * ONE) : usdc;
}
