// The operator: halts and reopens markets, changes their rules, announces maintenance, takes withdrawals onward, tops up
// the insurance fund, tells everyone something, and now and then ends a market.

import { CHANGEABLE, MARKET_STATES, type MarketParameter } from "@evermark/engine";
import { isNumber, valuesToTry } from "@evermark/engine/testing/parameter-values.ts";
import type { Character, Draft, Floor } from "../floor.ts";
import { USDC } from "../floor.ts";

export const operator: Character = (floor) => {
  const { dice } = floor;
  const market = floor.someMarket();
  switch (
    dice.weighted({
      reopen: 6,
      state: 2,
      rules: 2,
      halt: 1,
      clock: 1,
      maintenance: 1,
      delist: 1,
      withdrawals: 8,
      topUp: 2,
      park: 1,
      announce: 1,
      withdrawAnnouncement: 1,
    })
  ) {
    case "reopen":
      return reopen(floor);
    case "state":
      return { type: "set_market_state", market, state: dice.pick(MARKET_STATES), reason: "trying" };
    case "rules":
      return changeRules(floor, market);
    case "halt":
      return { type: "halt_venue", halted: !floor.engine.venue().halted, reason: "a drill" };
    case "clock":
      return { type: "halt_for_clock", halted: !floor.engine.venue().clockHalt };
    case "maintenance": {
      const startAt = dice.chance(300) ? 0 : floor.now + dice.pick([1_000, 60_000, 300_000]);
      return {
        type: "schedule_maintenance",
        startAt,
        endAt: startAt + dice.pick([30_000, 120_000]),
        message: "soon",
      } as never;
    }
    case "delist":
      return [
        { type: "set_market_state", market, state: "REDUCE_ONLY", reason: "the end is near" },
        { type: "schedule_delisting", market, delistAt: floor.now + dice.pick([60_000, 300_000]) } as never,
      ];
    case "withdrawals":
      return advance(floor);
    case "topUp":
      return {
        type: "top_up_insurance",
        amount: dice.pick([1, 10_000, 1_000_000]) * USDC,
        reference: floor.reference("top-up"),
      } as never;
    case "park": {
      const reference = floor.reference("parked");
      return {
        type: "park_deposit",
        amount: 5 * USDC,
        reference,
        accountId: `0x${"0".repeat(64)}`,
        reason: "no such account",
      } as never;
    }
    case "announce": {
      const message = dice.pick(["", "an upgrade on Friday", "a new market"]);
      return { type: "announce", message, url: dice.pick(["", "https://a.example/1"]), kind: dice.pick(["", "news"]) };
    }
    case "withdrawAnnouncement":
      return { type: "withdraw_announcement", announcementId: 1 + dice.below(4) };
  }
};

/** Whatever stands still goes on. */
export function reopen(floor: Floor): Draft | undefined {
  if (floor.engine.venue().halted) return { type: "halt_venue", halted: false, reason: "" };
  if (floor.engine.venue().clockHalt) return { type: "halt_for_clock", halted: false };
  const numbers = Array.from({ length: floor.markets }, (_, number) => number);
  const still = numbers.filter((number) => !["ACTIVE", "DELISTED", "DELISTING"].includes(floor.market(number).state));
  if (still.length > 0) {
    const market = floor.dice.pick(still);
    const { state } = floor.market(market);
    const next = state === "NEW" ? "PENDING" : state === "PENDING" ? "POST_ONLY" : "ACTIVE";
    return { type: "set_market_state", market, state: next, reason: "" };
  }
  return undefined;
}

/** Those of its sources aside: the model keeps those that a market was listed with. */
const CHANGED = CHANGEABLE.filter((each) => isNumber(each) && each.field !== "minSources");

function changeRules(floor: Floor, market: number): Draft {
  const { dice } = floor;
  const { listedWith } = floor.market(market);
  const draw = (parameter: MarketParameter) =>
    dice.chance(350) ? dice.pick(valuesToTry(parameter, listedWith)) : null;
  const changes = Object.fromEntries(CHANGED.map((each) => [each.field, draw(each)]));
  return { type: "set_market_rules", market, ...changes } as never;
}

function advance(floor: Floor): Draft | undefined {
  const { dice } = floor;
  const open = floor.engine.funds.openWithdrawals();
  if (open.length === 0) return undefined;
  const { withdrawalId, state } = dice.pick(open);
  const onward = {
    PENDING: ["PROCESSING", "PROCESSING", "PENDING_REBALANCE", "FAILED", "COMPLETED"],
    PENDING_REBALANCE: ["PENDING", "PENDING", "FAILED"],
    PROCESSING: ["COMPLETED", "COMPLETED", "FAILED", "PENDING"],
    COMPLETED: ["PENDING"],
    FAILED: ["COMPLETED"],
  } as const;
  return {
    type: "advance_withdrawal",
    withdrawalId,
    to: dice.pick<"PENDING" | "PROCESSING" | "PENDING_REBALANCE" | "COMPLETED" | "FAILED">(onward[state]),
    transaction: dice.chance(500) ? "" : "0x01",
  };
}
