// Strategy vaults: their public data, and the requests that investors and providers make by messages that their wallets
// sign. Interface 4.6, rules 9.4, 9.7 and 10.

import Type from "typebox";
import { walletAddress } from "../accounts/registration.ts";
import { endpoint, perIp, perUser, stated } from "../rows/endpoint.ts";
import { orNull, paged, paging, rows, span, time } from "../rows/shapes.ts";

const source = "interface 4.6 and 4.10, rules 10";

const VAULT_STATES = ["live", "pre_launch", "closing", "closed"] as const;
const TIME_RANGES = ["24h", "7d", "30d", "all_time"] as const;

const vaultId = Type.String({ pattern: "^0x[0-9a-fA-F]{64}$", expected: "0x and 64 hex digits" });
const whole = Type.Union([Type.Integer({ minimum: 0 }), Type.String({ pattern: "^[0-9]{1,20}$" })]);
const usdc = (description: string) => Type.Number({ description: `${description}, in USDC` });
const shares = (description: string) => Type.Number({ description: `${description}, in shares of six decimals` });
const growth = (description: string) =>
  orNull(Type.Number({ description: `${description}, as a fraction: 0.1 is 10 %; null before the first whole day` }));

export const strategyVaults = {
  getVaultNonce: endpoint({
    method: "GET",
    path: "/v1/public/sv_nonce",
    summary: "A nonce for one request to a vault, good for ten minutes and one use, by any caller",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      nonce: Type.Integer({ description: "to be signed; any other number is refused as one that was not handed out" }),
    }),
    source: "rules 9.4",
  }),
  requestVaultOperation: endpoint({
    method: "POST",
    path: "/v1/sv_operation_request",
    summary: "Move money or shares between the account and a strategy vault, by a message that its wallet has signed",
    auth: "signed",
    scopes: ["asset"],
    limit: stated(perIp(10)),
    body: Type.Object({
      message: Type.Object({
        payloadType: Type.Integer({
          enum: [0, 1, 2, 3],
          expected: "0 to 3",
          description:
            "0 an investor deposits, 1 an investor redeems shares, 2 the provider deposits, 3 the provider redeems",
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
      signature: Type.String({ description: "of the wallet over the typed data `DexRequest`: 0x and 130 hex digits" }),
      userAddress: Type.Union([walletAddress], { description: "the wallet that signed" }),
      verifyingContract: Type.String({ description: "the withdrawal contract's address, under which was signed" }),
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
    summary: "What the account has asked of vaults, newest first",
    auth: "signed",
    scopes: ["read", "trading"],
    limit: perUser(10),
    query: Type.Object({
      vault_id: Type.Optional(Type.Union([vaultId], { description: "only what was asked of this vault" })),
      type: Type.Optional(
        Type.Enum(["deposit", "withdraw"], { description: "only what goes in, or only what comes out" }),
      ),
      ...span,
      ...paging,
      size: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 60, description: "rows of a page" })),
    }),
    data: paged(
      Type.Object({
        vault_id: Type.String({ description: "the vault that was asked" }),
        type: Type.Enum(["deposit", "withdrawal"], { description: "whether money went in or comes out" }),
        status: Type.Enum(["pending", "completed", "failed"], {
          description: "pending until all of it is settled and paid; a failed deposit is back in the balance",
        }),
        asset: Type.Literal("USDC", { description: "what is paid" }),
        amount_change: orNull(usdc("paid in, or out; of a withdrawal null until it is completed")),
        shares_change: orNull(shares("minted or redeemed; of a deposit null until it is completed")),
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
      "Bind the key with which a vault's provider trades its fund, by a message that the provider's wallet has signed",
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
        timestamp: Type.Union(whole.anyOf, { description: "the client's time, in milliseconds" }),
        expiration: Type.Union(whole.anyOf, { description: "when the key ends: at most 365 days after `timestamp`" }),
        subAccountId: Type.Optional(
          Type.String({ description: "a sub-account of the fund, when the key is for that; signed when it is sent" }),
        ),
        chainType: Type.Optional(Type.Unsafe<"EVM">({ description: "EVM; sent with the message, never signed" })),
      }),
      signature: Type.String({ description: "of the provider's wallet over the typed data `AddSpDexApiKey`" }),
      userAddress: Type.Union([walletAddress], { description: "the provider's wallet" }),
    }),
    blankMessage: "must not be blank",
    errors: ["timestamp_expired", "signer_mismatch", "signature_form", "not_found", "core_unavailable"],
    source: "rules 9.7 and 10.1",
  }),
  getVaults: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/info",
    summary: "Strategy vaults: what each is, what it asks of investors and what it has earned them",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      vault_id: Type.Optional(Type.Union([vaultId], { description: "only this one" })),
      status: Type.Optional(Type.Enum([...VAULT_STATES], { description: "only those in this state" })),
      broker_ids: Type.Optional(Type.String({ description: "only those of these builders, separated by commas" })),
    }),
    data: rows(
      Type.Object({
        vault_id: Type.String({ description: "names the vault in requests: 0x and 64 hex digits" }),
        vault_address: Type.String({ description: "names the vault in what its provider signs: 0x and 40 hex digits" }),
        vault_type: Type.Enum(["operator", "permissionless"], { description: "which terms it has" }),
        vault_name: Type.String({ description: "what its operator called it" }),
        description: Type.String({ description: "what it says of itself; empty for nothing" }),
        broker_id: Type.String({ description: "the provider's builder" }),
        sp_address: Type.String({ description: "the wallet of the provider, who trades it" }),
        sp_name: orNull(Type.String({ description: "the provider's own word for itself" })),
        asset: Type.Literal("USDC", { description: "what goes in and comes out" }),
        status: Type.Enum([...VAULT_STATES], {
          description: "pre_launch until its provider has put in the reserve, then live; closing, then closed",
        }),
        vault_start_time: orNull(Type.Integer({ description: "when its first period started; null before" })),
        vault_age: Type.Integer({ description: "whole days since then" }),
        performance_fee_rate: Type.Number({ description: "of the gain above the highest price so far, as a fraction" }),
        supported_chains: Type.Array(
          Type.Object({
            chain_id: Type.String({ description: "number of the chain" }),
            chain_name: Type.String({ description: "its name" }),
          }),
          { description: "chains from which a vault's contract takes deposits; deposits from accounts need none" },
        ),
        tvl: usdc("what investors' shares are worth now, with the deposits that wait for the next period"),
        valid_hpr: Type.Number({ description: "what a share has gained since the beginning, as a fraction" }),
        "30d_apy": growth("what a share has gained in 30 days, or since the beginning, compounded to a year"),
        recovery_30d_apy: growth("what it has gained since its lowest price of 30 days, compounded to a year"),
        lifetime_apy: growth("what it has gained since the beginning, compounded to a year"),
        vault_lifetime_net_pnl: usdc("gained for investors since the beginning, fees taken"),
        lp_counts: Type.Integer({ description: "investors with shares" }),
        total_main_shares: shares("all shares of investors"),
        lock_duration: Type.Integer({ description: "how long new shares are locked, in milliseconds" }),
        min_deposit_amount: usdc("least deposit of an investor"),
        min_withdrawal_amount: usdc("least worth of a redemption, unless it is of all that is available"),
        gate_threshold_pct: Type.Number({
          description: "of the vault's value may be redeemed in a period, in percent",
        }),
        gate_triggered: Type.Boolean({ description: "whether the last period left redemptions for the next" }),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getVaultPerformance: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/performance",
    summary: "What a vault has gained and how far it fell on the way, over four spans of time",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ vault_id: Type.Union([vaultId], { description: "the vault" }) }),
    data: rows(
      Type.Object({
        time_range: Type.Enum([...TIME_RANGES], { description: "up to now" }),
        incremental_net_pnl: usdc("gained for investors in that time, fees taken"),
        max_drawdown: Type.Number({
          description: "the deepest fall of a share's price from a price before it, as a fraction, by hours",
        }),
        pnl_max_drawdown: usdc("the deepest fall of the investors' gain, by hours"),
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
    summary: "A vault's gain or value over time, oldest first: by hours, over all time by days",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      vault_id: Type.Union([vaultId], { description: "the vault" }),
      type: Type.Enum(["PNL", "TVL"], {
        description: "what investors gained since the beginning of the span, or what their shares were worth",
      }),
      time_range: Type.Enum([...TIME_RANGES], { description: "up to now" }),
    }),
    data: rows(Type.Object({ timestamp: time, value: usdc("gain or value at that time") })),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getVaultPositions: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/vault/positions",
    summary: "What a vault's fund holds",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ vault_id: Type.Union([vaultId], { description: "the vault" }) }),
    data: rows(
      Type.Object({
        exchange: Type.String({ description: "where: this venue, by its brand" }),
        symbol: Type.String({ description: "the market" }),
        position_qty: Type.Number({ description: "in base currency: > 0 long, < 0 short" }),
        average_open_price: Type.Number({ description: "in quote currency" }),
        mark_price: Type.Number({ description: "now, in quote currency" }),
        est_liq_price: orNull(Type.Number({ description: "where the fund is liquidated; null where no price does" })),
      }),
    ),
    errors: ["not_found"],
    source,
  }),
  getVaultInvestor: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/lp/info",
    summary: "What a wallet has in vaults, over all of its accounts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      wallet_address: Type.Union([walletAddress], { description: "the investor's wallet" }),
      vault_id: Type.Optional(Type.Union([vaultId], { description: "only in this vault" })),
    }),
    data: rows(
      Type.Object({
        vault_id: Type.String({ description: "the vault" }),
        lp_nav: usdc("what its shares are worth now"),
        lp_tvl: usdc("the same with its deposits that wait for the next period"),
        total_main_shares: shares("all of its shares"),
        available_main_shares: shares("those that may be redeemed now: neither locked nor in a request"),
        potential_pnl: usdc("what its shares are worth more than they cost"),
        total_performance_fees: usdc("performance fees that its shares have borne"),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source,
  }),
  getFundPeriods: endpoint({
    method: "GET",
    path: "/v1/public/strategy_vault/fund/period_info",
    summary: "Periods of a vault, newest first, with what a wallet put in and took out at the end of each",
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
        period_number: Type.Integer({ description: "0 from the vault's making to its first start" }),
        start_time: time,
        end_time: Type.Integer({ description: "of the period that runs: when it is due to end, in milliseconds" }),
        total_deposit_amount: orNull(usdc("deposited by the wallet with its end; null while it runs")),
        total_withdrawal_amount: orNull(usdc("redeemed by the wallet with its end; null while it runs")),
      }),
    ),
    errors: ["not_found", "core_unavailable"],
    source: "rules 10.3",
  }),
} as const;
