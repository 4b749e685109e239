// Strategy vaults: their public data, and the requests that investors and providers make by messages that their wallets
// sign. Interface 4.6, rules 9.4, 9.7 and 10.

import Type from "typebox";
import { walletAddress } from "../accounts/registration.ts";
import { endpoint, perIp, perUser, stated } from "../rows/endpoint.ts";
import { inUnit, orNull, paged, paging, rows, span, time } from "../rows/shapes.ts";

const source = "interface 4.6 and 4.10, rules 10";

const VAULT_STATES = ["live", "pre_launch", "closing", "closed"] as const;
const TIME_RANGES = ["24h", "7d", "30d", "all_time"] as const;

const vaultId = Type.String({ pattern: "^0x[0-9a-fA-F]{64}$", expected: "0x and 64 hex digits" });
const whole = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: "^[0-9]{1,20}$" })]);
const usdc = (description: string) => Type.Number({ description: inUnit(description, "in USDC") });
const shares = (description: string) => Type.Number({ description: inUnit(description, "in shares of six decimals") });
const growth = (description: string) =>
  orNull(Type.Number({ description: `${description}, as a fraction: 0.1 is 10 %; null before the first whole day` }));

export const strategyVaults = {
  getVaultNonce: endpoint({
    method: "GET",
    path: "/v1/public/sv_nonce",
    summary: "A nonce for one request to a vault, valid for ten minutes and for one use by any caller",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      nonce: Type.Integer({ description: "nonce to sign; a number that the venue has not issued is refused" }),
    }),
    source: "rules 9.4",
  }),
  requestVaultOperation: endpoint({
    method: "POST",
    path: "/v1/sv_operation_request",
    summary:
      "Move money or shares between the account and a strategy vault, with a message that the account's wallet has signed",
    auth: "signed",
    scopes: ["asset"],
    limit: stated(perIp(10)),
    body: Type.Object({
      message: Type.Object({
        payloadType: Type.Integer({
          enum: [0, 1, 2, 3],
          expected: "0 to 3",
          description:
            "0: an investor deposits; 1: an investor redeems shares; 2: the provider deposits; 3: the provider redeems shares",
        }),
        nonce: Type.Union(whole.anyOf, { description: "from `GET /v1/public/sv_nonce`" }),
        receiver: Type.String({ description: "the account's own wallet" }),
        amount: Type.Unsafe<string>({
          description: "digits: millionths of a USDC for a deposit, millionths of a share for a redemption",
        }),
        vaultId: Type.String({ description: "`vault_id` of the vault" }),
        token: Type.String({ description: "always USDC" }),
        dexBrokerId: Type.String({ description: "the account's builder" }),
        chainId: Type.Integer({ description: "the venue's chain; sent with the message, never signed" }),
        chainType: Type.Optional(Type.Unsafe<"EVM">({ description: "EVM; sent with the message, never signed" })),
      }),
      signature: Type.String({
        description: "signature of the wallet over the typed data `DexRequest`: 0x and 130 hex digits",
      }),
      userAddress: Type.Union([walletAddress], { description: "the wallet that signed" }),
      verifyingContract: Type.String({
        description: "address of the withdrawal contract, which is in the domain of the signed data",
      }),
    }),
    errors: [
      "verifying_contract",
      "amount_error",
      "not_found",
      "broker_unknown",
      "signer_mismatch",
      "signature_form",
      "invalid_receiver",
      "chain_not_supported",
      "token_not_supported",
      "invalid_nonce",
      "core_unavailable",
      "refused",
    ],
    source: "interface 4.6, rules 9.7 and 10.2, errors 8.6",
  }),
  getVaultTransactions: endpoint({
    method: "GET",
    path: "/v1/account_sv_transaction_history",
    summary: "The account's requests to vaults, newest first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    query: Type.Object({
      vault_id: Type.Optional(Type.Union([vaultId], { description: "only requests to this vault" })),
      type: Type.Optional(Type.Enum(["deposit", "withdraw"], { description: "only deposits, or only withdrawals" })),
      ...span,
      ...paging,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60, description: "entries on a page" })),
    }),
    data: paged(
      Type.Object({
        vault_id: Type.String({ description: "vault of the request" }),
        type: Type.Enum(["deposit", "withdrawal"], { description: "whether money goes in or comes out" }),
        status: Type.Enum(["pending", "completed", "failed"], {
          description: "pending until all of it is settled and paid; a failed deposit has been returned to the balance",
        }),
        asset: Type.Literal("USDC", { description: "currency of the payment" }),
        amount_change: orNull(usdc("amount paid in or out; null for a withdrawal that is not completed")),
        shares_change: orNull(shares("shares minted or redeemed; null for a deposit that is not completed")),
        created_time: time,
      }),
    ),
    errors: ["core_unavailable"],
    source: "rules 10.2 and 10.5",
  }),
  bindProviderKey: endpoint({
    method: "POST",
    path: "/v1/sv/sp_svc_key",
    summary:
      "Bind the key with which a vault's provider trades its fund, with a message that the provider's wallet has signed",
    auth: "wallet",
    limit: perIp(10),
    body: Type.Object({
      message: Type.Object({
        contract: Type.Union([walletAddress], { description: "`vault_address` of the vault" }),
        brokerId: Type.String({ description: "the provider's builder" }),
        chainId: Type.Integer({ description: "the venue's chain" }),
        key: Type.String({ description: "`ed25519:` and the base58 public key" }),
        scope: Type.String({
          pattern: "^[a-z]+(,[a-z]+)*$",
          expected: "distinct words of read, trading and asset, separated by commas",
          emptyIsBlank: false,
          description: "what the key may do: read, trading",
        }),
        timestamp: Type.Union(whole.anyOf, { description: "the client's time, in milliseconds since 1970" }),
        expiration: Type.Union(whole.anyOf, {
          description: "when the key expires, in milliseconds since 1970; at most 365 days after `timestamp`",
        }),
        subAccountId: Type.Optional(
          Type.String({ description: "sub-account of the fund, if the key is for that; signed if it is sent" }),
        ),
        chainType: Type.Optional(Type.Unsafe<"EVM">({ description: "EVM; sent with the message, never signed" })),
      }),
      signature: Type.String({
        description: "signature of the provider's wallet over the typed data `AddSpDexApiKey`",
      }),
      userAddress: Type.Union([walletAddress], { description: "the provider's wallet" }),
    }),
    blankMessage: "must not be blank",
    errors: ["timestamp_expired", "signer_mismatch", "signature_form", "not_found", "core_unavailable"],
    source: "rules 9.7 and 10.1",
  }),
  getVaults: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/info",
    summary: "Strategy vaults: their terms for investors, and what they have earned for them",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      vault_id: Type.Optional(Type.Union([vaultId], { description: "only this vault" })),
      status: Type.Optional(Type.Enum([...VAULT_STATES], { description: "only vaults in this state" })),
      broker_ids: Type.Optional(Type.String({ description: "only vaults of these builders, separated by commas" })),
    }),
    data: rows(
      Type.Object({
        vault_id: Type.String({ description: "id of the vault in requests: 0x and 64 hex digits" }),
        vault_address: Type.String({
          description: "address of the vault in messages that its provider signs: 0x and 40 hex digits",
        }),
        vault_type: Type.Enum(["operator", "permissionless"], { description: "which set of terms applies to it" }),
        vault_name: Type.String({ description: "name that the operator gave it" }),
        description: Type.String({ description: "the vault's description of itself; may be empty" }),
        broker_id: Type.String({ description: "the provider's builder" }),
        sp_address: Type.String({ description: "wallet of the provider, who trades the vault's fund" }),
        sp_name: orNull(Type.String({ description: "the provider's name for itself" })),
        asset: Type.Literal("USDC", { description: "currency of deposits and redemptions" }),
        status: Type.Enum([...VAULT_STATES], {
          description: "pre_launch until its provider has deposited the reserve, then live; closing, then closed",
        }),
        vault_start_time: orNull(
          Type.Integer({ description: "when its first period started, in milliseconds since 1970; null before that" }),
        ),
        vault_age: Type.Integer({ description: "whole days since then" }),
        performance_fee_rate: Type.Number({
          description: "share of the gain above the highest share price so far, as a fraction",
        }),
        supported_chains: Type.Array(
          Type.Object({
            chain_id: Type.String({ description: "number of the chain" }),
            chain_name: Type.String({ description: "name of the chain" }),
          }),
          { description: "chains on which a vault contract accepts deposits; deposits from accounts need no chain" },
        ),
        tvl: usdc("current value of the investors' shares, including deposits that wait for the next period"),
        valid_hpr: Type.Number({ description: "gain of a share since the vault began, as a fraction" }),
        "30d_apy": growth(
          "gain of a share in the last 30 days, or since the vault began if that is later, compounded to a year",
        ),
        recovery_30d_apy: growth("gain of a share since its lowest price in the last 30 days, compounded to a year"),
        lifetime_apy: growth("gain of a share since the vault began, compounded to a year"),
        vault_lifetime_net_pnl: usdc("gain of the investors since the vault began, after fees"),
        lp_counts: Type.Integer({ description: "number of investors with shares" }),
        total_main_shares: shares("total shares of investors"),
        lock_duration: Type.Integer({ description: "how long new shares are locked, in milliseconds" }),
        min_deposit_amount: usdc("smallest deposit of an investor"),
        min_withdrawal_amount: usdc("smallest value of a redemption, unless all available shares are redeemed"),
        gate_threshold_pct: Type.Number({
          description: "share of the vault's value that may be redeemed in a period, in percent",
        }),
        gate_triggered: Type.Boolean({
          description: "whether redemptions of the last period were carried over to the next",
        }),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getVaultPerformance: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/performance",
    summary: "Gains and drawdowns of a vault over four periods of time",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ vault_id: Type.Union([vaultId], { description: "the vault" }) }),
    data: rows(
      Type.Object({
        time_range: Type.Enum([...TIME_RANGES], { description: "time range, up to now" }),
        incremental_net_pnl: usdc("gain of the investors in that time, after fees"),
        max_drawdown: Type.Number({
          description: "largest fall of the share price from an earlier price, as a fraction, from hourly prices",
        }),
        pnl_max_drawdown: usdc("largest fall of the investors' gain, from hourly figures"),
        fees: usdc("performance fees that the provider took"),
        volume: usdc("traded by the fund"),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getVaultPerformanceChart: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/performance_chart",
    summary: "A vault's gain or value over time, oldest first: hourly, or daily for all_time",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      vault_id: Type.Union([vaultId], { description: "the vault" }),
      type: Type.Enum(["PNL", "TVL"], {
        description:
          "PNL: what investors have gained since the beginning of the time range; TVL: what their shares were worth",
      }),
      time_range: Type.Enum([...TIME_RANGES], { description: "time range, up to now" }),
    }),
    data: rows(Type.Object({ timestamp: time, value: usdc("gain or value at that time") })),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getVaultPositions: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/positions",
    summary: "The positions of a vault's fund",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ vault_id: Type.Union([vaultId], { description: "the vault" }) }),
    data: rows(
      Type.Object({
        exchange: Type.String({ description: "the brand of this venue, where the fund trades" }),
        symbol: Type.String({ description: "the market" }),
        position_qty: Type.Number({ description: "in base currency: > 0 long, < 0 short" }),
        average_open_price: Type.Number({ description: "in quote currency" }),
        mark_price: Type.Number({ description: "current mark price, in quote currency" }),
        est_liq_price: orNull(
          Type.Number({
            description: "mark price at which the fund would be liquidated; null if there is no such price",
          }),
        ),
      }),
    ),
    errors: ["not_found"],
    source,
  }),
  getVaultInvestor: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/lp/info",
    summary: "A wallet's investments in vaults, over all of its accounts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      wallet_address: Type.Union([walletAddress], { description: "the investor's wallet" }),
      vault_id: Type.Optional(Type.Union([vaultId], { description: "only in this vault" })),
    }),
    data: rows(
      Type.Object({
        vault_id: Type.String({ description: "the vault" }),
        lp_nav: usdc("current value of its shares"),
        lp_tvl: usdc("the same, including its deposits that wait for the next period"),
        total_main_shares: shares("all of its shares"),
        available_main_shares: shares("shares that can be redeemed now: neither locked nor part of a request"),
        potential_pnl: usdc("current value of its shares less their cost"),
        total_performance_fees: usdc("performance fees charged on its shares"),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getFundPeriods: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/fund/period_info",
    summary: "Periods of a vault, newest first, with what a wallet deposited and redeemed at the end of each",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      vault_id: Type.Union([vaultId], { description: "the vault" }),
      wallet_address: Type.Union([walletAddress], { description: "an investor's or the provider's wallet" }),
      period_number: Type.Optional(
        Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: "only this period" }),
      ),
      ...paging,
    }),
    data: paged(
      Type.Object({
        period_number: Type.Integer({
          description: "number of the period; 0 from the creation of the vault until its first start",
        }),
        start_time: time,
        end_time: Type.Integer({
          description: "when it ended, in milliseconds since 1970; for the current period, when it is due to end",
        }),
        total_deposit_amount: orNull(usdc("deposited by the wallet at its end; null for the current period")),
        total_withdrawal_amount: orNull(usdc("redeemed by the wallet at its end; null for the current period")),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source: "rules 10.3",
  }),
} as const;
