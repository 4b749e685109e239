// Facts about a venue that rarely change: its collateral, its chain, its builders, its price sources, and which wallet an
// account belongs to. Whatever the venue can't know before it is connected to a chain is null, never invented. Interface 4.10.

import Type from "typebox";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { orNull, rows } from "../rows/shapes.ts";

const brokerId = Type.Optional(Type.String({ minLength: 1, description: "a builder; without it, every builder" }));
const chainId = Type.Optional(Type.Integer({ minimum: 1, description: "only this chain" }));

const chainDetail = Type.Object({
  chain_id: Type.Integer({ description: "number of the chain of deposits and wallets" }),
  contract_address: orNull(
    Type.String({ description: "address of the token's contract; null while the venue is not connected to a chain" }),
  ),
  decimals: Type.Integer({ description: "decimals of the token on the chain" }),
  display_name: Type.String({ description: "the token's name on the chain" }),
  withdraw_fee: Type.Number({ description: "fee deducted from a withdrawal, in USDC" }),
  cross_chain_withdrawal_fee: orNull(
    Type.Number({
      description: "fee for a withdrawal to another chain; null: withdrawals go only to the one supported chain",
    }),
  ),
  exclusive_deposit_supported: Type.Boolean({
    description:
      "whether each account has its own deposit address on this chain; on this chain deposits go to the vault",
  }),
});

const token = Type.Object({
  token: Type.String({ description: "name of the token in the API: `USDC`" }),
  token_hash: Type.String({ description: "Keccak-256 of the name, which identifies the token in contracts" }),
  decimals: Type.Integer({ description: "decimals of the amounts that wallets sign: 6" }),
  is_collateral: Type.Boolean({ description: "whether it counts as collateral" }),
  base_weight: Type.Number({ description: "share of its value that counts as collateral: 1 is all of it" }),
  discount_factor: orNull(
    Type.Number({ description: "how fast that weight falls as the amount grows; null: it does not" }),
  ),
  haircut: Type.Number({ description: "reduction of its value as collateral, as a fraction" }),
  user_max_qty: Type.Number({ description: "largest amount of one account that counts; -1 for no limit" }),
  minimum_withdraw_amount: Type.Number({ description: "smallest withdrawal, in USDC" }),
  on_chain_swap: Type.Boolean({ description: "whether it is swapped on the chain before it counts" }),
  chain_details: Type.Array(chainDetail, { description: "the token on each chain from which it can be deposited" }),
});

const chain = Type.Object({
  name: Type.String({ description: "`EVM` and the chain's number: the venue has no other name for it" }),
  chain_id: Type.String({ description: "number of the chain for which wallets sign, as text" }),
  public_rpc_url: orNull(
    Type.String({ description: "address of a public node; null while the venue is not connected to a chain" }),
  ),
  currency_symbol: orNull(
    Type.String({ description: "currency in which gas is paid; null while not connected to a chain" }),
  ),
  currency_decimal: Type.Integer({ description: "decimals of that currency: 18 on every EVM chain" }),
  explorer_base_url: orNull(Type.String({ description: "address of a block explorer; null when none is known" })),
  vault_address: orNull(
    Type.String({ description: "vault contract to which deposits go; null while not connected to a chain" }),
  ),
  confirmations: Type.Integer({
    description: "number of blocks that must follow the block of a deposit before it is credited",
  }),
  withdraw_domain: Type.String({
    description: "name in the EIP-712 domain of the messages that wallets sign to withdraw and settle",
  }),
  broker_ids: Type.Array(Type.String(), { description: "the builders under which accounts can be opened" }),
  head: orNull(Type.Integer({ description: "height of the newest block; null while unknown" })),
  safe: orNull(Type.Integer({ description: "height of the newest block whose deposits count; null while unknown" })),
  trouble: orNull(
    Type.String({
      description: "why deposits and withdrawals are waiting, for people to read; null while they are not",
    }),
  ),
});

/** The totals of assets and liabilities, as the public and the operator see them. */
export const reserveTotals = {
  assets: orNull(
    Type.Number({ description: "sum of the `value` of all places, in USDC; null while any of them is unknown" }),
  ),
  liabilities: Type.Number({
    description:
      "balances of all accounts according to the journal, in USDC, including amounts frozen for withdrawals, the insurance " +
      "fund and strategy vaults, less withdrawals that the chain has paid but the journal has not completed",
  }),
  shortfall: orNull(
    Type.Number({
      description:
        "liabilities in excess of assets, in USDC. A sandbox also owes what came from its faucet and what its insurance fund holds: only " +
        "with a chain of its own is that money put into a vault",
    }),
  ),
};

export const reserve = Type.Object({
  place: Type.Enum(["vault", "treasury"], {
    description:
      "`vault`: the vault of deposits and withdrawals; `treasury`: the address to which deposits by transfer are swept",
  }),
  chain_id: Type.Integer({ description: "number of the chain that it is on" }),
  address: orNull(
    Type.String({
      description:
        "address of the vault or treasury, so that its balance can be checked with any node; null until it is known",
    }),
  ),
  token: Type.String({ description: "USDC or USDT" }),
  token_address: orNull(Type.String({ description: "the token's contract on that chain; null until it is known" })),
  balance: orNull(
    Type.Number({
      description:
        "balance at `block`, in tokens; the vault's includes what has not yet moved to it from a former vault; null until it has been read",
    }),
  ),
  block: orNull(Type.Integer({ description: "block at which the balance was last read; null until then" })),
  uncredited: Type.Number({
    description: "part of the balance that is not credited to any account, in tokens: on its way, or set aside",
  }),
  price: orNull(
    Type.Number({
      description:
        "last known price of one token, in USDC; null until it is known, and when the operator has set the token to count as one USDC",
    }),
  ),
  value: orNull(
    Type.Number({
      description:
        "value of the balance without the uncredited part, in USDC: one for each token, or less while a token is worth less; below 0 if " +
        "uncredited tokens are missing; null until the balance has been read",
    }),
  ),
  cap: orNull(Type.Number({ description: "largest balance allowed there, in tokens; null for no limit" })),
  stop: orNull(
    Type.String({
      description: "why deposits of this token are not being credited, for people to read; null while they are",
    }),
  ),
});

export const venueFacts = {
  getIndexPriceSources: endpoint({
    method: "GET",
    path: "/v1/public/index_price_source",
    summary: "The outside sources that each index price follows at present",
    auth: "none",
    limit: perIp(10),
    data: rows(
      Type.Object({
        symbol: Type.String({ description: "SPOT_<BASE>_USDC: the name of the index, not of the market" }),
        updated_time: Type.Integer({
          description: "when the newest report arrived, or when the price was set by hand, in milliseconds since 1970",
        }),
        sources: Type.Array(Type.String(), {
          description: "names of the sources that reported in the last 10 seconds; empty if the price was set by hand",
        }),
      }),
    ),
    source: "interface 4.10, rules 6.1",
  }),
  getTokens: endpoint({
    method: "GET",
    path: "/v1/public/token",
    summary: "The tokens that can be deposited, and how they count as collateral",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ chain_id: chainId }),
    data: rows(token),
    source: "interface 4.10, rules 5.10 and 9.3",
  }),
  getPublicConfig: endpoint({
    method: "GET",
    path: "/v1/public/config",
    summary: "Leverages for a client to offer",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      available_futures_leverage: Type.String({
        description:
          "whole numbers separated by commas, ending with the highest leverage of any market; values in between are accepted too",
      }),
    }),
    source: "interface 4.10, rules 5.7",
  }),
  getChainInfo: endpoint({
    method: "GET",
    path: "/v1/public/chain_info",
    summary: "The chain on which accounts are opened",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: rows(chain),
    source: "interface 1 and 4.10",
  }),
  getVaultBalance: endpoint({
    method: "GET",
    path: "/v1/public/vault_balance",
    summary: "What the vault holds, and what it must hold: credited deposits less paid withdrawals",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      chain_id: chainId,
      token: Type.Optional(Type.String({ minLength: 1, description: "only this token" })),
    }),
    data: rows(
      Type.Object({
        chain_id: Type.Integer({ description: "number of the chain of deposits and wallets" }),
        token: Type.String({ description: "`USDC`" }),
        balance: Type.Number({
          description:
            "what the vault holds on the chain at `block`, in USDC; while the venue is not connected to a chain, what a vault would have to hold",
        }),
        block: orNull(
          Type.Integer({ description: "block of these figures; null while the vault's balance is unknown" }),
        ),
        expected: Type.Number({ description: "what the vault must hold according to the venue's journal, in USDC" }),
        shortfall: Type.Number({ description: "how much is missing, in USDC; withdrawals stop while it is not 0" }),
      }),
    ),
    source: "interface 4.10, rules 1.5",
  }),
  getReserves: endpoint({
    method: "GET",
    path: "/v1/public/reserves",
    summary:
      "Everything that the venue holds compared with everything that it owes, as two totals, and where the money is",
    auth: "none",
    limit: perIp(10),
    data: Type.Object({
      ...reserveTotals,
      updated_time: orNull(
        Type.Integer({
          description:
            "when assets and liabilities were last compared, in milliseconds since 1970; null before the first time",
        }),
      ),
      rows: Type.Array(reserve, { description: "the vault first, then each token of each treasury" }),
    }),
    source: "interface 4.10, rules 1.5",
  }),
  getPublicAccount: endpoint({
    method: "GET",
    path: "/v1/public/account",
    summary: "The wallet and the builder of an account",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({
      account_id: Type.String({ minLength: 1, description: "`0x` and 64 hex digits; a sub-account's id works too" }),
    }),
    data: Type.Object({
      address: Type.String({ description: "the wallet: `0x` and 40 hex digits" }),
      broker_id: Type.String({ description: "builder under which it was opened" }),
    }),
    errors: ["not_found"],
    source: "interface 4.10",
  }),
  getBrokerStats: endpoint({
    method: "GET",
    path: "/v1/public/broker/stats",
    summary: "The number of wallets that have an account",
    auth: "none",
    limit: perIp(10),
    query: Type.Object({ broker_id: brokerId }),
    data: rows(
      Type.Object({
        connected_user: Type.Integer({
          description:
            "number of wallets' accounts under the builder, or under all builders; sub-accounts do not count",
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
        broker_id: Type.String({ description: "id under which accounts are opened" }),
        broker_name: Type.String({ description: "name that the operator gave it; the id if there is no other" }),
      }),
    ),
    source: "interface 4.10, rules 8.1",
  }),
} as const;
