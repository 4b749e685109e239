// Every way the engine can refuse a command: a name, and the values of the failed check that can come with it. The code, the
// HTTP status and the text that a client reads are in the interface's table of errors, which has a row for each name.
// Names are public and permanent: append, never rename or reuse. When several rejections apply, the order of the handler's
// checks decides which is given (interface 7, rules 1.3).

export const rejections = {
  invalid_parameter: ["field", "market", "account", "value", "expected", "length", "broker"],
  not_found: [
    "algo_order_id",
    "order_id",
    "client_order_id",
    "broker_id",
    "key",
    "broker",
    "withdraw_id",
    "announcement_id",
    "vault_id",
    "symbol",
  ],
  duplicate: [
    "algo_order_id",
    "order_id",
    "block",
    "broker_id",
    "account_id",
    "reference",
    "transaction",
    "symbol",
    "vault_id",
    "vault_address",
    "referral_code",
  ],
  refused: [
    "field",
    "open_orders",
    "symbol",
    "limit",
    "key",
    "withdraw_id",
    "from",
    "to",
    "chain_nonce",
    "active",
    "market_state",
    "delist_time",
    "reserve",
    "state",
    "enum_id",
    "limit_price",
    "mark_price",
    "index_price",
    "reason",
    "until",
    "required",
    "margin_mode",
  ],
  maintenance: [],
  insufficient_margin: ["required", "available"],
  position_limit: ["notional_with_orders", "limit"],
  open_interest_limit: ["open_interest", "limit"],
  notional_too_small: ["notional", "min_notional"],
  price_filter: ["callback_value", "quote_tick", "price", "expected"],
  quantity_filter: ["quantity", "expected", "field", "base_tick"],
  price_range: ["price", "mark", "min", "max"],
  cannot_change_order: ["order_id"],
  timestamp_expired: ["timestamp", "last_timestamp"],
  signer_mismatch: [],
  amount_error: ["amount", "withdrawable", "withdraw_fee", "minimum", "minimum_value", "maximum"],
  invalid_nonce: ["nonce", "last_used"],
  withdrawal_in_progress: [],
  invalid_receiver: [],
  unknown_receiver: [],
  transfer_to_self: [],
  foreign_sub_account: [],
  fee_tag_exists: ["enum_id"],
  fee_tag_unknown: ["enum_id"],
  fee_tag_not_active: ["enum_id"],
  fee_tag_archived: ["enum_id"],
  fee_tag_retention_over: ["enum_id"],
  too_many_fee_tags: ["active", "limit"],
  fee_tag_format: ["enum_id"],
  fee_tag_rate: ["rate_e5"],
  fee_tag_too_long: ["enum_id"],
  fee_tag_symbol: ["market"],
  no_liquidation: ["liquidation_id", "claim_id"],
  claim_too_small: ["offered", "requested", "least"],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RejectionName = keyof typeof rejections;

/** The numbers of a failed check as decimal text or integers, by name. */
type Detail<Name extends RejectionName> = {
  readonly [Number in (typeof rejections)[Name][number]]?: string | number;
};

/** Why a command was refused. */
export interface Rejection {
  readonly name: RejectionName;
  readonly detail: Readonly<Record<string, string | number>>;
  /** A sentence that adds to the name; null when the name says it all. */
  readonly message: string | null;
}

export function rejection<Name extends RejectionName>(
  name: Name,
  detail: Detail<Name> = {},
  message: string | null = null,
): Rejection {
  return { name, detail: detail as never, message };
}
