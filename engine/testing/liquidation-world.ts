// A few markets at exact marks, and users in exactly the situation that a test wants: the setting for tests about liquidation.
// Prices are set by hand; positions are written into the state (hand-made.ts), and everything after that goes through
// commands.

import { assert } from "../base/fault.ts";
import { millis, priceE8 } from "../base/units.ts";
import type { Command } from "../language/commands/commands.ts";
import type { LedgerEntry, LiquidationEvent, PositionTransfer, VenueEvent } from "../language/events/events.ts";
import type { MarketParameters } from "../language/market-parameters.ts";
import type { Answer } from "../language/views/views.ts";
import type { Market } from "../memory/market/market.ts";
import { State } from "../memory/state.ts";
import { Engine } from "../run/engine.ts";
import { depositByHand, type HandMadePosition, openByHand } from "./hand-made.ts";
import { Recorder } from "./recorder.ts";
import { addBroker, listMarket, openAccount, START } from "./setup.ts";
import { ONE, USDC } from "./small-exchange.ts";
import { defaultMarket } from "./vectors.ts";

/** A rich account on the other side of every position. */
export const HOUSE = 5;

class OutcomeRecorder extends Recorder {
  readonly liquidations: LiquidationEvent[] = [];
  readonly transfers: PositionTransfer[] = [];
  readonly entries: LedgerEntry[] = [];
  readonly venueEvents: VenueEvent[] = [];

  override liquidation(event?: LiquidationEvent): void {
    if (event !== undefined) this.liquidations.push(event);
  }
  override transfer(transfer?: PositionTransfer): void {
    if (transfer !== undefined) this.transfers.push(transfer);
  }
  override ledger(entry?: LedgerEntry): void {
    if (entry !== undefined) this.entries.push(entry);
  }
  override venue(event?: VenueEvent): void {
    if (event !== undefined) this.venueEvents.push(event);
  }
}

export type Outcome = Answer & OutcomeRecorder;

export class LiquidationWorld {
  readonly state: State;
  engine: Engine;
  readonly #symbols: readonly string[];
  /** The offers and claims that are shown with positions in them. */
  readonly #shown = new Set<number>();

  /** @param prices of default markets, by base: `{ BTC: 61_000 }`, @param changes to the parameters of all of them */
  constructor(prices: Readonly<Record<string, number>>, changes: Partial<MarketParameters> = {}) {
    this.state = new State();
    this.engine = new Engine(this.state);
    this.#symbols = Object.keys(prices);
    for (const [base, price] of Object.entries(prices)) {
      const parameters = { ...defaultMarket(`PERP_${base}_USDC`), ...changes };
      this.apply(listMarket(parameters, Math.round(price * ONE)));
    }
    this.apply(addBroker("builder", 60, 30));
    const house = this.user(1_000_000_000);
    assert(house === HOUSE, "the house is the first user", { house });
    this.pin(prices);
  }

  market(base: string): Market {
    return this.state.markets[this.#symbols.indexOf(base)]!;
  }

  /** Opens an account that holds some USDC. */
  user(holding: number): number {
    const { created } = this.apply(openAccount(this.state.accounts.used, "builder"));
    depositByHand(this.state, created, Math.round(holding * USDC));
    return created;
  }

  /** Opens a position of `size` coins for `cost` USDC, against the house. */
  open(account: number, base: string, size: number, cost: number, more: Partial<HandMadePosition> = {}): void {
    const market = this.market(base);
    openByHand(this.state, {
      account,
      against: HOUSE,
      market: market.number,
      quantity: Math.round((size * ONE) / market.lotE8),
      cost: Math.round(cost * USDC),
      ...more,
    });
  }

  /** Sets the index; in a market without a book, the mark follows it. */
  pin(prices: Readonly<Record<string, number>>): Outcome {
    const pins = Object.entries(prices).map(([base, price]) => ({
      market: this.market(base).number,
      price: priceE8(Math.round(price * ONE)),
    }));
    return this.apply({ type: "set_index_prices", at: START, prices: pins });
  }

  /** Runs one tick a second for so many seconds. */
  wait(seconds: number): Outcome[] {
    return Array.from({ length: seconds }, () =>
      this.apply({ type: "tick", at: millis(Math.floor(this.state.now / 1_000) * 1_000 + 1_000) }),
    );
  }

  /** Applies a command, no earlier than the one before, and audits the result. */
  apply(command: Command): Outcome {
    const outcome = new OutcomeRecorder();
    const at = command.at > this.state.now ? command.at : this.state.now;
    const answer = this.engine.apply({ ...command, at }, outcome);
    this.engine.audit();
    for (const event of outcome.liquidations) this.#follow(event);
    return Object.assign(outcome, answer);
  }

  /** Asserts that the end of an offer is shown once, and only for an offer that was shown. */
  #follow(event: LiquidationEvent): void {
    if (event.type !== "offered") return;
    const { liquidationId, positions } = event;
    const isKnown = this.#shown.has(liquidationId);
    assert(isKnown || positions.length > 0, "what is gone was there", { liquidationId });
    if (positions.length > 0) this.#shown.add(liquidationId);
    else this.#shown.delete(liquidationId);
  }

  /** A row in USDC: coins, cost, isolated margin. */
  row(account: number, base: string, marginMode: "CROSS" | "ISOLATED" = "CROSS") {
    const market = this.market(base);
    const { quantity, cost, margin } = this.engine.position(account, market.number, marginMode);
    return { size: (quantity * market.lotE8) / ONE, cost: cost / USDC, margin: margin / USDC };
  }

  holding(account: number): number {
    return this.state.accounts.holding(account) / USDC;
  }
}
