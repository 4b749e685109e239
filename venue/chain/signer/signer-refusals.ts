// Why the signer does not sign. Each refusal has a permanent name, for logs and for people who read them.

/** By name: the HTTP status of the answer, and a description. */
export const REFUSALS = {
  not_authenticated: [401, "the request is not signed with the secret"],
  request_expired: [401, "the request's time is too far from the signer's, or before it was started"],
  request_replayed: [401, "the request was made before"],
  malformed_request: [400, "it is no request for a signature"],
  method_not_allowed: [403, "only eth_signTransaction is answered"],
  sender_not_allowed: [403, "the key is another account's"],
  type_not_allowed: [403, "only transactions of type 0x2 are signed"],
  value_not_allowed: [403, "the chain's coin is not moved"],
  access_list_not_allowed: [403, "nothing is signed with an access list"],
  chain_not_allowed: [403, "the policy has nothing on this chain"],
  recipient_not_allowed: [403, "the policy has nothing for this contract"],
  function_not_allowed: [403, "the policy does not have this function"],
  arguments_malformed: [403, "the call is not what its function's arguments come to"],
  token_not_allowed: [403, "it moves another token than USDC"],
  gas_above_limit: [403, "it would take more gas than the policy has"],
  gas_price_above_limit: [403, "it offers more for a unit of gas than the policy has"],
  amount_above_limit: [403, "it moves more than the policy has for one"],
  hour_used_up: [403, "as many as the policy has for an hour were signed"],
  day_used_up: [403, "as many as the policy has for a day were signed"],
  amount_of_day_used_up: [403, "with it, more would be moved within a day than the policy has"],
  audit_log_failed: [503, "what is signed could not be written down"],
} as const satisfies Readonly<Record<string, readonly [number, string]>>;

export type RefusalName = keyof typeof REFUSALS;

export class SignerRefusal extends Error {
  readonly refusal: RefusalName;

  /** @param values that explain the refusal */
  constructor(refusal: RefusalName, values = "") {
    super(`${REFUSALS[refusal][1]}${values === "" ? "" : `: ${values}`}`);
    this.refusal = refusal;
  }
}
