// The events around the ring, which knows them beforehand: time passes, prices walk and jump, sources fall silent, the
// venue has maintenance or restarts, its operator halts and resumes. Prices continue whatever is paused.

import type { Place, WorldMove } from "./moves.ts";
import { VAULT } from "./opened-world.ts";
import { type RingSession, SOURCES } from "./ring-session.ts";

const PPM = 1_000_000;
const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Below this speed a step lasts ten seconds, because a plan would otherwise be slow to play. */
const QUICK_PPM = 500;
const SLOW_STEP_S = 10;
/** The largest step of an index, just below the 20 % that stop a market. */
const STEP_MAX_PERCENT = 19;
const EVE_MS = 12_000;

export function happen(session: RingSession, move: WorldMove): void {
  switch (move.do) {
    case "wait":
      for (let left = move.seconds; left > 0; left--) session.tick();
      return;
    case "until":
      return until(session, move.place);
    case "drift":
      return drift(session, move.market, move.ppm, move.steps);
    case "step":
      return step(session, move.market, Math.max(-STEP_MAX_PERCENT, Math.min(STEP_MAX_PERCENT, move.percent)));
    case "jump":
      return session.setting.feed === "sources" ? step(session, move.market, move.percent) : session.tick();
    case "silence":
      if (session.setting.feed === "sources")
        session.silence[move.market] = {
          until: session.now + move.seconds * SECOND_MS,
          // Sources that are silent already stay silent.
          sources: Math.max(session.silent(move.market), Math.min(SOURCES, move.sources)),
        };
      return;
    case "session":
      return startSession(session, move.seconds, move.heard, move.market, move.ppm);
    case "clock":
      session.send({ type: "halt_for_clock", halted: move.halted });
      return;
    case "state":
      session.send({ type: "set_market_state", market: move.market, state: move.state, reason: "" });
      return;
    case "delist": {
      const delistAt = (Math.floor(session.now / MINUTE_MS) + move.minutes) * MINUTE_MS;
      session.send({ type: "set_market_state", market: move.market, state: "REDUCE_ONLY", reason: "" });
      session.send({ type: "schedule_delisting", market: move.market, delistAt });
      return;
    }
    case "maintenance": {
      const startAt = session.now + SECOND_MS;
      const endAt = startAt + move.minutes * MINUTE_MS;
      session.send({ type: "schedule_maintenance", startAt, endAt, message: "" });
      return session.tick();
    }
  }
}

/**
 * Moves the index in one tick. Skipped while sources have fallen silent unnoticed, because an honest source would have
 * reported the step.
 */
function step(session: RingSession, market: number, percent: number): void {
  if (session.silent(market) > 0 && !session.ledger.isQuiet(market)) return session.tick();
  session.setSourcePrice(
    market,
    Math.max(1, Math.floor((session.ledger.sourcePrices[market]! * (100 + percent)) / 100)),
  );
  session.tick();
}

function drift(session: RingSession, market: number, wished: number, steps: number): void {
  const { speed } = session.setting;
  const seconds = speed < QUICK_PPM ? SLOW_STEP_S : 1;
  const most = Math.min(speed * seconds, 2_000);
  const ppm = Math.min(most, Math.max(-most, wished));
  if (ppm === 0) return session.tick();
  if (rests(session, market)) {
    walk(session, market, ppm * steps);
    return session.leap(session.now + seconds * steps * SECOND_MS);
  }
  for (let left = steps; left > 0; left--) {
    walk(session, market, ppm);
    session.tick(session.now + seconds * SECOND_MS);
  }
}

/**
 * Where nothing but a delisting's samples happens between two ticks, a walk is one step. It does not run beyond the
 * pause's end.
 */
function rests(session: RingSession, market: number): boolean {
  const { maintenance, clockHalt } = session.engine.venue();
  return clockHalt || maintenance.phase === "running" || session.engine.market(market).state === "HALTED";
}

function walk(session: RingSession, market: number, ppm: number): void {
  session.setSourcePrice(market, Math.max(1, Math.round((session.ledger.sourcePrices[market]! * (PPM + ppm)) / PPM)));
}

/** The venue was down for `seconds` while prices continued, and sources report `heard` seconds after its start. */
function startSession(session: RingSession, seconds: number, heard: number, market: number, wished: number): void {
  const { speed } = session.setting;
  const ppm = Math.min(speed, Math.max(-speed, wished));
  session.now += seconds * SECOND_MS;
  if (session.setting.feed === "sources") {
    walk(session, market, ppm * seconds);
    for (const each of session.setting.markets.keys())
      session.silence[each] = { until: session.now + heard * SECOND_MS, sources: SOURCES };
  }
  session.send({ type: "start_session", resumesAt: session.now });
}

function until(session: RingSession, place: Place): void {
  const { now, engine } = session;
  const next = (length: number) => (Math.floor(now / length) + 1) * length;
  switch (place) {
    case "sample":
      return session.leap(next(15 * SECOND_MS));
    case "minute":
      return session.leap(next(MINUTE_MS));
    case "hour":
      return session.leap(next(60 * MINUTE_MS));
    case "funding":
      return session.leap(Math.max(now + SECOND_MS, engine.market(0).nextFundingTime));
    case "eve":
      return session.leap(Math.max(now + SECOND_MS, (engine.vaults.vault(VAULT)?.nextPeriodAt ?? 0) - EVE_MS));
    case "period":
      return session.leap(Math.max(now + SECOND_MS, engine.vaults.vault(VAULT)?.nextPeriodAt ?? 0));
    case "delisting":
      return session.leap(
        Math.max(now + SECOND_MS, ...session.setting.markets.map((_, market) => engine.market(market).delistAt)),
      );
  }
}
