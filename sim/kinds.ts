// Which kinds of commands are in play. A kind is switched on once the engine and the model both know it; until then
// nobody in a simulated world sends it.

import type { Command } from "@evermark/engine";

type Kind = Command["type"];

/** "judged" by the model; "unjudged": only in worlds that the engine alone is run in; "off". */
type Play = "judged" | "unjudged" | "off";

const KINDS: Readonly<Record<Kind, Play>> = {
  list_market: "judged",
  add_broker: "judged",
  open_account: "judged",
  bind_key: "judged",
  remove_key: "judged",
  restrict_key: "judged",
  announce_delegate: "judged",
  confirm_delegate: "judged",
  credit_deposit: "judged",
  observe_deposit: "judged",
  drop_deposit: "judged",
  send_withdrawal: "judged",
  pause_withdrawals: "judged",
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
  add_sub_account: "judged",
  describe_sub_account: "judged",
  set_delegate_signer: "judged",
  set_maintenance_cancel: "judged",
  mark_notifications: "judged",
  place_algo_order: "judged",
  amend_algo_order: "judged",
  cancel_algo_order: "judged",
  cancel_all_algo_orders: "judged",
  set_broker_fees: "judged",
  set_account_fees: "judged",
  reset_account_fees: "judged",
  set_minimum_tier: "judged",
  create_fee_tag: "judged",
  edit_fee_tag: "judged",
  archive_fee_tag: "judged",
  unarchive_fee_tag: "judged",
  set_affiliate: "unjudged",
  set_affiliate_basis: "unjudged",
  create_referral_code: "judged",
  bind_referral: "judged",
  park_deposit: "judged",
  issue_nonce: "judged",
  request_withdrawal: "judged",
  advance_withdrawal: "judged",
  transfer_funds: "judged",
  allow_transfers: "judged",
  top_up_insurance: "judged",
  set_margin_mode: "judged",
  move_position_margin: "judged",
  claim_liquidation: "judged",
  claim_insurance_fund: "judged",
  set_market_state: "judged",
  set_market_rules: "judged",
  schedule_delisting: "judged",
  schedule_maintenance: "judged",
  halt_venue: "judged",
  halt_for_clock: "judged",
  announce: "judged",
  withdraw_announcement: "judged",
  start_session: "judged",
  // The program that runs a venue sends these.
  set_hash_key: "off",
  set_behaviour: "off",
  confirm_digest: "off",
  create_vault: "judged",
  request_vault_operation: "judged",
  set_vault_state: "judged",
};

export function inPlay(kind: Kind, judged: boolean): boolean {
  const play = KINDS[kind];
  return play === "judged" || (play === "unjudged" && !judged);
}
