// How a rejection is stored in the state: as a number in the digest, and by name and words in a snapshot and in an order's
// report. All of it stays as it was in the first journals, whatever a client reads today: a change here would change the
// hashes that those journals were confirmed with.

import type { ByteReader, ByteWriter } from "../base/storage/bytes.ts";
import type { Rejection, RejectionName } from "./rejections.ts";

interface StoredRejection {
  readonly number: number;
  /** The text of a rejection without a message of its own; absent when the name is used. */
  readonly words?: string;
}

const inState: Readonly<Record<RejectionName, StoredRejection>> = {
  invalid_parameter: { number: -1005, words: "invalid parameter" },
  not_found: { number: -1006, words: "not found" },
  duplicate: { number: -1007, words: "duplicate request" },
  refused: { number: -1012, words: "refused" },
  maintenance: { number: -1011, words: "The system is under maintenance." },
  insufficient_margin: { number: -1101, words: "insufficient margin" },
  position_limit: { number: -1101, words: "position limit exceeded" },
  open_interest_limit: { number: -1101, words: "open interest limit exceeded" },
  notional_too_small: { number: -1102, words: "notional too small" },
  price_filter: { number: -1103, words: "price not allowed" },
  quantity_filter: { number: -1104, words: "quantity not aligned" },
  price_range: { number: -1105, words: "price too far from the mark price" },
  cannot_change_order: { number: -1005, words: "You can not change other order info." },
  timestamp_expired: { number: 2, words: "Timestamp expired" },
  signer_mismatch: { number: 9, words: "address and signature do not match" },
  amount_error: { number: 5, words: "Amount error" },
  invalid_nonce: { number: 10, words: "nonce is invalid" },
  withdrawal_in_progress: { number: 17, words: "There is a withdrawal in progress" },
  invalid_receiver: { number: 30, words: "Receiver is invalid" },
  unknown_receiver: { number: 35, words: "Receiver account does not exist" },
  transfer_to_self: { number: 37, words: "Can not transfer to self" },
  foreign_sub_account: { number: 46, words: "Sub account of a different main account" },
  fee_tag_exists: { number: -1201, words: "enum_id exists already" },
  fee_tag_unknown: { number: -1202, words: "enum configuration does not exist" },
  fee_tag_not_active: { number: -1203, words: "enum configuration is not active" },
  fee_tag_archived: { number: -1204, words: "enum configuration is archived already" },
  fee_tag_retention_over: { number: -1205, words: "enum configuration was archived too long ago" },
  too_many_fee_tags: { number: -1206, words: "too many active enum configurations" },
  fee_tag_format: { number: -1207, words: "enum_id must match ^[A-Z0-9_]+$" },
  fee_tag_rate: { number: -1208, words: "fee rate must be 0.00001 to 0.01 with at most 5 decimals" },
  fee_tag_too_long: { number: -1209, words: "enum_id is longer than 36 characters" },
  fee_tag_symbol: { number: -1210, words: "unknown symbol in pair_overrides" },
  no_liquidation: { number: -1202, words: "there is no such liquidation, or it is over" },
  claim_too_small: {
    number: -1201,
    words: "the claim is too small: claim all that is offered, or at least the smallest size",
  },
};

/** The number by which the digest of a state counts a rejection. */
export function rejectionNumber(name: RejectionName): number {
  return inState[name].number;
}

export function rejectionWords({ name, message }: Rejection): string {
  return message ?? inState[name].words ?? name;
}

export function writeRejection(out: ByteWriter, rejection: Rejection): void {
  out.text(rejection.name);
  out.text(rejectionWords(rejection));
  const entries = Object.entries(rejection.detail);
  out.i32(entries.length);
  for (const [field, value] of entries) {
    out.text(field);
    out.u8(typeof value === "number" ? 1 : 0);
    if (typeof value === "number") out.f64(value);
    else out.text(value);
  }
}

export function readRejection(input: ByteReader): Rejection {
  const name = input.text() as RejectionName;
  const words = input.text();
  const detail: Record<string, string | number> = {};
  for (let left = input.i32(); left > 0; left--) {
    const field = input.text();
    detail[field] = input.u8() === 1 ? input.f64() : input.text();
  }
  return { name, detail, message: words === rejectionWords({ name, detail, message: null }) ? null : words };
}
