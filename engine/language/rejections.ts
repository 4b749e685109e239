// Every way the engine can refuse a command. Names and codes are public and permanent: append, never rename or reuse.
// Which refusal wins when several apply follows from the order in which a handler checks (interface 7, rules 1.3).

export const rejections = {
  invalid_parameter: { code: -1005, text: "invalid parameter" },
  not_found: { code: -1006, text: "not found" },
  duplicate: { code: -1007, text: "duplicate request" },
  refused: { code: -1012, text: "refused" },
  maintenance: { code: -1011, text: "The system is under maintenance." },
  insufficient_margin: { code: -1101, text: "insufficient margin" },
  position_limit: { code: -1101, text: "position limit exceeded" },
  open_interest_limit: { code: -1101, text: "open interest limit exceeded" },
  notional_too_small: { code: -1102, text: "notional too small" },
  price_filter: { code: -1103, text: "price not allowed" },
  quantity_filter: { code: -1104, text: "quantity not aligned" },
  price_range: { code: -1105, text: "price too far from the mark price" },
  cannot_change_order: { code: -1005, text: "You can not change other order info." },
  timestamp_expired: { code: 2, text: "Timestamp expired" },
  signer_mismatch: { code: 9, text: "address and signature do not match" },
  amount_error: { code: 5, text: "Amount error" },
  invalid_nonce: { code: 10, text: "nonce is invalid" },
  withdrawal_in_progress: { code: 17, text: "There is a withdrawal in progress" },
  invalid_receiver: { code: 30, text: "Receiver is invalid" },
  unknown_receiver: { code: 35, text: "Receiver account does not exist" },
  transfer_to_self: { code: 37, text: "Can not transfer to self" },
  foreign_sub_account: { code: 46, text: "Sub account of a different main account" },
  fee_tag_exists: { code: -1201, text: "enum_id exists already" },
  fee_tag_unknown: { code: -1202, text: "enum configuration does not exist" },
  fee_tag_not_active: { code: -1203, text: "enum configuration is not active" },
  fee_tag_archived: { code: -1204, text: "enum configuration is archived already" },
  fee_tag_retention_over: { code: -1205, text: "enum configuration was archived too long ago" },
  too_many_fee_tags: { code: -1206, text: "too many active enum configurations" },
  fee_tag_format: { code: -1207, text: "enum_id must match ^[A-Z0-9_]+$" },
  fee_tag_rate: { code: -1208, text: "fee rate must be 0.00001 to 0.01 with at most 5 decimals" },
  fee_tag_too_long: { code: -1209, text: "enum_id is longer than 36 characters" },
  fee_tag_symbol: { code: -1210, text: "unknown symbol in pair_overrides" },
  no_liquidation: { code: -1202, text: "there is no such liquidation, or it is over" },
  claim_too_small: {
    code: -1201,
    text: "the claim is too small: claim all that is offered, or at least the smallest size",
  },
} as const;

export type RejectionName = keyof typeof rejections;

/**
 * Why a command was refused. `message` is what the caller reads; `detail` holds the numbers of the failed check as
 * decimal text or integers, by name.
 */
export interface Rejection {
  readonly name: RejectionName;
  readonly code: number;
  readonly message: string;
  readonly detail: Readonly<Record<string, string | number>>;
}

/** A refusal with its numbers. `message` replaces the standard text where a more exact sentence exists. */
export function rejection(
  name: RejectionName,
  detail: Readonly<Record<string, string | number>> = {},
  message: string = rejections[name].text,
): Rejection {
  return { name, code: rejections[name].code, message, detail };
}
