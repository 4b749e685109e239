// Facts about a venue that rarely change: its collateral, its chain, its builders, its price sources, and which wallet an
// account belongs to. Whatever the venue can't know before it is connected to a chain is null, never invented. Interface 4.10.

import Type from "typebox";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { orNull, rows } from "../rows/shapes.ts";

const brokerId = Type.Optional(Type.String({ minLength: 1, description: "a builder; without it, every builder" }));
const chainId = Type.Optional(Type.Integer({ minimum: 1, description: "of this chain alone" }));

const chainDetail = Type.Object({
  chain_id: Type.Integer({ description: "the chain of deposits and wallets" }),
  contract_address: orNull(Type.String({ description: "of the token; null while the venue is connected to no chain" })),
  decimals: Type.Integer({ description: "of the token's smallest unit on the chain" }),
  display_name: Type.String({ description: "the token's name on the chain" }),
  withdraw_fee: Type.Number({ description: "kept out of a withdrawal, in USDC" }),
  cross_chain_withdrawal_fee: orNull(
    Type.Number({ description: "the same to another chain; null: withdrawals go to the one supported chain only" }),
  ),
  exclusive_deposit_supported: Type.Boolean({
    description: "whether an account has an address of its own on this chain to deposit to; here it has the vault",
  }),
});

const token = Type.Object({
  token: Type.String({ description: "its name on the wire: `USDC`" }),
  token_hash: Type.String({ description: "Keccak-256 of the name, as contracts know it" }),
  decimals: Type.Integer({ description: "of amounts that wallets sign: 6" }),
  is_collateral: Type.Boolean({ description: "whether it backs positions" }),
  base_weight: Type.Number({ description: "how much of its value counts as collateral: 1 is all" }),
  discount_factor: orNull(Type.Number({ description: "lowers that weight as the amount grows; null: nothing does" })),
  haircut: Type.Number({ description: "how much less it counts than it is worth, as a fraction" }),
  user_max_qty: Type.Number({ description: "the most of one account that counts; -1 for no limit" }),
  minimum_withdraw_amount: Type.Number({ description: "the smallest withdrawal, in USDC" }),
  on_chain_swap: Type.Boolean({ description: "whether it is exchanged on the chain before it counts" }),
  chain_details: Type.Array(chainDetail, { description: "by chain that it can come from" }),
});

const chain = Type.Object({
  name: Type.String({ description: "`EVM` and the chain's number: the venue has no other name for it" }),
  chain_id: Type.String({ description: "the chain that wallets sign for, as text" }),
  public_rpc_url: orNull(Type.String({ description: "a node; null while the venue is connected to no chain" })),
  currency_symbol: orNull(Type.String({ description: "what gas is paid in; null while connected to no chain" })),
  currency_decimal: Type.Integer({ description: "decimals of that currency: 18 on every EVM chain" }),
  explorer_base_url: orNull(Type.String({ description: "a block explorer; null while none is known" })),
  vault_address: orNull(Type.String({ description: "where deposits go; null while connected to no chain" })),
  confirmations: Type.Integer({ description: "blocks that have to follow a deposit's before it is credited" }),
  withdraw_domain: Type.String({ description: "the name in the domain of what wallets sign to withdraw and settle" }),
  broker_ids: Type.Array(Type.String(), { description: "the builders that accounts can be opened under" }),
  head: orNull(Type.Integer({ description: "height of the newest block; null while it is not known" })),
  safe: orNull(Type.Integer({ description: "height of the newest block whose deposits count; null while not known" })),
  trouble: orNull(
    Type.String({ description: "why deposits and withdrawals wait, for people to read; null while they do not" }),
  ),
});

/** The totals of assets and liabilities, as the public and the operator see them. */
export const reserveTotals = {
  assets: orNull(
    Type.Number({ description: "in USDC: the `value` of all places; null while one of them is not known" }),
  ),
  liabilities: Type.Number({
    description:
      "in USDC: what the journal says that all accounts have, with what is frozen for withdrawals, the insurance fund and " +
      "strategy vaults among it, less what the chain has paid and the journal has not completed",
  }),
  shortfall: orNull(
    Type.Number({
      description:
        "in USDC: how much less is held than is owed. A sandbox's faucet and insurance fund are owed, too: only on a chain of its " +
        "own are they put into a vault",
    }),
  ),
};

export const reserve = Type.Object({
  place: Type.Enum(["vault", "treasury"], {
    description: "`vault`: of deposits and withdrawals; `treasury`: what deposits by transfer are swept to",
  }),
  chain_id: Type.Integer({ description: "the chain that it is on" }),
  address: orNull(Type.String({ description: "of vault or treasury, for asking any node; null until it is known" })),
  token: Type.String({ description: "USDC or USDT" }),
  token_address: orNull(Type.String({ description: "the token's contract there; null until it is known" })),
  balance: orNull(
    Type.Number({
      description:
        "in tokens: what lies there at `block`, of the vault with what has not moved to it from a former one; null before it was looked at",
    }),
  ),
  block: orNull(Type.Integer({ description: "the newest block that was looked at; null before" })),
  uncredited: Type.Number({ description: "in tokens: what of it is in no balance: on its way, or put aside" }),
  price: orNull(
    Type.Number({
      description:
        "what one token is worth in USDC, as it was known last; null before, and where it counts as one by the operator's word alone",
    }),
  ),
  value: orNull(
    Type.Number({
      description:
        "in USDC: the balance without what is uncredited, one for each token, or less while a token is worth less; below 0 where " +
        "what was not credited is gone; null before it was looked at",
    }),
  ),
  cap: orNull(Type.Number({ description: "in tokens: how much may lie there; null for any amount" })),
  stop: orNull(
    Type.String({ description: "why deposits of it are not credited, for people to read; null while they are" }),
  ),
});

export const venueFacts = {
  getIndexPriceSources: endpoint({
    method: "GET",
    path: "/v1/public/index_price_source",
    summary: "The outside sources that each index price follows now",
    auth: "none",
    limit: perIp(10),
    data: rows(
      Type.Object({
        symbol: Type.String({ description: "SPOT_<BASE>_USDC: the name of the index, not of the market" }),
        updated_time: Type.Integer({
          description:
            "when the newest report came, or since when a price set by hand holds, in milliseconds since 1970",
        }),
        sources: Type.Array(Type.String(), {
          description: "those that were heard in the last 10 seconds; none where the price was set by hand",
        }),
      }),
    ),
    source: "interface 4.10, rules 6.1",
  }),
  getTokens: endpoint({
    method: "GET",
    path: "/v1/public/token",
    summary: "What can be deposited, and how it counts",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ chain_id: chainId }),
    data: rows(token),
    source: "interface 4.10, rules 5.10 and 9.3",
  }),
  getPublicConfig: endpoint({
    method: "GET",
    path: "/v1/public/config",
    summary: "The leverages that a client may offer",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      available_futures_leverage: Type.String({
        description: "whole numbers joined by commas, the highest of any market last; those between work too",
      }),
    }),
    source: "interface 4.10, rules 5.7",
  }),
  getChainInfo: endpoint({
    method: "GET",
    path: "/v1/public/chain_info",
    summary: "The one chain that accounts are opened from",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: rows(chain),
    source: "interface 1 and 4.10",
  }),
  getVaultBalance: endpoint({
    method: "GET",
    path: "/v1/public/vault_balance",
    summary: "What the vault holds, and what it must: deposits that were credited, less withdrawals that were paid out",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      chain_id: chainId,
      token: Type.Optional(Type.String({ minLength: 1, description: "of this token alone" })),
    }),
    data: rows(
      Type.Object({
        chain_id: Type.Integer({ description: "the chain of deposits and wallets" }),
        token: Type.String({ description: "`USDC`" }),
        balance: Type.Number({
          description:
            "in USDC: what the vault holds on the chain at `block`. While the venue is connected to no chain, what a vault would have to hold",
        }),
        block: orNull(
          Type.Integer({ description: "the block of these figures; null while the vault's balance is not known" }),
        ),
        expected: Type.Number({ description: "in USDC: what the vault must hold by the venue's journal" }),
        shortfall: Type.Number({ description: "in USDC: how much is missing; withdrawals stop while it is not 0" }),
      }),
    ),
    source: "interface 4.10, rules 1.5",
  }),
  getReserves: endpoint({
    method: "GET",
    path: "/v1/public/reserves",
    summary: "All that the venue holds against all that it owes, in one figure each, and where it lies",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      ...reserveTotals,
      updated_time: orNull(
        Type.Integer({
          description: "when one was held against the other, in milliseconds since 1970; null before the first time",
        }),
      ),
      rows: Type.Array(reserve, { description: "the vault first, then each token of each treasury" }),
    }),
    source: "interface 4.10, rules 1.5",
  }),
  getPublicAccount: endpoint({
    method: "GET",
    path: "/v1/public/account",
    summary: "Whose an account is",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      account_id: Type.String({ minLength: 1, description: "`0x` and 64 hex digits; a sub-account's id works too" }),
    }),
    data: Type.Object({
      address: Type.String({ description: "the wallet, `0x` and 40 hex digits" }),
      broker_id: Type.String({ description: "the builder that it was opened under" }),
    }),
    errors: ["not_found"],
    source: "interface 4.10",
  }),
  getBrokerStats: endpoint({
    method: "GET",
    path: "/v1/public/broker/stats",
    summary: "How many wallets have an account",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: rows(
      Type.Object({
        connected_user: Type.Integer({
          description: "accounts of wallets under the builder, or under all of them; sub-accounts do not count",
        }),
      }),
    ),
    source: "interface 4.10",
  }),
  getBrokerNames: endpoint({
    method: "GET",
    path: "/v1/public/broker/name",
    summary: "The builders of this venue",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: rows(
      Type.Object({
        broker_id: Type.String({ description: "as accounts are opened under it" }),
        broker_name: Type.String({ description: "as its operator wrote it; the id where there is no other" }),
      }),
    ),
    source: "interface 4.10, rules 8.1",
  }),
} as const;
