// Makes `reference/errors.md`: every refusal, what it means and what to do about it.

import { type ErrorEntry, type ErrorName, errors } from "@evermark/interface";

/** Its type makes it complete: a new error without a line here does not compile. */
const MEANINGS: Readonly<Record<ErrorName, string>> = {
  unknown:
    "The venue failed in a way that it did not foresee. Whether the call took effect is open: ask before you repeat.",
  invalid_credentials: "A signature header is missing or can't be read; the message names it.",
  unauthorized: "The credentials can be read but are not accepted; `check` says why (see below).",
  rate_limit_exceeded: "Too many calls. Wait for `Retry-After` seconds.",
  invalid_parameter:
    "A value is missing, of the wrong type or out of range; the message names it. Also an unknown market.",
  cannot_change_order: "Of an open order only its price and its quantity change; `member` is what was sent beside.",
  unknown_type: "The public query: `type` is missing or none that this venue has, or the body is no JSON object.",
  missing_parameter: "The public query: a required member is absent or empty.",
  not_found: "There is no such order, fill or account, or it is no longer in a state that allows this.",
  path_not_found: "No such path. In production, sandbox calls too.",
  address_not_found: "The public query: the wallet has no such account.",
  order_not_found: "The public query: the wallet has no such order.",
  method_not_allowed: "The path is right, the method is not: the header `Allow` says which ones are.",
  content_type_not_supported: "A body is JSON: send `Content-Type: application/json`, or no such header.",
  duplicate: "It exists already: an account, a key of another account, or a `client_order_id` with another body.",
  maintenance: "Orders are not taken at the moment.",
  core_unavailable: "The venue can't write its journal now. Nothing was done; repeat in a few seconds.",
  no_chain:
    "Only a chain could tell: whom a contract has named to sign for it, or where deposits by transfer go. This venue has not been informed.",
  refused:
    "The state of the account or of the market does not allow it, for instance more than 200 open orders in a market.",
  insufficient_margin: "Free collateral does not cover the order; `detail` has `required` and `available`.",
  position_limit: "The position would be larger than its leverage or the market allows.",
  open_interest_limit: "The market would have more open interest than it may.",
  notional_too_small: "Price × quantity is below `min_notional`.",
  price_filter: "The price is outside `quote_min` … `quote_max` or off `quote_tick`.",
  quantity_filter: "The quantity is outside `base_min` … `base_max` or off `base_tick`.",
  price_range: "The price is too far from the mark price (`price_range`, `price_scope`).",
  claim_too_small: "A larger part has to be liquidated.",
  no_liquidation: "There is nothing to liquidate.",
  fee_tag_exists: "Fee-tag administration: the id is taken.",
  fee_tag_unknown: "Fee-tag administration: no such configuration.",
  fee_tag_not_active: "Fee-tag administration: archived, so it can't be changed.",
  fee_tag_archived: "Fee-tag administration: it is archived already.",
  fee_tag_retention_over: "Fee-tag administration: too old to come back.",
  too_many_fee_tags: "Fee-tag administration: archive one first.",
  fee_tag_format: "Fee-tag administration: the id has other characters than A-Z, 0-9 and _.",
  fee_tag_rate: "Fee-tag administration: the rate is out of range.",
  fee_tag_too_long: "Fee-tag administration: the id has more than 36 characters.",
  fee_tag_symbol: "Fee-tag administration: no such market.",
  timestamp_expired: "The time in a wallet's message is more than ten minutes off.",
  signature_form: "A wallet's signature is not 65 bytes of hex, or no key can have made it.",
  amount_error: "Not an amount, or more than can be withdrawn.",
  signer_mismatch: "Another wallet signed, or other data was signed: check `chainId`, `chainType` and the domain.",
  invalid_nonce: "Fetch a new nonce; sign the `timestamp` that came with it.",
  broker_unknown: "No such builder here. A sandbox knows any.",
  withdrawal_in_progress: "Wait until the open withdrawal is done.",
  verifying_contract: "Not the contract that withdrawals name.",
  invalid_receiver: "Money goes to the account's own wallet only.",
  chain_not_supported: "Withdrawals to that chain do not exist.",
  cross_chain_not_allowed: "Another chain than the account's, without saying that this is meant.",
  token_not_supported: "Only USDC.",
  unknown_receiver: "No such account to transfer to.",
  transfer_to_self: "Sender and receiver are the same.",
  foreign_sub_account: "The sub-account belongs to another account.",
  chain_unknown: "No such chain.",
  receiver_chain_not_supported: "Deposits on this chain go to the vault contract.",
  account_type_not_supported: "This kind of account has no deposit address.",
};

export function errorsPage(): string {
  const names = Object.keys(errors) as ErrorName[];
  return `# Errors

A refusal is \`{"success": false, "code": …, "message": …, "timestamp": …}\`. Codes are permanent; texts may become more
exact, so decide by the code. When several things are wrong, the first check decides. \`detail\` holds the numbers of the
failed check, as far as they are known; of a value that is refused, also the value under its own name. A body above the size
limit of its [call](endpoints.md) is answered with 413 and plain text. Which call can give which refusal is said with the
[call](endpoints.md).

| Code | HTTP | Text | What it means | \`detail\` |
|---|---|---|---|---|
${names.map(line).join("\n")}

## Refused credentials

A 401 names the check that failed in \`check\`. They run in this order:

| \`check\` | What is wrong |
|---|---|
| \`header_present\` | one of the four headers is missing |
| \`header_form\` | one of them can't be read |
| \`timestamp\` | more than 300 seconds from the venue's time; every answer carries it in \`timestamp\` |
| \`api_key\` | account or key unknown, expired, or not of each other |
| \`ip\` | the key may not be used from this address |
| \`signature\` | the signature does not fit; a sandbox says in \`expected_text\` what should have been signed |
| \`scope\` | the key lacks the scope |
`;
}

function line(name: ErrorName): string {
  const { code, http, text, details = [] }: ErrorEntry = errors[name];
  const numbers = details.map((number) => `\`${number}\``).join(", ");
  return `| ${code} | ${http} | ${text} | ${MEANINGS[name]} | ${numbers} |`;
}
