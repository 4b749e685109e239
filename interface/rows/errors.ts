// Every refusal of the interface, each once: its name, code, HTTP status and standard text, and the numbers of the
// failed check that `detail` can have. Interface 7, errors 2, 3 and 4. Names and codes are public and permanent:
// append, never rename, renumber or reuse. Fee-tag administration shares its codes with liquidation; the endpoint
// distinguishes them. The engine refuses by these names; a test compares its list with this one.

export interface ErrorEntry {
  readonly code: number;
  readonly http: number;
  readonly text: string;
  /** Members that `detail` can have. For a refused value, `detail` can also have the value under its own name. */
  readonly details?: readonly string[];
  /** Its name in `error` of the public query, which has names of its own. Interface 4.3. */
  readonly query?: string;
}

export const errors = {
  unknown: { code: -1000, http: 500, text: "unexpected failure", query: "INTERNAL_ERROR" },
  invalid_credentials: { code: -1001, http: 401, text: "invalid header" },
  unauthorized: { code: -1002, http: 401, text: "api key error" },
  rate_limit_exceeded: { code: -1003, http: 429, text: "rate limit exceeded", query: "RATE_LIMIT_EXCEEDED" },
  unknown_type: {
    code: -1004,
    http: 400,
    text: "type is missing, is not one of the types of this venue, or the body is no JSON object",
    query: "UNKNOWN_TYPE",
  },
  missing_parameter: { code: -1005, http: 400, text: "a required member is absent or empty", query: "MISSING_PARAM" },
  invalid_parameter: {
    code: -1005,
    http: 400,
    text: "invalid parameter",
    query: "INVALID_PARAM",
    details: ["field", "market", "account", "value", "expected", "length", "broker"],
  },
  cannot_change_order: {
    code: -1005,
    http: 400,
    text: "You can not change other order info.",
    details: ["order_id", "member"],
  },
  not_found: {
    code: -1006,
    http: 400,
    text: "not found",
    details: [
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
      "account_id",
      "contract",
      "subAccountId",
    ],
  },
  path_not_found: { code: -1006, http: 404, text: "not found" },
  address_not_found: { code: -1006, http: 404, text: "the wallet has no such account", query: "ADDRESS_NOT_FOUND" },
  order_not_found: { code: -1006, http: 404, text: "the wallet has no such order", query: "ORDER_NOT_FOUND" },
  method_not_allowed: { code: -1006, http: 405, text: "method not allowed" },
  content_type_not_supported: { code: -1005, http: 415, text: "Content type not supported" },
  duplicate: {
    code: -1007,
    http: 409,
    text: "duplicate request",
    details: [
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
  },
  maintenance: { code: -1011, http: 503, text: "The system is under maintenance." },
  core_unavailable: {
    code: -1011,
    http: 503,
    text: "the matching core is unavailable, retry in a few seconds",
    query: "SERVICE_UNAVAILABLE",
  },
  no_chain: { code: -1011, http: 400, text: "no chain tells this venue what it would have to know for this" },
  refused: {
    code: -1012,
    http: 400,
    text: "refused",
    details: [
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
      "late_ms",
      "window_ms",
      "claimsPerAccount",
    ],
  },
  insufficient_margin: {
    code: -1101,
    http: 400,
    text: "insufficient margin",
    details: ["required", "available", "order_id"],
  },
  position_limit: {
    code: -1101,
    http: 400,
    text: "position limit exceeded",
    details: ["notional_with_orders", "limit", "order_id"],
  },
  open_interest_limit: {
    code: -1101,
    http: 400,
    text: "open interest limit exceeded",
    details: ["open_interest", "limit", "order_id"],
  },
  notional_too_small: { code: -1102, http: 400, text: "notional too small", details: ["notional", "min_notional"] },
  price_filter: {
    code: -1103,
    http: 400,
    text: "price not allowed",
    details: ["callback_value", "quote_tick", "price", "expected"],
  },
  quantity_filter: {
    code: -1104,
    http: 400,
    text: "quantity not aligned",
    details: ["quantity", "expected", "field", "base_tick"],
  },
  price_range: {
    code: -1105,
    http: 400,
    text: "price too far from the mark price",
    details: ["price", "mark", "min", "max"],
  },
  claim_too_small: {
    code: -1201,
    http: 400,
    text: "the claim is too small: claim all that is offered, or at least the smallest size",
    details: ["offered", "requested", "least"],
  },
  no_liquidation: {
    code: -1202,
    http: 400,
    text: "there is no such liquidation, or it is over",
    details: ["liquidation_id", "claim_id"],
  },
  fee_tag_exists: { code: -1201, http: 400, text: "enum_id exists already", details: ["enum_id"] },
  fee_tag_unknown: { code: -1202, http: 400, text: "enum configuration does not exist", details: ["enum_id"] },
  fee_tag_not_active: { code: -1203, http: 400, text: "enum configuration is not active", details: ["enum_id"] },
  fee_tag_archived: { code: -1204, http: 400, text: "enum configuration is archived already", details: ["enum_id"] },
  fee_tag_retention_over: {
    code: -1205,
    http: 400,
    text: "enum configuration was archived too long ago",
    details: ["enum_id"],
  },
  too_many_fee_tags: {
    code: -1206,
    http: 400,
    text: "too many active enum configurations",
    details: ["active", "limit"],
  },
  fee_tag_format: { code: -1207, http: 400, text: "enum_id must match ^[A-Z0-9_]+$", details: ["enum_id"] },
  fee_tag_rate: {
    code: -1208,
    http: 400,
    text: "fee rate must be 0.00001 to 0.01 with at most 5 decimals",
    details: ["rate_e5", "rate"],
  },
  fee_tag_too_long: { code: -1209, http: 400, text: "enum_id is longer than 36 characters", details: ["enum_id"] },
  fee_tag_symbol: { code: -1210, http: 400, text: "unknown symbol in pair_overrides", details: ["market", "symbol"] },
  timestamp_expired: { code: 2, http: 400, text: "Timestamp expired", details: ["timestamp", "last_timestamp"] },
  signature_form: { code: 3, http: 400, text: "Signature error" },
  amount_error: {
    code: 5,
    http: 400,
    text: "Amount error",
    details: ["amount", "withdrawable", "withdraw_fee", "minimum", "minimum_value", "maximum"],
  },
  signer_mismatch: { code: 9, http: 400, text: "address and signature do not match" },
  invalid_nonce: { code: 10, http: 400, text: "nonce is invalid", details: ["nonce", "last_used"] },
  broker_unknown: { code: 15, http: 400, text: "BrokerId is not exist" },
  withdrawal_in_progress: { code: 17, http: 400, text: "There is a withdrawal in progress" },
  verifying_contract: { code: 29, http: 400, text: "Verify contract is invalid" },
  invalid_receiver: { code: 30, http: 400, text: "Receiver is invalid" },
  chain_not_supported: { code: 31, http: 400, text: "Chain id is not supported" },
  cross_chain_not_allowed: { code: 32, http: 400, text: "Cross chain withdraw is not allowed" },
  token_not_supported: { code: 33, http: 400, text: "Token is not supported" },
  unknown_receiver: { code: 35, http: 400, text: "Receiver account does not exist" },
  transfer_to_self: { code: 37, http: 400, text: "Can not transfer to self" },
  foreign_sub_account: { code: 46, http: 400, text: "Sub account of a different main account" },
  chain_unknown: { code: 82, http: 400, text: "Chain id does not exist" },
  receiver_chain_not_supported: { code: 83, http: 400, text: "Chain id is not supported" },
  account_type_not_supported: { code: 84, http: 400, text: "Account type is not supported" },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorName = keyof typeof errors;

/** The names in `error` of the public query. */
export type QueryErrorName = Extract<(typeof errors)[ErrorName], { readonly query: string }>["query"];

/** The checks of credentials, in this order; a refusal of credentials names the failed one in `check`. Errors 4. */
export type AuthCheck =
  | "header_present"
  | "header_form"
  | "parameter_present"
  | "parameter_form"
  | "timestamp"
  | "api_key"
  | "ip"
  | "signature"
  | "scope";
