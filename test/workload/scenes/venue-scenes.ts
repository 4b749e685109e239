// The clock and the operator: time moves on to where something is due; markets stop, resume and end.

import type { Draft } from "../drawn-command.ts";
import { USDC } from "../situation.ts";
import type { Scene, Scenes } from "./scene.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const SAMPLE_MS = 15_000;

const ticks = (...moments: readonly number[]): Draft[] => moments.map((at) => ({ type: "tick", at }));
const next = (now: number, each: number) => (Math.floor(now / each) + 1) * each;

const seconds: Scene = (situation) => {
  const count = situation.dice.pick([1, 1, 1, 1, 2, 9, 11, 31]);
  return ticks(...Array.from({ length: count }, (_, n) => situation.second(n + 1)));
};

const minute: Scene = ({ now }) => ticks(next(now, MINUTE_MS));

/** Moves to the next funding time, with a few premium samples on the way. */
const funding: Scene = ({ dice, everyMarket, now }) => {
  const due = Math.min(...everyMarket.map(({ nextFundingTime }) => nextFundingTime));
  const samples = dice.below(4);
  const moments = [...Array.from({ length: samples }, (_, n) => due - (samples - n) * SAMPLE_MS), due];
  return ticks(...moments.filter((moment) => moment > now));
};

/** Moves by whole hours, past every funding time and every start of a vault's period. */
const hours: Scene = ({ dice, now }) => {
  const first = next(now, HOUR_MS);
  return ticks(...Array.from({ length: dice.pick([3, 3, 6, 24, 51]) }, (_, n) => first + n * HOUR_MS));
};

/** Moves to midnight, or to the first of a month, with a tick every eight hours. */
const days: Scene = ({ dice, now }) => {
  const day = new Date(now);
  const month = Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1, 1);
  const end = dice.chance(80) ? month : next(now, DAY_MS);
  const moments: number[] = [];
  for (let moment = next(now, 8 * HOUR_MS); moment < end; moment += 8 * HOUR_MS) moments.push(moment);
  return ticks(...moments, end);
};

/** The venue is restarted, as if it had been stopped for a while. */
const restart: Scene = (situation) => {
  const resumesAt = situation.second(situation.dice.pick([1, 1, 5, 700]));
  return [{ type: "start_session", at: resumesAt, resumesAt }];
};

/** Resumes everything that is stopped. */
export const reopen: Scene = (situation) => {
  const { halted, clockHalt, maintenance } = situation.engine.venue();
  if (halted) return [{ type: "halt_venue", halted: false, reason: "" }];
  if (maintenance.phase === "running") return [{ type: "schedule_maintenance", startAt: 0, endAt: 0, message: "" }];
  if (clockHalt) return [{ type: "halt_for_clock", halted: false }];
  const still = situation.everyMarket.filter(({ state }) => !["ACTIVE", "DELISTED", "DELISTING"].includes(state));
  const stopped = situation.among(still);
  if (stopped === undefined) return [];
  const { market, state } = stopped;
  const onwards = state === "NEW" ? "PENDING" : state === "PENDING" ? "POST_ONLY" : "ACTIVE";
  return [{ type: "set_market_state", market, state: onwards, reason: "" }];
};

const stop: Scene = (situation) => [
  { type: "set_market_state", market: situation.someMarket(), state: "HALTED", reason: "" },
];

/** Delists a market soon. */
const delist: Scene = (situation) => {
  const { dice, now } = situation;
  const market = situation.someMarket();
  return [
    { type: "set_market_state", market, state: "REDUCE_ONLY", reason: "" },
    { type: "schedule_delisting", market, delistAt: now + dice.pick([7_000, 20_000, 47_000, 130_000]) },
  ];
};

/**
 * A maintenance window that begins with the next tick, and now and then the minute after it. One account has its orders
 * cancelled at the start.
 */
const rest: Scene = (situation) => {
  const { dice } = situation;
  const startAt = situation.second();
  const endAt = startAt + dice.pick([1_000, 3_000, 20_000, 100_000]);
  const owner = situation.among(situation.open)?.account ?? 0;
  const cancels: Draft[] = dice.chance(500) ? [{ type: "set_maintenance_cancel", account: owner, cancels: true }] : [];
  return [
    ...cancels,
    { type: "schedule_maintenance", startAt, endAt, message: "" },
    ...ticks(startAt, ...(dice.chance(500) ? [endAt, endAt + MINUTE_MS] : [])),
  ];
};

/** The operator tops up the fund to a given margin ratio, in percent, if it is poorer. */
const fill: Scene = (situation) => {
  const { collateral, notional } = situation.engine.liquidations.insuranceFund();
  const percent = situation.dice.chance(600) ? situation.dice.between(10, 25) : situation.dice.pick([5, 9, 30]);
  const amount = Math.floor((notional * percent) / 100) - collateral;
  return amount <= 0 ? [] : [{ type: "top_up_insurance", amount, reference: situation.reference("operator") }];
};

/**
 * One of an account's markets stops, and another takes its remaining collateral to this percentage of its maintenance
 * margin.
 */
const strand: Scene = (situation) => {
  const held = (account: number) => situation.everyMarket.filter(({ market }) => situation.held(account, market) !== 0);
  const account = situation.among(situation.everyone.filter((each) => held(each).length > 1));
  if (account === undefined) return [];
  const [first, last] = [held(account)[0]!.market, held(account).at(-1)!.market];
  const price = situation.squeezing(
    account,
    last,
    situation.dice.pick([situation.dice.between(-40, 40), situation.dice.between(-40, 95)]),
  );
  if (price === undefined) return [];
  return [
    { type: "set_market_state", market: first, state: "HALTED", reason: "" },
    ...situation.pin({ market: last, price }),
  ];
};

/** The position limit of a market is small for a moment, in which a rich account claims. */
const overreach: Scene = (situation) => {
  const { dice } = situation;
  const offer = situation.among(situation.engine.liquidations.offers());
  const [position] = offer?.positions ?? [];
  if (offer === undefined || position === undefined) return [];
  const { market } = position;
  const limit = (maxNotional: number): Draft => ({ type: "set_market_rules", market, maxNotional });
  const account = dice.pick([situation.richest(), situation.accounts - 1]);
  const { liquidationId, kind } = offer;
  const quantity = Math.abs(position.quantity) * situation.market(market).parameters.baseTick;
  const claim: Draft =
    kind === "claim"
      ? { type: "claim_insurance_fund", account, claimId: liquidationId, market, quantity, limitPrice: 0 }
      : { type: "claim_liquidation", account, liquidationId, ratio: 1e8, extraRatio: 0, limits: [], ratios: [] };
  return [limit(USDC), claim, limit(situation.market(market).parameters.maxNotional)];
};

export const VENUE = {
  seconds,
  minute,
  funding,
  hours,
  days,
  restart,
  reopen,
  stop,
  delist,
  rest,
  fill,
  strand,
  overreach,
} satisfies Scenes;
