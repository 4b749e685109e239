// Settlement, transfers, withdrawals, and the histories of money. Interface 4.6 and 5.4, rules 4.5 and 9.

import Type from "typebox";
import { walletAddress } from "../accounts/registration.ts";
import { endpoint, perIp, perUser, stated } from "../rows/endpoint.ts";
import { SETTLEMENT_MESSAGE, WITHDRAWAL_MESSAGE } from "../rows/endpoint-errors.ts";
import { chainProgress, decimalThatIs, paged, paging, span, time } from "../rows/shapes.ts";

const scopes = ["read", "trading"] as const;
const assetScopes = ["asset"] as const;
const TRANSFER_RECEIVERS_MAX = 50;

const chainType = Type.Optional(Type.Unsafe<"EVM">({ description: "EVM; sent with the message, never signed" }));
const whole = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: "^[0-9]{1,20}$" })]);
const clientTime = Type.Union(whole.anyOf, { description: "the client's time, in milliseconds since 1970" });
const signature = Type.String();
const verifyingContract = Type.String({ description: "the withdrawal contract's address" });

// Invalid amounts pass the schema, because the venue refuses them with an answer of its own.
const amount = Type.Unsafe<string>({ description: "digits: millionths of a USDC, at most 2^128 − 1" });

const states = ["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"] as const;

export const funds = {
  getSettleNonce: endpoint({
    method: "GET",
    path: "/v1/settle_nonce",
    summary: "A nonce for one settlement",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: Type.Object({ settle_nonce: Type.Integer() }),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 9.4",
  }),
  settlePnl: endpoint({
    method: "POST",
    path: "/v1/settle_pnl",
    summary: "Move the profit of all positions into the balance, with a message that the wallet has signed",
    auth: "signed",
    scopes,
    limit: perUser(10),
    body: Type.Object({
      message: Type.Object({
        brokerId: Type.String(),
        chainId: Type.Integer(),
        chainType,
        settleNonce: whole,
        timestamp: clientTime,
      }),
      signature,
      userAddress: walletAddress,
      verifyingContract,
    }),
    data: Type.Object({ settle_pnl_id: Type.Integer() }),
    errors: SETTLEMENT_MESSAGE,
    source: "rules 4.5 and 9.7, errors 8.6",
  }),
  settleSubAccountPnl: endpoint({
    method: "POST",
    path: "/v1/sub_account_settle_pnl",
    summary: "Settle the profit of a sub-account; the main account's key signs the request, the wallet need not",
    auth: "signed",
    scopes,
    limit: perUser(10),
    body: Type.Object({ settle_nonce: Type.Integer({ minimum: 0 }) }),
    data: Type.Object({ settle_pnl_id: Type.Integer() }),
    errors: ["core_unavailable", "refused", "invalid_nonce", "account_type_not_supported"],
    source: "interface 4.5, rules 9.6",
  }),
  getSettlements: endpoint({
    method: "GET",
    path: "/v1/pnl_settlement/history",
    summary: "Settlements of the account, newest first",
    auth: "signed",
    scopes,
    limit: perUser(20),
    query: Type.Object({ ...span, ...paging }),
    data: paged(
      Type.Object({
        id: Type.Integer(),
        old_balance: Type.Number(),
        new_balance: Type.Number(),
        settled_amount: Type.Number({ description: "difference of the two balances, in USDC" }),
        requested_time: time,
        settled_time: time,
        symbols: Type.Array(Type.Object({ symbol: Type.String(), settled_amount: Type.Number() })),
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 4.5",
  }),
  transfer: endpoint({
    method: "POST",
    path: "/v1/internal_transfer",
    summary: "Move balance to one or more accounts of the same owner: all transfers are made, or none",
    auth: "signed",
    scopes: assetScopes,
    once: true,
    limit: perUser(10),
    body: Type.Object({
      token: Type.String(),
      receiver_list: Type.Array(
        Type.Object({
          account_id: Type.String(),
          amount: decimalThatIs("in USDC"),
        }),
        { minItems: 1, maxItems: TRANSFER_RECEIVERS_MAX },
      ),
    }),
    bodyBytes: 16_384,
    data: Type.Object({ internal_transfer_request_id: Type.Integer() }),
    errors: [
      "duplicate",
      "core_unavailable",
      "refused",
      "amount_error",
      "withdrawal_in_progress",
      "token_not_supported",
      "unknown_receiver",
      "transfer_to_self",
      "foreign_sub_account",
    ],
    source: "interface 4.10, rules 9.5, errors 8.6",
  }),
  getTransferNonce: endpoint({
    method: "GET",
    path: "/v1/transfer_nonce",
    summary:
      "A nonce for one transfer that the wallet signs; a key without scope `asset` sees the next nonce without taking it",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: Type.Object({ transfer_nonce: Type.Integer() }),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 9.4",
  }),
  getTransfers: endpoint({
    method: "GET",
    path: "/v1/internal_transfer_history",
    summary: "Transfers that the account sent (OUT) or received (IN), newest first",
    auth: "signed",
    scopes: assetScopes,
    limit: perUser(10),
    query: Type.Object({
      side: Type.Enum(["IN", "OUT"], { description: "IN: received by the account; OUT: sent by it" }),
      status: Type.Optional(Type.Enum(["CREATED", "PENDING", "COMPLETED", "FAILED"])),
      ...span,
      ...paging,
      from_account_id: Type.Optional(Type.String()),
      to_account_id: Type.Optional(Type.String()),
      main_sub_only: Type.Optional(
        Type.Boolean({
          description: "true: only transfers between accounts of one owner; false: only transfers between owners",
        }),
      ),
    }),
    data: paged(
      Type.Object({
        id: Type.String(),
        internal_transfer_request_id: Type.Integer(),
        token: Type.String(),
        amount: Type.Number(),
        from_account_id: Type.String(),
        to_account_id: Type.String(),
        status: Type.Enum(["CREATED", "PENDING", "COMPLETED", "FAILED"]),
        created_time: time,
        updated_time: time,
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 9.5",
  }),
  getWithdrawNonce: endpoint({
    method: "GET",
    path: "/v1/withdraw_nonce",
    summary: "A nonce for one withdrawal; a key without scope `asset` sees the next nonce without taking it",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: Type.Object({ withdraw_nonce: Type.Integer() }),
    errors: ["core_unavailable"],
    source: "interface 4.6, rules 9.4",
  }),
  requestWithdrawal: endpoint({
    method: "POST",
    path: "/v1/withdraw_request",
    summary: "Withdraw balance to the wallet, with a message that the wallet has signed",
    auth: "signed",
    scopes: assetScopes,
    limit: stated(perIp(10)),
    body: Type.Object({
      message: Type.Object({
        brokerId: Type.String(),
        chainId: Type.Integer(),
        chainType,
        receiver: Type.String(),
        token: Type.String(),
        amount,
        withdrawNonce: whole,
        timestamp: clientTime,
        allowCrossChainWithdraw: Type.Optional(Type.Boolean({ default: false })),
      }),
      signature,
      userAddress: walletAddress,
      verifyingContract,
    }),
    data: Type.Object({ withdraw_id: Type.Integer() }),
    errors: WITHDRAWAL_MESSAGE,
    source: "interface 4.6 and 5.4, rules 9.3, errors 8.6",
  }),
  getAssetHistory: endpoint({
    method: "GET",
    path: "/v1/asset/history",
    summary: "Deposits and withdrawals of the account, newest first",
    auth: "signed",
    scopes,
    limit: perUser(10),
    query: Type.Object({
      token: Type.Optional(Type.String({ description: "only this token; tokens other than USDC have no rows" })),
      side: Type.Optional(Type.Enum(["DEPOSIT", "WITHDRAW"], { description: "only this direction" })),
      status: Type.Optional(
        Type.Enum([...states, "NEW", "CONFIRM"], { description: "only this state; NEW and CONFIRM mean PENDING" }),
      ),
      ...span,
      ...paging,
    }),
    data: paged(
      Type.Object({
        id: Type.String({ description: "unique id of this record, the same in all its states" }),
        tx_id: Type.String({ description: "hash of the transaction; empty until it is known" }),
        side: Type.Enum(["DEPOSIT", "WITHDRAW"], { description: "direction of the money" }),
        token: Type.String({ description: "token: USDC" }),
        amount: Type.Number({ description: "in USDC; for a withdrawal, its fee included" }),
        fee: Type.Number({ description: "fee deducted from a withdrawal, in USDC" }),
        trans_status: Type.Enum([...states], {
          description:
            "PENDING: a deposit that is on its chain but not final, or a withdrawal that is accepted but not sent; " +
            "PENDING_REBALANCE: the vault is short of funds for now; PROCESSING: on its way; COMPLETED: credited, or paid " +
            "out; FAILED: the deposit disappeared from its chain, or the withdrawal was returned to the balance",
        }),
        created_time: time,
        updated_time: time,
        chain_id: Type.String({ description: "chain that it came from or goes to" }),
        ...chainProgress,
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.6, rules 9.8",
  }),
  getDistributions: endpoint({
    method: "GET",
    path: "/v1/client/distribution_history",
    summary: "Rebates and fee shares that were paid to the account, newest first",
    auth: "signed",
    scopes,
    limit: perUser(10),
    query: Type.Object({
      status: Type.Optional(Type.Enum(["CREATED", "SPLIT", "COMPLETED"])),
      type: Type.Optional(Type.Enum(["BROKER_FEE", "REFEREE_REBATE", "REFERRER_REBATE"])),
      ...span,
      ...paging,
    }),
    data: paged(
      Type.Object({
        id: Type.Integer(),
        token: Type.String(),
        type: Type.Enum(["BROKER_FEE", "REFEREE_REBATE", "REFERRAL_REBATE"]),
        amount: Type.Number(),
        status: Type.Literal("COMPLETED"),
        created_time: time,
        updated_time: time,
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.10, rules 8.5",
  }),
};
