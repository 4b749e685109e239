// Where each engine command enters: a call of the interface, an operator's tool, or the program that runs the venue. A
// command that nothing outside can reach is a broken promise, and code that is never tried.

import { expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Command, DECLARATIONS, type Sender } from "@evermark/engine";
import { endpoints } from "@evermark/interface/endpoints.ts";
import { operatorActs } from "@evermark/interface/operators/operator-acts.ts";
import { Glob } from "bun";

const ROOT = join(import.meta.dir, "../..");

/** The commands that enter by a call. Commands that only the venue gives, or only older journals contain, are declared so. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  add_broker: ["POST /v1/register_dex_account"],
  open_account: ["POST /v1/register_dex_account"],
  bind_key: ["POST /v1/dex_api_key", "POST /v1/sv/sp_svc_key"],
  remove_key: ["POST /v1/client/remove_svc_key"],
  restrict_key: ["POST /v1/client/set_svc_key_ip_restriction"],
  add_sub_account: ["POST /v1/client/add_sub_account", "POST /sandbox/vault"],
  describe_sub_account: ["POST /v1/client/update_sub_account"],
  announce_delegate: ["POST /sandbox/delegate"],
  confirm_delegate: ["POST /v1/delegate_signer"],
  set_maintenance_cancel: ["POST /v1/client/maintenance_config"],
  place_algo_order: ["POST /v1/algo/order"],
  amend_algo_order: ["PUT /v1/algo/order"],
  cancel_algo_order: ["DELETE /v1/algo/order"],
  cancel_all_algo_orders: ["DELETE /v1/algo/orders"],
  set_broker_fees: ["POST /v1/broker/fee_rate/default"],
  set_account_fees: ["POST /v1/broker/fee_rate/set"],
  reset_account_fees: ["POST /v1/broker/fee_rate/set_default"],
  set_minimum_tier: ["POST /sandbox/builder"],
  create_fee_tag: ["POST /v1/broker/order_enum"],
  edit_fee_tag: ["PUT /v1/broker/order_enum/{enum_id}"],
  archive_fee_tag: ["POST /v1/broker/order_enum/archive"],
  unarchive_fee_tag: ["POST /v1/broker/order_enum/unarchive"],
  create_referral_code: ["POST /v1/referral/create"],
  bind_referral: ["POST /v1/referral/bind"],
  set_affiliate: ["POST /v1/referral/multi_level/rebate_rate/update"],
  set_affiliate_basis: ["POST /v1/referral/multi_level/basis"],
  credit_deposit: ["POST /v1/faucet/usdc", "POST /sandbox/deposit"],
  settle_pnl: ["POST /v1/settle_pnl", "POST /v1/sub_account_settle_pnl"],
  park_deposit: ["POST /sandbox/deposit"],
  issue_nonce: ["GET /v1/withdraw_nonce", "GET /v1/settle_nonce", "GET /v1/transfer_nonce"],
  request_withdrawal: ["POST /v1/withdraw_request"],
  advance_withdrawal: ["POST /sandbox/withdrawal"],
  transfer_funds: ["POST /v1/internal_transfer"],
  allow_transfers: ["POST /sandbox/builder", "POST /sandbox/account"],
  top_up_insurance: ["POST /sandbox/insurance_fund"],
  claim_liquidation: ["POST /v1/liquidation"],
  claim_insurance_fund: ["POST /v1/claim_insurance_fund"],
  set_leverage: ["POST /v1/client/leverages"],
  set_margin_mode: ["POST /v1/client/margin_mode"],
  move_position_margin: ["POST /v1/position_margin"],
  set_market_state: ["POST /sandbox/market"],
  set_market_rules: ["POST /sandbox/market"],
  schedule_delisting: ["POST /sandbox/market"],
  schedule_maintenance: ["POST /sandbox/maintenance"],
  pause_withdrawals: ["POST /sandbox/withdrawals"],
  halt_venue: ["POST /sandbox/halt"],
  announce: ["POST /sandbox/announcement"],
  withdraw_announcement: ["DELETE /sandbox/announcement"],
  mark_notifications: ["POST /v1/notification/inbox/mark_read"],
  place_order: ["POST /v1/order"],
  amend_order: ["PUT /v1/order"],
  cancel_order: ["DELETE /v1/order"],
  cancel_all_orders: ["DELETE /v1/orders"],
  cancel_all_after: ["POST /v1/order/cancel_all_after"],
  set_index_prices: ["POST /sandbox/prices"],
  create_vault: ["POST /sandbox/vault"],
  request_vault_operation: ["POST /v1/sv_operation_request"],
  set_vault_state: ["POST /sandbox/vault_state"],
};

const commands = Object.keys(DECLARATIONS) as Command["type"][];
const comesFrom = (command: Command["type"], sender: Sender) => DECLARATIONS[command].from.includes(sender);
const OUTSIDE: readonly Sender[] = ["trader", "builder", "operator"];

test("exactly the commands that come from outside have a call", () => {
  const fromOutside = commands.filter((command) => OUTSIDE.some((sender) => comesFrom(command, sender)));
  expect(Object.keys(DOORS).sort()).toEqual(fromOutside.sort());
});

test("every door is a call of the interface", () => {
  const rows = new Set(endpoints.map(({ method, path }) => `${method} ${path}`));
  expect(Object.values(DOORS).flatMap((calls) => calls.filter((call) => !rows.has(call)))).toEqual([]);
});

test("only commands that a test needs are limited to a sandbox", () => {
  const acts = new Set(
    Object.values(operatorActs).map(({ call }) => ("path" in call ? `${call.method} ${call.path}` : "")),
  );
  const isSandboxOnly = (door: string) =>
    endpoints.some((row) => `${row.method} ${row.path}` === door && (row.sandboxOnly || row.auth === "sandbox"));
  const isShut = (command: Command["type"]) =>
    !comesFrom(command, "venue") && DOORS[command]?.every((door) => isSandboxOnly(door) && !acts.has(door));
  expect(commands.filter(isShut).sort()).toEqual(["set_index_prices"]);
});

test("every command is sent by a program, except those of older journals", () => {
  const sources = [...new Glob("{core,venue}/**/*.ts").scanSync(ROOT)].filter(
    (file) => !/\.test\.ts$|testing\//.test(file),
  );
  const text = sources.map((file) => readFileSync(join(ROOT, file), "utf8")).join("\n");
  const ungiven = commands.filter((command) => !text.includes(`"${command}"`));
  expect(ungiven).toEqual(commands.filter((command) => comesFrom(command, "older journals")));
});
