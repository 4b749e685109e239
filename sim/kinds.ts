// Which kinds of commands are in play. A kind is switched on once the engine and the model both know it; until then
// nobody in a simulated world sends it.

import type { Command } from "@evermark/engine";

export type Kind = Command["type"];

/** "judged" by the model; "unjudged": only in worlds that the engine alone is run in; "off". */
type Play = "judged" | "unjudged" | "off";

export const KINDS: Readonly<Record<Kind, Play>> = {
  list_market: "judged",
  add_broker: "judged",
  open_account: "judged",
  bind_key: "judged",
  credit_deposit: "judged",
  settle_pnl: "judged",
  set_leverage: "judged",
  place_order: "judged",
  amend_order: "judged",
  cancel_order: "judged",
  cancel_all_orders: "judged",
  cancel_all_after: "judged",
  oracle_prices: "judged",
  set_index_prices: "judged",
  tick: "judged",
  add_sub_account: "unjudged",
  describe_sub_account: "unjudged",
  set_delegate_signer: "unjudged",
  set_maintenance_cancel: "unjudged",
  place_algo_order: "unjudged",
  amend_algo_order: "unjudged",
  cancel_algo_order: "unjudged",
  cancel_all_algo_orders: "unjudged",
  set_broker_fees: "unjudged",
  set_account_fees: "unjudged",
  reset_account_fees: "unjudged",
  set_minimum_tier: "unjudged",
  create_fee_tag: "unjudged",
  edit_fee_tag: "unjudged",
  archive_fee_tag: "unjudged",
  unarchive_fee_tag: "unjudged",
  set_affiliate: "unjudged",
  set_affiliate_basis: "unjudged",
  create_referral_code: "unjudged",
  bind_referral: "unjudged",
  park_deposit: "unjudged",
  issue_nonce: "unjudged",
  request_withdrawal: "unjudged",
  advance_withdrawal: "unjudged",
  transfer_funds: "unjudged",
  allow_transfers: "unjudged",
  top_up_insurance: "unjudged",
  set_margin_mode: "unjudged",
  move_position_margin: "unjudged",
  claim_liquidation: "unjudged",
  claim_insurance_fund: "unjudged",
  set_market_state: "unjudged",
  set_market_rules: "unjudged",
  schedule_delisting: "unjudged",
  schedule_maintenance: "unjudged",
  halt_venue: "unjudged",
  start_session: "unjudged",
  create_vault: "unjudged",
  request_vault_operation: "unjudged",
  set_vault_state: "unjudged",
};

export function inPlay(kind: Kind, judged: boolean): boolean {
  const play = KINDS[kind];
  return play === "judged" || (play === "unjudged" && !judged);
}
