// The builder: sets fees and tiers, makes, edits and archives fee tags, hands out referral codes; trades with its tags.

import type { Character, Draft, Floor } from "../floor.ts";
import { taker } from "./taker.ts";

const TAGS = ["GRID", "BOT_1"] as const;
const CODES = ["FRIEND", "CLUB77"] as const;

export const builder: Character = (floor, account) => {
  const { dice } = floor;
  const { brokerIds } = floor.engine;
  const own = brokerIds.indexOf(floor.engine.account(floor.number(account)).brokerId);
  const broker = dice.chance(700) ? own : dice.below(brokerIds.length);
  switch (
    dice.weighted({
      fees: 2,
      accounts: 2,
      reset: 1,
      tier: 1,
      create: 2,
      edit: 2,
      archive: 1,
      unarchive: 1,
      affiliate: 1,
      basis: 1,
      code: 3,
      bind: 4,
      tagged: 8,
    })
  ) {
    case "fees":
      return { type: "set_broker_fees", broker, ...rates(floor) } as never;
    case "accounts":
      return { type: "set_account_fees", broker, accounts: [{ account: floor.someone() }], ...rates(floor) } as never;
    case "reset":
      return { type: "reset_account_fees", broker, accounts: [{ account: floor.someone() }] };
    case "tier":
      return { type: "set_minimum_tier", broker, tier: dice.below(5) };
    case "create":
      return {
        type: "create_fee_tag",
        broker,
        enumId: dice.pick(TAGS),
        name: "a tag",
        description: "",
        rate: tagRate(floor),
        overrides: overrides(floor),
      } as never;
    case "edit":
      return {
        type: "edit_fee_tag",
        broker,
        enumId: dice.pick(TAGS),
        name: null,
        description: null,
        rate: dice.chance(300) ? 0 : tagRate(floor),
        replacesOverrides: dice.chance(300),
        overrides: overrides(floor),
      } as never;
    case "archive":
      return { type: "archive_fee_tag", broker, enumId: dice.pick(TAGS) };
    case "unarchive":
      return { type: "unarchive_fee_tag", broker, enumId: dice.pick(TAGS) };
    case "affiliate": {
      const rate = dice.pick([10_000_000, 30_000_000, 100_000_000]);
      return { type: "set_affiliate", account: floor.someone(), rate, parent: dice.chance(500) ? -1 : floor.someone() };
    }
    case "basis":
      return { type: "set_affiliate_basis", broker, basis: dice.pick(["builder_revenue", "trading_fee"] as const) };
    case "code": {
      const referrerShare = dice.pick([0, 20_000_000, 50_000_000, 100_000_000]);
      return {
        type: "create_referral_code",
        broker,
        account,
        code: dice.pick(CODES),
        maxRebate: dice.pick([10_000_000, 50_000_000, 100_000_000]),
        referrerShare,
        refereeShare: 100_000_000 - referrerShare,
      };
    }
    case "bind":
      return { type: "bind_referral", account: newcomer(floor), code: dice.pick(CODES) };
    case "tagged":
      return tagged(floor, account, broker);
  }
};

/** Someone who has not paid in yet, if there is one: only they may be referred. */
function newcomer(floor: Floor): number {
  for (let account = floor.accounts - 1; account >= 0; account--) {
    const number = floor.number(account);
    const isMain = floor.engine.account(number).mainAccount === number;
    if (isMain && floor.engine.depositCount(number) === 0) return account;
  }
  return floor.someone();
}

function rates({ dice }: Floor) {
  return { takerFee: dice.pick([30, 45, 60, 100, 20]), makerFee: dice.pick([0, 10, 30, -1]) };
}

function tagRate({ dice }: Floor): number {
  return dice.pick([1, 5, 100, 1_000, 1_001]);
}

function overrides(floor: Floor): { market: number; rate: number }[] {
  return floor.dice.chance(300) ? [{ market: floor.someMarket(), rate: tagRate(floor) }] : [];
}

function tagged(floor: Floor, account: number, broker: number): Draft {
  const order = taker(floor, account);
  if (order.type !== "place_order" || !floor.plays("create_fee_tag")) return order;
  const id = floor.engine.brokerIds[broker];
  return { ...order, tag: floor.dice.chance(800) ? `enum:${id}:${floor.dice.pick(TAGS)}` : floor.dice.pick(CODES) };
}
