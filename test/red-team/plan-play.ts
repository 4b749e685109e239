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
  const session = openWorld(engine, plan.setting);
  const opening = session.steps.length;
  let fault = "";
  try {
    for (const move of plan.moves) {
      makeMove(session, move);
      session.ledger.watch();
    }
    aftermath(session);
  } catch (error) {
    fault = error instanceof Error ? error.message : String(error);
  }
  const worths = session.players.map((account) => session.ledger.worth(account));
  return { score: session.ledger.finish(), steps: session.steps, opening, worths, fault };
}

/** Everything withdrawable is withdrawn, paused markets resume, and everything that is due happens. */
function aftermath(session: RingSession): void {
  money.leave(session);
  resume(session);
  for (let left = 14; left > 0; left--) session.tick(session.now + 3 * SECOND_MS);
  for (let left = AFTERMATH_MINUTES; left > 0; left--) session.nextMinute();
}

function resume(session: RingSession): void {
  if (session.engine.venue().clockHalt) session.send({ type: "halt_for_clock", halted: false });
  for (let market = 0; market < session.engine.marketCount; market++) {
    delete session.silence[market];
    const { state, stateReason, delistAt } = session.engine.market(market);
    const goesOnAs = delistAt === 0 ? "ACTIVE" : "DELISTING";
    if (state === "HALTED" && stateReason === "OPERATOR")
      session.send({ type: "set_market_state", market, state: goesOnAs, reason: "" });
  }
}

function makeMove(session: RingSession, move: Move): void {
  const { players } = session;
  switch (move.do) {
    case "order":
      return trading.order(session, move);
    case "meet":
      return trading.meet(session, move);
    case "amend":
      return trading.amend(session, move.by, move.which, move.off, move.size);
    case "cancel":
      session.send({ type: "cancel_all_orders", account: players[move.by]!, market: move.market });
      return;
    case "algo":
      return trading.algo(session, move);
    case "paint":
      return trading.paint(session, move);
    case "premium":
      return trading.premium(session, move);
    case "leverage": {
      const { market, leverage, mode: marginMode } = move;
      session.send({ type: "set_leverage", account: players[move.by]!, market, leverage, marginMode });
      return;
    }
    case "settle":
      return money.settle(session, move.by);
    case "withdraw":
      return money.withdraw(session, move.by, move.share);
    case "transfer":
      return money.transfer(session, move.by, move.to, move.share);
    case "deposit":
      return pay(session, players[move.by]!, move.usdc * USDC);
    case "margin":
      return money.moveMargin(session, move);
    case "claim":
      return money.claim(session, move.by, move.which, move.share, move.extra);
    case "claim fund":
      return money.claimFund(session, move.by, move.which, move.share);
    case "vault":
      return money.vault(session, move);
    case "honest":
      if (session.setting.honest) honest.act(session, move);
      return;
    case "vault state":
      session.send({ type: "set_vault_state", vaultId: VAULT, state: move.state });
      return;
    case "fees": {
      const { taker, maker, tag } = move;
      session.send({ type: "set_broker_fees", broker: 0, takerFee: taker, makerFee: maker });
      const unchanged = { name: null, description: null, replacesOverrides: false, overrides: [] };
      session.send({ type: "edit_fee_tag", broker: 0, enumId: "T", rate: tag, ...unchanged });
      return;
    }
    default:
      return happen(session, move);
  }
}
