// Opening an account and binding API keys, by wallet signatures. Interface 4.1 and 5.1, errors 8.1.

import Type from "typebox";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { rows, time } from "../rows/shapes.ts";

/** A wallet: `0x` and 40 hex digits in any case. */
export const walletAddress = Type.String({ pattern: "^0x[0-9a-fA-F]{40}$", expected: "0x and 40 hex digits" });

/** A whole number in a signed message; clients send it as a number or as its digits. */
export const whole = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: "^[0-9]{1,20}$" })]);

// An absent or foreign chain type passes the schema, because the venue refuses it with an answer of its own.
const TAG_LENGTH_MAX = 64;

const chainType = Type.Optional(Type.Unsafe<"EVM">({ description: "EVM; sent with the message, never signed" }));

/** The scopes of a key, as its binding message writes them. */
export const keyScope = Type.String({
  pattern: "^[a-z]+(,[a-z]+)*$",
  expected: "distinct words of read, trading and asset, separated by commas",
  emptyIsBlank: false,
  description: "what the key may do: any of read, trading and asset, separated by commas",
});

export const registration = {
  getNonce: endpoint({
    method: "GET",
    path: "/v1/registration_nonce",
    summary: "A nonce for opening an account; the `timestamp` of this answer is the time to sign with it",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({ registration_nonce: Type.String({ pattern: "^[0-9]+$" }) }),
    source: "interface 4.1, rules 9.4",
  }),
  openAccount: endpoint({
    method: "POST",
    path: "/v1/register_dex_account",
    summary: "Open the account of a wallet under a builder",
    auth: "wallet",
    limit: perIp(10),
    body: Type.Object({
      message: Type.Object({
        brokerId: Type.String(),
        chainId: Type.Integer(),
        timestamp: Type.Union(whole.anyOf, { description: "the `timestamp` that came with the nonce" }),
        registrationNonce: whole,
        chainType,
      }),
      signature: Type.String(),
      userAddress: walletAddress,
    }),
    data: Type.Object({ account_id: Type.String() }),
    errors: ["duplicate", "core_unavailable", "signature_form", "signer_mismatch", "invalid_nonce", "broker_unknown"],
    source: "interface 4.1 and 5.1",
  }),
  getAccount: endpoint({
    method: "GET",
    path: "/v1/get_account",
    summary: "The account of a wallet under a builder",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      address: walletAddress,
      broker_id: Type.String(),
      chain_type: Type.Optional(Type.Enum(["EVM", "SOL"], { default: "EVM" })),
    }),
    data: Type.Object({ user_id: Type.Integer(), account_id: Type.String() }),
    errors: ["not_found"],
    source: "interface 4.1",
  }),
  getAllAccounts: endpoint({
    method: "GET",
    path: "/v1/get_all_accounts",
    summary: "The account of a wallet under a builder, and its sub-accounts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ address: walletAddress, broker_id: Type.String() }),
    data: rows(
      Type.Object({
        user_id: Type.Integer(),
        account_id: Type.String(),
        account_type: Type.Enum(["main", "sub"]),
      }),
    ),
    errors: ["not_found"],
    source: "interface 4.10",
  }),
  getKey: endpoint({
    method: "GET",
    path: "/v1/get_svc_key",
    summary: "What an API key of an account may do, and when it expires",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ account_id: Type.String(), svc_key: Type.String() }),
    data: Type.Object({
      svc_key: Type.String({ description: "the key, as given in the request" }),
      scope: Type.String({ description: "any of read, trading and asset, separated by commas" }),
      expiration: time,
      tag: Type.Optional(Type.String({ description: "the name that its owner gave it; absent when it has none" })),
    }),
    errors: ["not_found"],
    source: "interface 4.10",
  }),
  bindKey: endpoint({
    method: "POST",
    path: "/v1/dex_api_key",
    summary: "Bind an API key to an account, or replace the scope and expiration of a bound key",
    auth: "wallet",
    limit: perIp(10),
    body: Type.Object({
      message: Type.Object({
        brokerId: Type.String(),
        chainId: Type.Integer(),
        key: Type.String(),
        scope: keyScope,
        timestamp: Type.Union(whole.anyOf, { description: "the client's time, in milliseconds since 1970" }),
        expiration: Type.Union(whole.anyOf, {
          description: "when the key expires, in milliseconds since 1970; at most 365 days after `timestamp`",
        }),
        chainType,
        tag: Type.Optional(
          Type.String({
            maxLength: TAG_LENGTH_MAX,
            expected: `at most ${TAG_LENGTH_MAX} characters`,
            description: "a name for the key; sent with the message, never signed",
          }),
        ),
        // Declared so that it is refused: if it were ignored, the key would get more rights than were asked for.
        subAccountId: Type.Optional(
          Type.String({ description: "refused: the main account's key also signs for its sub-accounts" }),
        ),
      }),
      signature: Type.String(),
      userAddress: walletAddress,
    }),
    blankMessage: "must not be blank",
    errors: ["not_found", "core_unavailable", "timestamp_expired", "signature_form", "signer_mismatch"],
    source: "interface 4.1 and 5.1",
  }),
  /** Other venues open accounts at this path; here it only answers that this is the wrong place. */
  openAccountElsewhere: endpoint({
    method: "POST",
    path: "/v1/register_account",
    summary: "Always refused: accounts are opened with `POST /v1/register_dex_account`",
    auth: "wallet",
    limit: perIp(10),
    errors: ["signer_mismatch"],
    source: "interface 7, errors 3",
  }),
  /** Other venues bind keys at this path. */
  bindKeyElsewhere: endpoint({
    method: "POST",
    path: "/v1/svc_key",
    summary: "Always refused: keys are bound with `POST /v1/dex_api_key`",
    auth: "wallet",
    limit: perIp(10),
    errors: ["invalid_parameter"],
    source: "interface 7, errors 3",
  }),
} as const;
