// Requests of a delegate, who signs for a contract that can't sign itself and that has named the delegate on the chain.
// Rules 9.6 and 9.7, vault 7.1. While the venue has no chain from which to learn whom a contract has named, each of
// these is refused.

import Type from "typebox";
import { endpoint, perIp, perUser } from "../rows/endpoint.ts";
import { SETTLEMENT_MESSAGE, WITHDRAWAL_MESSAGE } from "../rows/endpoint-errors.ts";
import { keyScope, walletAddress, whole } from "./registration.ts";

const delegateContract = Type.String({
  pattern: "^0x[0-9a-fA-F]{40}$",
  expected: "0x and 40 hex digits",
  description: "address of the contract that owns the account",
});
const brokerId = Type.String({ description: "the builder under which the contract has its account" });
const chainId = Type.Integer({ description: "number of the chain that the contract is on" });
const signature = Type.String({
  description: "signature of the contract's signer over the typed data of `message`: 0x and 130 hex digits",
});
const userAddress = Type.String({ ...walletAddress, description: "the contract's signer" });
const verifyingContract = Type.String({ description: "the withdrawal contract's address" });
const timestamp = Type.Union(whole.anyOf, { description: "the signer's time, in milliseconds since 1970" });

export const delegates = {
  confirmSigner: endpoint({
    method: "POST",
    path: "/v1/delegate_signer",
    summary:
      "Confirm oneself as the signer that a contract has most recently named on the chain; opens the contract's account, and " +
      "ends keys that an earlier signer bound",
    auth: "wallet",
    limit: perIp(10),
    body: Type.Object({
      message: Type.Object({
        delegateContract,
        brokerId,
        chainId,
        timestamp: Type.Union(whole.anyOf, { description: "the time that came with the nonce" }),
        registrationNonce: Type.Union(whole.anyOf, { description: "from `GET /v1/registration_nonce`" }),
        txHash: Type.String({
          pattern: "^0x[0-9a-fA-F]{64}$",
          expected: "0x and 64 hex digits",
          description: "hash of the transaction in which the contract named its signer",
        }),
      }),
      signature,
      userAddress,
    }),
    data: Type.Object({
      user_id: Type.Integer({ description: "number of the account, from 1" }),
      account_id: Type.String({ description: "id of the contract's account" }),
      valid_signer: Type.String({ description: "address that signs for it from now on, in lower case" }),
    }),
    errors: [
      "not_found",
      "core_unavailable",
      "refused",
      "signature_form",
      "signer_mismatch",
      "invalid_nonce",
      "broker_unknown",
      "no_chain",
    ],
    source: "rules 9.6 and 9.7",
  }),
  bindKey: endpoint({
    method: "POST",
    path: "/v1/delegate_svc_key",
    summary: "Bind an API key to a contract's account, or replace the scope and expiration of a bound key",
    auth: "wallet",
    limit: perIp(10),
    body: Type.Object({
      message: Type.Object({
        delegateContract,
        brokerId,
        chainId,
        key: Type.String({ description: "the key: `ed25519:` and its public half in base58" }),
        scope: keyScope,
        timestamp,
        expiration: Type.Union(whole.anyOf, {
          description: "when the key expires, in milliseconds since 1970; at most 365 days after `timestamp`",
        }),
      }),
      signature,
      userAddress,
    }),
    data: Type.Object({
      id: Type.Integer({ description: "position of this binding in the venue's journal" }),
      svc_key: Type.String({ description: "the key, as it was sent" }),
    }),
    errors: ["core_unavailable", "timestamp_expired", "signature_form", "signer_mismatch", "no_chain"],
    source: "rules 9.6 and 9.7",
  }),
  settlePnl: endpoint({
    method: "POST",
    path: "/v1/delegate_settle_pnl",
    summary: "Move the profit of all positions of a contract's account into its balance",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    body: Type.Object({
      message: Type.Object({
        delegateContract,
        brokerId,
        chainId,
        settleNonce: Type.Union(whole.anyOf, { description: "from `GET /v1/settle_nonce`" }),
        timestamp,
      }),
      signature,
      userAddress,
      verifyingContract,
    }),
    data: Type.Object({ settle_pnl_id: Type.Integer({ description: "number of the settlement" }) }),
    errors: [...SETTLEMENT_MESSAGE, "no_chain"],
    source: "rules 4.5, 9.6 and 9.7",
  }),
  requestWithdrawal: endpoint({
    method: "POST",
    path: "/v1/delegate_withdraw_request",
    summary: "Withdraw balance of a contract's account to the contract",
    auth: "signed",
    scopes: ["asset"],
    limit: perUser(10),
    body: Type.Object({
      message: Type.Object({
        delegateContract,
        brokerId,
        chainId,
        receiver: Type.String({ description: "the contract itself: no other receiver is accepted" }),
        token: Type.String({ description: "USDC" }),
        // Invalid amounts pass the schema, because the venue refuses them with an answer of its own.
        amount: Type.Unsafe<string>({ description: "digits: millionths of a USDC, at most 2^128 − 1" }),
        withdrawNonce: Type.Union(whole.anyOf, { description: "from `GET /v1/withdraw_nonce`" }),
        timestamp,
      }),
      signature,
      userAddress,
      verifyingContract,
    }),
    data: Type.Object({ withdraw_id: Type.Integer({ description: "number of the withdrawal" }) }),
    errors: [...WITHDRAWAL_MESSAGE, "no_chain"],
    source: "rules 9.3, 9.6 and 9.7",
  }),
} as const;
