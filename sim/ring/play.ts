// Plays a plan: opens its world, makes its moves, and lets time pass until what the moves have started is over. The same
// plan on the same engine always ends the same.

import type { Engine } from "@evermark/engine";
import type { Desk, RingStep } from "./desk.ts";
import * as money from "./money.ts";
import type { Move, Place } from "./moves.ts";
import { openWorld, pay, VAULT } from "./opening.ts";
import type { Score } from "./score.ts";
import type { IndexKind, Setting } from "./settings.ts";
import * as trading from "./trading.ts";

export interface Plan {
  readonly setting: Setting;
  readonly moves: readonly Move[];
}

export interface Played {
  readonly score: Score;
  readonly steps: readonly RingStep[];
  /** So many of them open the world. */
  readonly opening: number;
  /** What each player put in, took out and has left is worth, micros. */
  readonly worths: readonly number[];
  /** Text of the fault that the engine ended with, else "". */
  readonly fault: string;
}

const PPM = 1_000_000;
const USDC = 1_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Longer than a basis lasts, an agreement of sources takes, and a claim waits. */
const AFTERMATH_MINUTES = 17;

export type NewEngine = () => Engine;

export function play(plan: Plan, newEngine: NewEngine): Played {
  const engine = newEngine();
  const desk = openWorld(engine, plan.setting);
  const opening = desk.steps.length;
  let fault = "";
  try {
    for (const move of plan.moves) {
      make(desk, move);
      desk.ledger.watch();
    }
    aftermath(desk);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  const worths = desk.players.map((account) => desk.ledger.worth(account));
  return { score: desk.ledger.finish(), steps: desk.steps, opening, worths, fault };
}

/** What can leave leaves, paused markets go on, and everything that is due happens. */
function aftermath(desk: Desk): void {
  money.leave(desk);
  resume(desk);
  for (let left = 14; left > 0; left--) desk.tick(desk.now + 3 * SECOND_MS);
  for (let left = AFTERMATH_MINUTES; left > 0; left--) desk.leap((Math.floor(desk.now / MINUTE_MS) + 1) * MINUTE_MS);
}

function resume(desk: Desk): void {
  for (let market = 0; market < desk.engine.marketCount; market++) {
    desk.silentUntil[market] = 0;
    const { state, stateReason } = desk.engine.market(market);
    if (state === "HALTED" && stateReason === "OPERATOR")
      desk.send({ type: "set_market_state", market, state: "ACTIVE", reason: "" });
  }
}

function make(desk: Desk, move: Move): void {
  const { players } = desk;
  switch (move.do) {
    case "order":
      return trading.order(desk, move);
    case "meet":
      return trading.meet(desk, move);
    case "amend":
      return trading.amend(desk, move.by, move.which, move.off, move.size);
    case "cancel":
      desk.send({ type: "cancel_all_orders", account: players[move.by]!, market: move.market });
      return;
    case "algo":
      return trading.algo(desk, move);
    case "paint":
      return trading.paint(desk, move);
    case "premium":
      return trading.premium(desk, move);
    case "leverage": {
      const { market, leverage, mode: marginMode } = move;
      desk.send({ type: "set_leverage", account: players[move.by]!, market, leverage, marginMode });
      return;
    }
    case "settle":
      return money.settle(desk, move.by);
    case "withdraw":
      return money.withdraw(desk, move.by, move.share);
    case "transfer":
      return money.transfer(desk, move.by, move.to, move.share);
    case "deposit":
      return pay(desk, players[move.by]!, move.usdc * USDC);
    case "margin":
      return money.moveMargin(desk, move);
    case "claim":
      return money.claim(desk, move.by, move.which, move.share, move.extra);
    case "claim fund":
      return money.claimFund(desk, move.by, move.which, move.share);
    case "vault":
      return money.vault(desk, move.by, move.operation, move.share);
    case "vault state":
      desk.send({ type: "set_vault_state", vaultId: VAULT, state: move.state });
      return;
    case "fees": {
      const { taker, maker, tag } = move;
      desk.send({ type: "set_broker_fees", broker: 0, takerFee: taker, makerFee: maker });
      const same = { name: null, description: null, replacesOverrides: false, overrides: [] };
      desk.send({ type: "edit_fee_tag", broker: 0, enumId: "T", rate: tag, ...same });
      return;
    }
    default:
      return happen(desk, move);
  }
}

type WorldMove = Extract<
  Move,
  { do: "wait" | "until" | "drift" | "jump" | "silence" | "state" | "delist" | "maintenance" }
>;

function happen(desk: Desk, move: WorldMove): void {
  switch (move.do) {
    case "wait":
      for (let left = move.seconds; left > 0; left--) desk.tick();
      return;
    case "until":
      return until(desk, move.place);
    case "drift":
      return drift(desk, move.market, move.ppm, move.steps);
    case "jump":
      if (desk.setting.index === "reported" && follows(desk, move.market)) whisper(desk, move.market, move.percent);
      return desk.tick();
    case "silence":
      return fallSilent(desk, move.market, move.percent);
    case "state":
      // An operator who lets a market go on while nobody speaks vouches for its price; that it is wrong is not the ring's doing.
      if (desk.now < (desk.silentUntil[move.market] ?? 0)) return;
      desk.send({ type: "set_market_state", market: move.market, state: move.state, reason: "" });
      return;
    case "delist": {
      // The closing price is the mean index of half an hour: where that moves, what it costs whom is luck.
      if (desk.setting.index !== "standing") return;
      const delistAt = (Math.floor(desk.now / MINUTE_MS) + move.minutes) * MINUTE_MS;
      desk.send({ type: "set_market_state", market: move.market, state: "REDUCE_ONLY", reason: "" });
      desk.send({ type: "schedule_delisting", market: move.market, delistAt });
      return;
    }
    case "maintenance": {
      const startAt = desk.now + SECOND_MS;
      const endAt = startAt + move.minutes * MINUTE_MS;
      desk.send({ type: "schedule_maintenance", startAt, endAt, message: "" });
      return desk.tick();
    }
  }
}

/** Millionths that an index moves in a step at most: of ten seconds in a slow world, of one in others. */
const PACE: Readonly<Record<IndexKind, number>> = { standing: 0, slow: 500, fast: 2_000, reported: 0 };
const SLOW_STEP_MS = 10_000;

function drift(desk: Desk, market: number, wished: number, steps: number): void {
  const pace = PACE[desk.setting.index];
  const ppm = Math.min(pace, Math.max(-pace, wished));
  if (ppm === 0) return desk.tick();
  for (let left = steps; left > 0 && follows(desk, market); left--) {
    desk.pin(market, Math.max(1, Math.round((desk.ledger.said[market]! * (PPM + ppm)) / PPM)));
    desk.tick(desk.now + (desk.setting.index === "slow" ? SLOW_STEP_MS : SECOND_MS));
  }
}

/**
 * A market that halts over its index, or waits for its operator, is left where it is: its next level is known already, and
 * nobody is liquidated meanwhile. The same holds for maintenance.
 */
function follows(desk: Desk, market: number): boolean {
  const { phase } = desk.engine.venue().maintenance;
  return desk.engine.market(market).state !== "HALTED" && phase !== "running" && phase !== "grace";
}

/** Nobody speaks until the market has halted; the price goes its way meanwhile. */
function fallSilent(desk: Desk, market: number, percent: number): void {
  if (!follows(desk, market) || desk.setting.index !== "reported") return;
  desk.silentUntil[market] = Number.POSITIVE_INFINITY;
  for (let left = 25; left > 0 && follows(desk, market); left--) desk.tick();
  desk.silentUntil[market] = desk.now + 10_000;
  if (!follows(desk, market)) whisper(desk, market, percent);
}

/** From now on this is the true price. */
function whisper(desk: Desk, market: number, percent: number): void {
  desk.whisper(market, Math.max(1, Math.floor((desk.ledger.said[market]! * (100 + percent)) / 100)));
}

function until(desk: Desk, place: Place): void {
  const { now, engine } = desk;
  const next = (length: number) => (Math.floor(now / length) + 1) * length;
  switch (place) {
    case "sample":
      return desk.leap(next(15 * SECOND_MS));
    case "minute":
      return desk.leap(next(MINUTE_MS));
    case "hour":
      return desk.leap(next(60 * MINUTE_MS));
    case "funding":
      return desk.leap(Math.max(now + SECOND_MS, engine.market(0).nextFundingTime));
    case "period":
      return desk.leap(Math.max(now + SECOND_MS, engine.vaults.vault(VAULT)?.nextPeriodAt ?? 0));
  }
}
