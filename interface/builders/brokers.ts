// Calls of a builder's administrator: fee tags, and the fee rates of the builder's users. Interface 4.2, rules 8.1 to
// 8.4, errors 2.1.

import Type from "typebox";
import { feeTag } from "../markets/market-data.ts";
import { endpoint, perUser } from "../rows/endpoint.ts";
import { decimal, paged, paging, symbol } from "../rows/shapes.ts";

const scopes = ["read", "trading"] as const;
const source = "interface 4.10, rules 8.2 and 8.4, errors 2.1";
const FEE_ACCOUNTS_MAX = 500;

const enumId = Type.String({ minLength: 1 });
const overrides = Type.Optional(
  Type.Union([Type.Record(Type.String(), decimal), Type.Null()], {
    description: "fee rate by symbol, instead of the default",
  }),
);
const rates = {
  maker_fee_rate: decimal,
  taker_fee_rate: decimal,
  rwa_maker_fee_rate: Type.Optional(decimal),
  rwa_taker_fee_rate: Type.Optional(decimal),
};
const accountIds = Type.Array(Type.String(), { minItems: 1, maxItems: FEE_ACCOUNTS_MAX });

export const brokers = {
  getOrderEnums: endpoint({
    method: "GET",
    path: "/v1/broker/order_enums",
    summary: "The builder's fee tags, with figures of their use",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    query: Type.Object({
      symbol: Type.Optional(symbol),
      enum_id: Type.Optional(Type.String({ description: "all or part of the id" })),
      include_archived: Type.Optional(Type.Boolean({ default: false })),
    }),
    data: Type.Array(
      Type.Object({
        ...feeTag.properties,
        usage_stats: Type.Object({
          total_orders: Type.Integer(),
          total_volume: Type.String({ description: "in USDC" }),
          total_fees_collected: Type.String({ description: "in USDC" }),
        }),
      }),
    ),
    source,
  }),
  createOrderEnum: endpoint({
    method: "POST",
    path: "/v1/broker/order_enum",
    summary: "Configure a fee tag",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({
      enum_id: enumId,
      name: Type.String(),
      description: Type.Optional(Type.String()),
      default_fee_rate: decimal,
      pair_overrides: overrides,
    }),
    bodyBytes: 65_536,
    errors: [
      "core_unavailable",
      "fee_tag_exists",
      "too_many_fee_tags",
      "fee_tag_format",
      "fee_tag_rate",
      "fee_tag_too_long",
      "fee_tag_symbol",
    ],
    source,
  }),
  editOrderEnum: endpoint({
    method: "PUT",
    path: "/v1/broker/order_enum/{enum_id}",
    summary: "Edit an active fee tag; overrides, when given, replace the previous ones",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    params: Type.Object({ enum_id: enumId }),
    body: Type.Object({
      name: Type.Optional(Type.String()),
      description: Type.Optional(Type.String()),
      default_fee_rate: Type.Optional(decimal),
      pair_overrides: overrides,
    }),
    bodyBytes: 65_536,
    errors: ["core_unavailable", "fee_tag_unknown", "fee_tag_not_active", "fee_tag_rate", "fee_tag_symbol"],
    source,
  }),
  archiveOrderEnum: endpoint({
    method: "POST",
    path: "/v1/broker/order_enum/archive",
    summary: "Archive a fee tag: no new order may carry it",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({ enum_id: enumId }),
    data: feeTag,
    errors: ["core_unavailable", "fee_tag_unknown", "fee_tag_archived"],
    source,
  }),
  unarchiveOrderEnum: endpoint({
    method: "POST",
    path: "/v1/broker/order_enum/unarchive",
    summary: "Restore an archived fee tag, within 720 hours",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({ enum_id: enumId }),
    data: feeTag,
    errors: ["core_unavailable", "refused", "fee_tag_unknown", "fee_tag_retention_over", "too_many_fee_tags"],
    source,
  }),
  getDefaultFeeRate: endpoint({
    method: "GET",
    path: "/v1/broker/fee_rate/default",
    summary: "The fee rates of the builder's users whose accounts have no rates of their own",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    data: Type.Object({
      maker_fee_rate: Type.String(),
      taker_fee_rate: Type.String(),
      rwa_maker_fee_rate: Type.String(),
      rwa_taker_fee_rate: Type.String(),
    }),
    source,
  }),
  setDefaultFeeRate: endpoint({
    method: "POST",
    path: "/v1/broker/fee_rate/default",
    summary: "Set the default fee rates; they apply to executions from now on",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object(rates),
    errors: ["core_unavailable"],
    source,
  }),
  setFeeRate: endpoint({
    method: "POST",
    path: "/v1/broker/fee_rate/set",
    summary: "Give accounts fee rates of their own",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({ account_ids: accountIds, ...rates }),
    bodyBytes: 65_536,
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  resetFeeRate: endpoint({
    method: "POST",
    path: "/v1/broker/fee_rate/set_default",
    summary: "Put accounts back on the builder's rates",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    body: Type.Object({ account_ids: accountIds }),
    bodyBytes: 65_536,
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getUserFees: endpoint({
    method: "GET",
    path: "/v1/broker/user_info",
    summary: "The fee rates of the builder's accounts; can be limited to an account or a wallet",
    auth: "signed",
    scopes,
    brokerAdmin: true,
    limit: perUser(10),
    query: Type.Object({
      account_id: Type.Optional(Type.String()),
      address: Type.Optional(Type.String()),
      ...paging,
    }),
    data: paged(
      Type.Object({
        account_id: Type.String(),
        address: Type.String(),
        is_default_fee_rate: Type.Enum(["true", "false"]),
        maker_fee_rate: Type.Number(),
        taker_fee_rate: Type.Number(),
        rwa_maker_fee_rate: Type.Number(),
        rwa_taker_fee_rate: Type.Number(),
      }),
    ),
    source,
  }),
};
