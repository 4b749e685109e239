// Deposits by plain transfer, on chains other than the one on which accounts are opened: an account's address there,
// and the deposits received. Interface 4.8 and 4.9, rules 9.2, errors 8.6.

import Type from "typebox";
import { endpoint, perUser, stated } from "../rows/endpoint.ts";
import { orNull, rows, time } from "../rows/shapes.ts";

const scopes = ["read", "trading"] as const;

export const receivers = {
  getAddress: endpoint({
    method: "GET",
    path: "/v1/client/asset/receiver_address",
    summary: "The account's address for deposits by plain transfer: always the same, on every chain that supports them",
    auth: "signed",
    scopes,
    limit: stated(perUser(10)),
    query: Type.Object({
      // Other chains and tokens pass the schema, because the venue refuses them with answers of its own.
      chain_id: Type.Integer({ description: "42161, 56, 36900 or 1" }),
      token: Type.Optional(Type.String({ default: "USDC", description: "USDC or USDT" })),
    }),
    data: Type.Object({
      receiver_address: Type.String({ description: "0x and 40 hex digits" }),
      token_address: orNull(
        Type.String({ description: "the token's contract on that chain; null if the operator has not configured one" }),
      ),
      minimum_deposit: Type.Number({
        description: "in whole tokens; smaller deposits are neither credited nor sent back",
      }),
    }),
    errors: [
      "no_chain",
      "token_not_supported",
      "chain_unknown",
      "receiver_chain_not_supported",
      "account_type_not_supported",
    ],
    source: "interface 4.9, rules 9.2, errors 8.6",
  }),
  getEvents: endpoint({
    method: "GET",
    path: "/v1/client/asset/receiver_events",
    summary: "Deposits by transfer to the account's receiver address and their status, newest first, at most 500",
    auth: "signed",
    scopes,
    limit: perUser(10),
    data: rows(
      Type.Object({
        chain_id: Type.String({ description: "chain of the deposit" }),
        tx_id: Type.String({ description: "hash of the transaction" }),
        token: Type.String({ description: "token that was sent" }),
        amount: Type.Number({
          description: "amount sent and credited, in whole tokens, rounded down to a millionth",
        }),
        trans_status: Type.String({
          description:
            "PENDING: seen on its chain; PROCESSED: on its way to the venue's treasury; COMPLETED: credited; FAILED: it can't be " +
            "swept or credited for now, or its block was replaced; a deposit that is still on the chain continues automatically",
        }),
        fail_reason: Type.Optional(Type.String({ description: "why it is FAILED" })),
        created_time: time,
        updated_time: time,
      }),
    ),
    errors: ["core_unavailable"],
    source: "interface 4.8, rules 9.2",
  }),
} as const;
