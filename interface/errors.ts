// Every refusal of the interface as data: code, HTTP status and standard text. Interface 7, errors 2, 3 and 4. Names and
// codes are public and permanent: append, never rename, renumber or reuse. Fee-tag administration shares its codes with
// liquidation; the endpoint tells them apart.

export interface ErrorEntry {
  readonly code: number;
  readonly http: number;
  readonly text: string;
}

export const errors = {
  unknown: { code: -1000, http: 500, text: "unexpected failure" },
  invalid_credentials: { code: -1001, http: 401, text: "invalid header" },
  unauthorized: { code: -1002, http: 401, text: "api key error" },
  rate_limit_exceeded: { code: -1003, http: 429, text: "rate limit exceeded" },
  invalid_parameter: { code: -1005, http: 400, text: "invalid parameter" },
  not_found: { code: -1006, http: 400, text: "not found" },
  path_not_found: { code: -1006, http: 404, text: "not found" },
  method_not_allowed: { code: -1006, http: 405, text: "method not allowed" },
  content_type_not_supported: { code: -1005, http: 415, text: "Content type not supported" },
  duplicate: { code: -1007, http: 409, text: "duplicate request" },
  maintenance: { code: -1011, http: 503, text: "The system is under maintenance." },
  core_unavailable: { code: -1011, http: 503, text: "the matching core is unavailable, retry in a few seconds" },
  no_chain: { code: -1011, http: 400, text: "no chain tells this venue what it would have to know for this" },
  refused: { code: -1012, http: 400, text: "refused" },
  insufficient_margin: { code: -1101, http: 400, text: "insufficient margin" },
  notional_too_small: { code: -1102, http: 400, text: "notional too small" },
  price_filter: { code: -1103, http: 400, text: "price not allowed" },
  quantity_filter: { code: -1104, http: 400, text: "quantity not aligned" },
  price_range: { code: -1105, http: 400, text: "price too far from the mark price" },
  liquidation_ratio_too_small: { code: -1201, http: 400, text: "liquidation ratio too small" },
  liquidation_status: { code: -1202, http: 400, text: "the account needs no liquidation" },
  fee_tag_exists: { code: -1201, http: 400, text: "enum_id already exists" },
  fee_tag_not_found: { code: -1202, http: 400, text: "configuration not found" },
  fee_tag_not_active: { code: -1203, http: 400, text: "configuration is not active" },
  fee_tag_archived: { code: -1204, http: 400, text: "configuration is already archived" },
  fee_tag_retention_over: { code: -1205, http: 400, text: "configuration was archived too long ago" },
  fee_tag_limit: { code: -1206, http: 400, text: "too many active configurations" },
  fee_tag_form: { code: -1207, http: 400, text: "enum_id has characters other than A-Z, 0-9 and _" },
  fee_tag_rate: { code: -1208, http: 400, text: "fee rate not allowed" },
  fee_tag_too_long: { code: -1209, http: 400, text: "enum_id is too long" },
  fee_tag_symbol: { code: -1210, http: 400, text: "unknown symbol in pair_overrides" },
  timestamp_expired: { code: 2, http: 400, text: "Timestamp expired" },
  signature_form: { code: 3, http: 400, text: "Signature error" },
  amount: { code: 5, http: 400, text: "Amount error" },
  signer_mismatch: { code: 9, http: 400, text: "address and signature do not match" },
  nonce: { code: 10, http: 400, text: "nonce is invalid" },
  broker_unknown: { code: 15, http: 400, text: "BrokerId is not exist" },
  withdrawal_in_progress: { code: 17, http: 400, text: "There is a withdrawal in progress" },
  verifying_contract: { code: 29, http: 400, text: "Verify contract is invalid" },
  receiver: { code: 30, http: 400, text: "Receiver is invalid" },
  chain_not_supported: { code: 31, http: 400, text: "Chain id is not supported" },
  cross_chain_not_allowed: { code: 32, http: 400, text: "Cross chain withdraw is not allowed" },
  token_not_supported: { code: 33, http: 400, text: "Token is not supported" },
  receiver_account_unknown: { code: 35, http: 400, text: "Receiver account does not exist" },
  transfer_to_self: { code: 37, http: 400, text: "Can not transfer to self" },
  foreign_sub_account: { code: 46, http: 400, text: "Sub account of a different main account" },
  chain_unknown: { code: 82, http: 400, text: "Chain id does not exist" },
  receiver_chain_not_supported: { code: 83, http: 400, text: "Chain id is not supported" },
  account_type_not_supported: { code: 84, http: 400, text: "Account type is not supported" },
} as const satisfies Readonly<Record<string, ErrorEntry>>;

export type ErrorName = keyof typeof errors;
