// Plays a plan: opens its world, makes its moves, and lets time pass until everything that the moves started is over.
// The same plan on the same engine always ends the same.

import type { Engine } from "@evermark/engine";
import { happen } from "./happenings.ts";
import * as honest from "./honest.ts";
import type { Move } from "./moves.ts";
import { openWorld, pay, VAULT } from "./opened-world.ts";
import * as money from "./ring-money.ts";
import * as trading from "./ring-orders.ts";
import type { RingSession, RingStep } from "./ring-session.ts";
import type { Score } from "./score.ts";
import type { Setting } from "./world-settings.ts";

export interface Plan {
  readonly setting: Setting;
  readonly moves: readonly Move[];
}

export interface Played {
  readonly score: Score;
  readonly steps: readonly RingStep[];
  /** How many of the steps open the world. */
  readonly opening: number;
  /** What each player's deposits less withdrawals have become, in micros. */
  readonly worths: readonly number[];
  /** The message of the fault that the engine ended with; otherwise "". */
  readonly fault: string;
}

const USDC = 1_000_000;
const SECOND_MS = 1_000;
/** Longer than a basis lasts, sources need to agree, and a claim waits. */
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

/** Everything withdrawable is withdrawn, paused markets resume, and everything that is due happens. */
function aftermath(desk: RingSession): void {
  money.leave(desk);
  resume(desk);
  for (let left = 14; left > 0; left--) desk.tick(desk.now + 3 * SECOND_MS);
  for (let left = AFTERMATH_MINUTES; left > 0; left--) desk.nextMinute();
}

function resume(desk: RingSession): void {
  if (desk.engine.venue().clockHalt) desk.send({ type: "halt_for_clock", halted: false });
  for (let market = 0; market < desk.engine.marketCount; market++) {
    delete desk.silence[market];
    const { state, stateReason, delistAt } = desk.engine.market(market);
    const goesOnAs = delistAt === 0 ? "ACTIVE" : "DELISTING";
    if (state === "HALTED" && stateReason === "OPERATOR")
      desk.send({ type: "set_market_state", market, state: goesOnAs, reason: "" });
  }
}

function make(desk: RingSession, move: Move): void {
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
      return money.vault(desk, move);
    case "honest":
      if (desk.setting.honest) honest.act(desk, move);
      return;
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
