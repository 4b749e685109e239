// Markets and the venue as their operator runs them. Rules 1.2, 11.

import type { Millis, PriceE8 } from "../../base/units.ts";
import type { MarketState } from "../../base/vocabulary.ts";
import type { MarketParameters, ParameterChanges } from "../market-parameters.ts";

/** Lists a market, or is refused if its parameters break the listing rule (rules 1.2). Markets count from 0. */
export interface ListMarket {
  readonly type: "list_market";
  at: Millis;
  readonly parameters: MarketParameters;
  /** The index price until the first source reports. */
  readonly price: PriceE8;
}

/**
 * Takes a market to another state. HALTED over a halt of the engine's own keeps it from going on by itself; out of a halt
 * over an index that jumped, the next index is believed however far away it is. Rules 11.3, 11.4.
 */
export interface SetMarketState {
  readonly type: "set_market_state";
  at: Millis;
  readonly market: number;
  readonly state: MarketState;
  /** Shown with the state; "" for none. */
  readonly reason: string;
}

/** Changes what an operator may change of a listed market. Rules 6.5, 11.1. */
export interface SetMarketRules extends ParameterChanges {
  readonly type: "set_market_rules";
  at: Millis;
  readonly market: number;
}

/** Announces when a market, REDUCE_ONLY or halted until then, is delisted; again, to move that time. Rules 11.3. */
export interface ScheduleDelisting {
  readonly type: "schedule_delisting";
  at: Millis;
  readonly market: number;
  readonly delistAt: Millis;
}

/**
 * Announces a maintenance window, or gives the one that runs another end (`startAt` in the past); `startAt` 0 takes an
 * announced or running one back. Rules 11.5.
 */
export interface ScheduleMaintenance {
  readonly type: "schedule_maintenance";
  at: Millis;
  readonly startAt: Millis;
  readonly endAt: Millis;
  readonly message: string;
}

/** Halts every market that trades, or lets them go on. Rules 11.4. */
export interface HaltVenue {
  readonly type: "halt_venue";
  at: Millis;
  readonly halted: boolean;
  readonly reason: string;
}

/**
 * The venue's clock is in doubt, or no longer: nothing is placed, matched or liquidated and no money leaves, while orders
 * can be cancelled and stay where they are. Rules 11.4.
 */
export interface HaltForClock {
  readonly type: "halt_for_clock";
  at: Millis;
  readonly halted: boolean;
}

export type MarketsCommand =
  | ListMarket
  | SetMarketState
  | SetMarketRules
  | ScheduleDelisting
  | ScheduleMaintenance
  | HaltVenue
  | HaltForClock;
