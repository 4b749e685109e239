// A builder's fee tags: public, and configured by its administrator. Interface 4.2, rules 8.4, errors 2.1.

import { type FeeTagView, feeE5 } from "@evermark/engine";
import { brokers } from "@evermark/interface/builders/brokers.ts";
import { marketData } from "@evermark/interface/markets/market-data.ts";
import { brokerOf } from "../../auth/keys/broker-admin.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { fromFeeE5, fromMicros, parseDecimal } from "../../wire/decimals.ts";
import { marketFilter } from "../named/named-market.ts";

const FEE_DECIMALS = 5;

const getPublicOrderEnums = bind(marketData.getPublicOrderEnums, ({ venue, query }) => {
  const broker = venue.engine.findBroker(query.broker_id);
  return tagsOf(venue, broker, query).map((tag) => presentTag(venue, tag));
});

const getPublicOrderEnum = bind(marketData.getPublicOrderEnum, ({ venue, query }) => {
  const broker = venue.engine.findBroker(query.broker_id);
  const tag = broker < 0 ? undefined : venue.engine.fees.tag(broker, query.enum_id);
  if (tag === undefined) throw refusal("fee_tag_unknown");
  return presentTag(venue, tag);
});

const getOrderEnums = bind(brokers.getOrderEnums, ({ venue, caller, query }) =>
  tagsOf(venue, brokerOf(venue, caller.account), query).map((tag) => ({
    ...presentTag(venue, tag),
    usage_stats: {
      total_orders: tag.orders,
      total_volume: String(fromMicros(tag.volume)),
      total_fees_collected: String(fromMicros(tag.fees)),
    },
  })),
);

/**
 * @param broker negative for an unknown builder; `query.enum_id` is all or part of a tag's id; with `symbol`, only tags
 * that charge a rate of their own for it
 */
function tagsOf(
  venue: Venue,
  broker: number,
  query: { symbol?: string; enum_id?: string; include_archived?: boolean },
): FeeTagView[] {
  const market = marketFilter(venue, query.symbol);
  const tags = broker < 0 ? [] : venue.engine.fees.tags(broker);
  return tags
    .filter((tag) => tag.active || query.include_archived === true)
    .filter((tag) => tag.enumId.includes(query.enum_id ?? ""))
    .filter((tag) => market === undefined || tag.overrides.some((override) => override.market === market));
}

function presentTag({ engine }: Venue, tag: FeeTagView) {
  const overrides = tag.overrides.map(({ market, rate }) => [engine.market(market).parameters.symbol, fromFeeE5(rate)]);
  return {
    enum_id: tag.enumId,
    name: tag.name,
    description: tag.description,
    status: tag.active ? ("active" as const) : ("archived" as const),
    default_fee_rate: fromFeeE5(tag.rate),
    pair_overrides: Object.fromEntries(overrides),
    created_time: tag.createdAt,
    updated_time: tag.updatedAt,
  };
}

const createOrderEnum = bind(brokers.createOrderEnum, async (context) => {
  const { venue, caller, body } = context;
  await context.submit({
    type: "create_fee_tag",
    broker: brokerOf(venue, caller.account),
    enumId: body.enum_id,
    name: body.name,
    description: body.description ?? "",
    rate: tagRate(body.default_fee_rate),
    overrides: overridesOf(venue, body.pair_overrides ?? {}),
  });
  return undefined;
});

const editOrderEnum = bind(brokers.editOrderEnum, async (context) => {
  const { venue, caller, params, body } = context;
  const overrides = body.pair_overrides ?? undefined;
  await context.submit({
    type: "edit_fee_tag",
    broker: brokerOf(venue, caller.account),
    enumId: params.enum_id,
    name: body.name ?? null,
    description: body.description ?? null,
    rate: body.default_fee_rate === undefined ? feeE5(0) : tagRate(body.default_fee_rate),
    replacesOverrides: overrides !== undefined,
    overrides: overridesOf(venue, overrides ?? {}),
  });
  return undefined;
});

const archiveOrderEnum = bind(brokers.archiveOrderEnum, async (context) => {
  const { venue, caller, body } = context;
  const broker = brokerOf(venue, caller.account);
  await context.submit({ type: "archive_fee_tag", broker, enumId: body.enum_id });
  return presentTag(venue, venue.engine.fees.tag(broker, body.enum_id)!);
});

const unarchiveOrderEnum = bind(brokers.unarchiveOrderEnum, async (context) => {
  const { venue, caller, body } = context;
  const broker = brokerOf(venue, caller.account);
  await context.submit({ type: "unarchive_fee_tag", broker, enumId: body.enum_id });
  return presentTag(venue, venue.engine.fees.tag(broker, body.enum_id)!);
});

/** @throws {ApiError} -1208 */
function tagRate(rate: number | string) {
  const read = parseDecimal(rate, FEE_DECIMALS);
  if (read.kind !== "exact" || read.value <= 0) throw refusal("fee_tag_rate", undefined, { rate: String(rate) });
  return feeE5(read.value);
}

/** @throws {ApiError} -1210 for a symbol that is not listed */
function overridesOf({ engine }: Venue, rates: Readonly<Record<string, number | string>>) {
  return Object.entries(rates).map(([symbol, rate]) => {
    const market = engine.findMarket(symbol);
    if (market < 0) throw refusal("fee_tag_symbol", undefined, { symbol });
    return { market, rate: tagRate(rate) };
  });
}

export const feeTagBindings: readonly Binding[] = [
  getPublicOrderEnums,
  getPublicOrderEnum,
  getOrderEnums,
  createOrderEnum,
  editOrderEnum,
  archiveOrderEnum,
  unarchiveOrderEnum,
];
