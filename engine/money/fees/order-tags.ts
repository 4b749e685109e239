// The meaning of an order's tag. Rules 8.4, C.13: `enum:<owner>:<ID>` names a builder's fee tag; any other text that is a
// referral code of the account's own builder overrides the account's referral for that order; anything else has no meaning.
//
// An order stores the meaning as one number: a fee tag's index, NONE, or below NONE a referral code's. Rate and state
// of a fee tag are looked up at each execution, so that an edit applies to resting orders as well.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, FeeE5, MarketNumber, TagNumber } from "../../base/units.ts";
import { type Rejection, rejection } from "../../language/rejections.ts";
import type { State } from "../../memory/state.ts";
import { findBroker } from "../../permissions/find-broker.ts";

const FEE_TAG = /^enum:([^:]{1,64}):([A-Z0-9_]{1,36})$/;
const PREFIX = "enum:";

/** Whether a tag has a valid form, known or not. */
export function isWellFormedTag(tag: string): boolean {
  return !tag.startsWith(PREFIX) || FEE_TAG.test(tag);
}

export function invalidTag(): Rejection {
  return rejection("invalid_parameter", { field: "order_tag" }, "order_tag is invalid");
}

/** From this behaviour on; before, archiving a tag kept every stop with that tag from firing. */
const KEPT_SINCE = 5;

/** What `tag` means for a new order of `account`, or why it is refused. */
export function readOrderTag(state: State, account: AccountNumber, tag: string): number | Rejection {
  const meaning = meaningOf(state, account, tag);
  return meaning !== null && (meaning <= NONE || state.fees.tags[meaning]!.active) ? meaning : invalidTag();
}

/** The same for an order placed by an algo order, which keeps its tag even after the tag's owner has archived it. */
export function readKeptTag(state: State, account: AccountNumber, tag: string): number | Rejection {
  if (state.behaviour < KEPT_SINCE) return readOrderTag(state, account, tag);
  return meaningOf(state, account, tag) ?? invalidTag();
}

/** The meaning whether a fee tag is archived or not; null for a fee tag that does not exist. */
function meaningOf(state: State, account: AccountNumber, tag: string): number | null {
  if (!tag.startsWith(PREFIX)) return readReferral(state, account, tag);
  const parts = FEE_TAG.exec(tag);
  const owner = parts === null ? NONE : findBroker(state, parts[1]!);
  const found = owner === NONE ? NONE : state.fees.findTag(owner, parts![2]!);
  return found === NONE ? null : found;
}

function readReferral(state: State, account: AccountNumber, tag: string): number {
  const code = state.fees.findCode(tag);
  if (code === NONE) return NONE;
  const { account: referrer, broker: program } = state.fees.codes[code]!;
  // A builder pays only for its own programme, and traders cannot refer themselves.
  return program === state.accounts.broker(account) && referrer !== state.accounts.owner(account)
    ? NONE - 1 - code
    : NONE;
}

/** The referral code in an order's tag, or a number below 0. */
export function referralIn(orderTag: TagNumber): number {
  return NONE - 1 - orderTag;
}

/** Counts a new order that carries the tag. */
export function countTaggedOrder(state: State, orderTag: TagNumber): void {
  if (orderTag > NONE) state.fees.tags[orderTag]!.orders++;
}

/** The tag's present rate in a market, 10⁻⁵; 0 when the order has no fee tag. */
export function tagRate(state: State, orderTag: TagNumber, market: MarketNumber): FeeE5 {
  if (orderTag <= NONE) return 0;
  const tag = state.fees.tags[orderTag]!;
  for (const override of tag.overrides) if (override.market === market) return override.rate;
  return tag.rate;
}
