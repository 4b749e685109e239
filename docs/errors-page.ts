// Makes `reference/errors.md`: every refusal, what it means and what to do about it.

import { type ErrorEntry, type ErrorName, errors } from "@evermark/interface";

/** Its type makes it complete: a new error without a line here does not compile. */
const MEANINGS: Readonly<Record<ErrorName, string>> = {
  unknown: "The venue failed unexpectedly. The call may or may not have taken effect: check before you repeat it.",
  invalid_credentials: "A signature header is missing or malformed; the message names it.",
  unauthorized: "The credentials are well-formed but not accepted; `check` shows why (see below).",
  rate_limit_exceeded: "Too many calls. Wait for `Retry-After` seconds.",
  invalid_parameter:
    "A value is missing, of the wrong type or out of range, or names an unknown market; the message names the value.",
  cannot_change_order:
    "Only the price and the quantity of an open order can be changed; `member` names the other member that was sent.",
  unknown_type:
    "The public query: `type` is missing or is not one of this venue's types, or the body is not a JSON object.",
  missing_parameter: "The public query: a required member is absent or empty.",
  not_found: "The order, fill, account or other object does not exist, or is no longer in a state that allows this.",
  path_not_found: "The path does not exist. In production this includes the sandbox calls.",
  address_not_found: "The public query: the wallet has no matching account.",
  order_not_found: "The public query: the wallet has no such order.",
  method_not_allowed: "The path exists, but not with this method; the header `Allow` lists the methods it has.",
  content_type_not_supported: "Bodies must be JSON: send `Content-Type: application/json`, or omit the header.",
  duplicate:
    "The object already exists: for instance an account, a key of another account, or a `client_order_id` with a different body.",
  maintenance: "Orders are not accepted at the moment.",
  core_unavailable: "The venue can't write its journal at the moment. Nothing was done; repeat in a few seconds.",
  no_chain:
    "The information can come only from a chain, and this venue does not have it: which signer a contract has named, or where deposits by transfer go.",
  refused:
    "The state of the account or of the market does not allow this; for instance, there would be more than 200 open orders in a market.",
  insufficient_margin: "Free collateral does not cover the order; `detail` shows `required` and `available`.",
  position_limit: "The position would be larger than its leverage or the market allows.",
  open_interest_limit: "The market's open interest would exceed its limit.",
  notional_too_small: "Price × quantity is below `min_notional`.",
  price_filter: "The price is outside `quote_min` … `quote_max` or not a multiple of `quote_tick`.",
  quantity_filter: "The quantity is outside `base_min` … `base_max` or not a multiple of `base_tick`.",
  price_range: "The price is too far from the mark price (`price_range`, `price_scope`).",
  claim_too_small: "The claim must be for a larger part of the offer.",
  no_liquidation: "There is no such liquidation, or nothing of it is left to claim.",
  fee_tag_exists: "Fee-tag administration: the id is already in use.",
  fee_tag_unknown: "Fee-tag administration: the configuration does not exist.",
  fee_tag_not_active: "Fee-tag administration: the configuration is archived, so it can't be changed.",
  fee_tag_archived: "Fee-tag administration: the configuration is already archived.",
  fee_tag_retention_over: "Fee-tag administration: it was archived too long ago to be restored.",
  too_many_fee_tags: "Fee-tag administration: archive another configuration first.",
  fee_tag_format: "Fee-tag administration: the id contains characters other than A-Z, 0-9 and _.",
  fee_tag_rate: "Fee-tag administration: the rate is out of range.",
  fee_tag_too_long: "Fee-tag administration: the id has more than 36 characters.",
  fee_tag_symbol: "Fee-tag administration: the market does not exist.",
  timestamp_expired: "The time in the wallet's message differs from the venue's by more than ten minutes.",
  signature_form: "The wallet's signature is not 65 bytes of hex, or no key can have produced it.",
  amount_error:
    "The value is not an amount, or the amount is not allowed; for a withdrawal, for instance, more than can be withdrawn.",
  signer_mismatch:
    "A different wallet signed, or different data was signed: check `chainId`, `chainType` and the domain.",
  invalid_nonce: "Fetch a new nonce; sign the `timestamp` that came with it.",
  broker_unknown: "The builder does not exist at this venue. A sandbox accepts any.",
  withdrawal_in_progress: "Wait until the open withdrawal is done.",
  verifying_contract: "The contract is not the one that withdrawals must name.",
  invalid_receiver: "Money can go only to the account's own wallet.",
  chain_not_supported: "Withdrawals to that chain are not possible.",
  cross_chain_not_allowed: "The chain is not the account's, and the request does not allow that.",
  token_not_supported: "The token is not supported here; in most calls only USDC is.",
  unknown_receiver: "The account to transfer to does not exist.",
  transfer_to_self: "Sender and receiver are the same.",
  foreign_sub_account: "The sub-account belongs to another account.",
  chain_unknown: "The chain does not exist.",
  receiver_chain_not_supported:
    "Deposits by transfer are not possible on this chain; its deposits go to the vault contract.",
  account_type_not_supported: "This kind of account has no deposit address.",
};

export function errorsPage(): string {
  const names = Object.keys(errors) as ErrorName[];
  return `# Errors

A refusal is \`{"success": false, "code": …, "message": …, "timestamp": …}\`. Codes are permanent; texts may become more
precise, so programs should go by the code. When several things are wrong, the first check decides. \`detail\` holds the known
numbers of the failed check; if a value is refused, it also holds the value under its own name. A body above the size limit of
its call is answered with 413 and plain text. The description of each [call](endpoints.md) lists its possible refusals.

| Code | HTTP | Text | What it means | \`detail\` |
|---|---|---|---|---|
${names.map(line).join("\n")}

## Refused credentials

A 401 names the failed check in \`check\`. The checks run in this order:

| \`check\` | What is wrong |
|---|---|
| \`header_present\` | one of the four headers is missing |
| \`header_form\` | one of the headers is malformed |
| \`timestamp\` | more than 300 seconds from the venue's time, which every answer carries in \`timestamp\` |
| \`api_key\` | the account or key is unknown, the key has expired, or it does not belong to the account |
| \`ip\` | the key may not be used from this address |
| \`signature\` | the signature does not match; a sandbox shows in \`expected_text\` what should have been signed |
| \`scope\` | the key lacks the scope |
`;
}

function line(name: ErrorName): string {
  const { code, http, text, details = [] }: ErrorEntry = errors[name];
  const numbers = details.map((number) => `\`${number}\``).join(", ");
  return `| ${code} | ${http} | ${text} | ${MEANINGS[name]} | ${numbers} |`;
}
