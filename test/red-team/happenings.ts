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

export function happen(desk: RingSession, move: WorldMove): void {
  switch (move.do) {
    case "wait":
      for (let left = move.seconds; left > 0; left--) desk.tick();
      return;
    case "until":
      return until(desk, move.place);
    case "drift":
      return drift(desk, move.market, move.ppm, move.steps);
    case "step":
      return step(desk, move.market, Math.max(-STEP_MAX_PERCENT, Math.min(STEP_MAX_PERCENT, move.percent)));
    case "jump":
      return desk.setting.feed === "sources" ? step(desk, move.market, move.percent) : desk.tick();
    case "silence":
      if (desk.setting.feed === "sources")
        desk.silence[move.market] = {
          until: desk.now + move.seconds * SECOND_MS,
          // Sources that are silent already stay silent.
          sources: Math.max(desk.silent(move.market), Math.min(SOURCES, move.sources)),
        };
      return;
    case "session":
      return startSession(desk, move.seconds, move.heard, move.market, move.ppm);
    case "clock":
      desk.send({ type: "halt_for_clock", halted: move.halted });
      return;
    case "state":
      desk.send({ type: "set_market_state", market: move.market, state: move.state, reason: "" });
      return;
    case "delist": {
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

/**
 * Moves the index in one tick. Skipped while sources have fallen silent unnoticed, because an honest source would have
 * reported the step.
 */
function step(desk: RingSession, market: number, percent: number): void {
  if (desk.silent(market) > 0 && !desk.ledger.isQuiet(market)) return desk.tick();
  desk.say(market, Math.max(1, Math.floor((desk.ledger.said[market]! * (100 + percent)) / 100)));
  desk.tick();
}

function drift(desk: RingSession, market: number, wished: number, steps: number): void {
  const { speed } = desk.setting;
  const seconds = speed < QUICK_PPM ? SLOW_STEP_S : 1;
  const most = Math.min(speed * seconds, 2_000);
  const ppm = Math.min(most, Math.max(-most, wished));
  if (ppm === 0) return desk.tick();
  if (rests(desk, market)) {
    walk(desk, market, ppm * steps);
    return desk.leap(desk.now + seconds * steps * SECOND_MS);
  }
  for (let left = steps; left > 0; left--) {
    walk(desk, market, ppm);
    desk.tick(desk.now + seconds * SECOND_MS);
  }
}

/**
 * Where nothing but a delisting's samples happens between two ticks, a walk is one step. It does not run beyond the
 * pause's end.
 */
function rests(desk: RingSession, market: number): boolean {
  const { maintenance, clockHalt } = desk.engine.venue();
  return clockHalt || maintenance.phase === "running" || desk.engine.market(market).state === "HALTED";
}

function walk(desk: RingSession, market: number, ppm: number): void {
  desk.say(market, Math.max(1, Math.round((desk.ledger.said[market]! * (PPM + ppm)) / PPM)));
}

/** The venue was down for `seconds` while prices continued, and sources report `heard` seconds after its start. */
function startSession(desk: RingSession, seconds: number, heard: number, market: number, wished: number): void {
  const { speed } = desk.setting;
  const ppm = Math.min(speed, Math.max(-speed, wished));
  desk.now += seconds * SECOND_MS;
  if (desk.setting.feed === "sources") {
    walk(desk, market, ppm * seconds);
    for (const each of desk.setting.markets.keys())
      desk.silence[each] = { until: desk.now + heard * SECOND_MS, sources: SOURCES };
  }
  desk.send({ type: "start_session", resumesAt: desk.now });
}

function until(desk: RingSession, place: Place): void {
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
    case "eve":
      return desk.leap(Math.max(now + SECOND_MS, (engine.vaults.vault(VAULT)?.nextPeriodAt ?? 0) - EVE_MS));
    case "period":
      return desk.leap(Math.max(now + SECOND_MS, engine.vaults.vault(VAULT)?.nextPeriodAt ?? 0));
    case "delisting":
      return desk.leap(
        Math.max(now + SECOND_MS, ...desk.setting.markets.map((_, market) => engine.market(market).delistAt)),
      );
  }
}
