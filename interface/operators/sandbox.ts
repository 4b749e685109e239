// Calls that only a sandbox has: free money, and prices and time set by hand. Design 9. In production mode none of
// these paths exists; those under `/sandbox/` answer only callers on the same machine.

import Type from "typebox";
import { walletAddress } from "../accounts/registration.ts";
import { changeableParameters } from "../markets/market-parameters.ts";
import { reserve, reserveTotals } from "../markets/venue-facts.ts";
import { endpoint, perIp } from "../rows/endpoint.ts";
import { decimal, decimalThatIs, id, MARKET_STATES, orNull, symbol, time } from "../rows/shapes.ts";

/** The methods that a wallet needs from a node, and no others: none of them changes how the node works. */
export const CHAIN_METHODS = [
  "eth_blockNumber",
  "eth_call",
  "eth_chainId",
  "eth_estimateGas",
  "eth_feeHistory",
  "eth_gasPrice",
  "eth_getBalance",
  "eth_getBlockByNumber",
  "eth_getCode",
  "eth_getLogs",
  "eth_getTransactionByHash",
  "eth_getTransactionCount",
  "eth_getTransactionReceipt",
  "eth_maxPriorityFeePerGas",
  "eth_sendRawTransaction",
] as const;
const CHAIN_PARAMETERS_MAX = 4;

/** The most by which one call can move time; moving it further takes several calls. */
const ADVANCE_MS_MAX = 366 * 86_400_000;

export const sandbox = {
  claimFaucet: endpoint({
    method: "POST",
    path: "/v1/faucet/usdc",
    summary: "Credit test money to an existing account, as a deposit",
    auth: "none",
    sandboxOnly: true,
    limit: perIp(10),
    body: Type.Object({
      user_address: Type.String({ ...walletAddress, description: "wallet of the account: 0x and 40 hex digits" }),
      broker_id: Type.String(),
      chain_id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "design 7",
  }),
  fundWallet: endpoint({
    method: "POST",
    path: "/sandbox/chain_faucet",
    summary: "Give a wallet test USDC and gas on the sandbox's own chain, to be deposited from there",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      address: Type.String({ ...walletAddress, description: "the wallet" }),
      usdc: decimalThatIs("test USDC, at most 100000000 at once"),
    }),
    data: Type.Object({ tx_hash: Type.String({ description: "hash of the transaction, which is already mined" }) }),
    errors: ["refused"],
    source: "design 9",
  }),
  askChain: endpoint({
    method: "POST",
    path: "/sandbox/chain_rpc",
    summary:
      "Send a request to the node of the sandbox's own chain, for instance a transaction that a wallet has signed: for web " +
      "pages, which can reach only the venue",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      method: Type.Enum([...CHAIN_METHODS], { description: "method of Ethereum's JSON-RPC" }),
      params: Type.Optional(
        Type.Array(Type.Unknown(), { maxItems: CHAIN_PARAMETERS_MAX, description: "parameters of the method" }),
      ),
    }),
    data: Type.Object({
      result: Type.Unknown({ description: "the node's result, unchanged; null with an error" }),
      error: orNull(
        Type.Object(
          {
            code: Type.Integer({ description: "the node's error code; 3 for a call that was reverted" }),
            message: Type.String({ description: "the node's error message" }),
            data: Type.String({ description: "data returned by a reverted call; `0x` if there is none" }),
          },
          { description: "the node's error; null when there is a result" },
        ),
      ),
    }),
    errors: ["refused"],
    source: "design 9",
  }),
  setPrices: endpoint({
    method: "POST",
    path: "/sandbox/prices",
    summary:
      "Set index prices by symbol: they stay, and mark prices follow at once; null returns a price to its sources",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      prices: Type.Record(Type.String(), Type.Union([decimal, Type.Null()]), {
        description: "by symbol: the price, or null to follow the sources",
        expected: "a price, or null, for each symbol",
      }),
    }),
    bodyBytes: 65_536,
    errors: ["core_unavailable", "refused"],
    source: "design 9",
  }),
  advanceClock: endpoint({
    method: "POST",
    path: "/sandbox/clock",
    summary:
      "Move the venue's time forward, second by second; the answer comes when everything in between has been processed",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({ advance_ms: Type.Integer({ minimum: 0, maximum: ADVANCE_MS_MAX }) }),
    data: Type.Object({ time: Type.Integer({ description: "the venue's time now, in milliseconds since 1970" }) }),
    errors: ["core_unavailable"],
    source: "design 9",
  }),
  sendToReceiver: endpoint({
    method: "POST",
    path: "/sandbox/receiver_transfer",
    summary: "Send play money to any address by plain transfer on one of the sandbox's own chains",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      chain_id: Type.Integer({ description: "42161, 56, 36900 or 1" }),
      token: Type.Optional(Type.String({ default: "USDC", description: "USDC or USDT" })),
      address: Type.String({
        pattern: "^0x[0-9a-fA-F]{40}$",
        expected: "0x and 40 hex digits",
        description: "address to send to, such as the `receiver_address` of an account",
      }),
      amount: decimalThatIs("in whole tokens, with up to six decimals"),
    }),
    data: Type.Object({ tx_id: Type.String({ description: "hash of the transaction" }) }),
    errors: ["no_chain"],
    source: "design 9",
  }),
  setMarket: endpoint({
    method: "POST",
    path: "/sandbox/market",
    summary: "Change the state or the rules of a market, or announce its delisting, as its operator",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      symbol,
      state: Type.Optional(Type.Enum([...MARKET_STATES])),
      reason: Type.Optional(Type.String({ maxLength: 200, description: "reason to show with the state" })),
      ...changeableParameters,
      delist_time: Type.Optional(time),
    }),
    data: Type.Object({ symbol: Type.String(), state: Type.Enum([...MARKET_STATES]), reason: Type.String() }),
    errors: ["core_unavailable", "refused"],
    source: "rules 11.1 and 11.3",
  }),
  setMaintenance: endpoint({
    method: "POST",
    path: "/sandbox/maintenance",
    summary: "Announce a maintenance window; a `start_time` of 0 cancels the one that is announced or running",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      start_time: time,
      end_time: Type.Optional(time),
      message: Type.Optional(Type.String({ maxLength: 200, description: "announcement of the maintenance" })),
    }),
    errors: ["core_unavailable", "refused"],
    source: "rules 11.5",
  }),
  setHalt: endpoint({
    method: "POST",
    path: "/sandbox/halt",
    summary: "Halt every market, or resume trading",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({ halted: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 200 })) }),
    errors: ["core_unavailable", "refused"],
    source: "rules 11.4",
  }),
  setWithdrawals: endpoint({
    method: "POST",
    path: "/sandbox/withdrawals",
    summary: "Pause or resume the sending of accepted withdrawals; those already sent are not affected",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      state: Type.Enum(["paused", "running"], {
        description: "`paused`: withdrawals are accepted but wait; this survives restarts",
      }),
    }),
    errors: ["core_unavailable"],
    source: "rules 9.3",
  }),
  acceptChain: endpoint({
    method: "POST",
    path: "/sandbox/deposits",
    summary:
      "Resume deposits that were halted because the chain did something that it should never do: its present state is accepted as correct",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      state: Type.Literal("running", {
        description:
          "`running`: the chain's present blocks count; deposits that were credited stay credited, and are not credited twice",
      }),
    }),
    errors: ["refused"],
    source: "rules 9.2",
  }),
  lookAtParked: endpoint({
    method: "POST",
    path: "/sandbox/parked_deposits",
    summary:
      "Show deposits that are on a chain but not credited to any account, or credit one to the account that it names",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      credit: Type.Optional(Type.String({ maxLength: 400, description: "`reference` of the deposit to credit" })),
    }),
    data: Type.Object({
      parked: Type.Array(
        Type.Object({
          reference: Type.String({ description: "reference under which it is credited, once only" }),
          account_id: Type.String({ description: "account that the deposit names" }),
          amount: Type.Number({ description: "in USDC" }),
          reason: Type.String({ description: "why it was not credited" }),
        }),
        { description: "parked deposits, oldest first; empty when every deposit is credited" },
      ),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "rules 9.2",
  }),
  lookAtCustody: endpoint({
    method: "POST",
    path: "/sandbox/custody",
    summary:
      "Show what is held and owed, what is missing from the vault, and acts of the vault, its owner or its guardian that the journal does " +
      "not have; and correct it",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      accept: Type.Optional(
        Type.String({
          pattern: "^0x[0-9a-fA-F]{64}$",
          description: "hash of a transaction whose reason the operator knows: it no longer stops payments",
        }),
      ),
      repair: Type.Optional(
        Type.String({
          pattern: "^0x[0-9a-fA-F]{64}$",
          description: "hash of the final transaction with which the vault was funded with the missing amount",
        }),
      ),
    }),
    data: Type.Object({
      balance: orNull(Type.Number({ description: "balance of the vault, in USDC; null until it has been read" })),
      missing: Type.Number({ description: "shortfall of that balance, in USDC" }),
      since_block: orNull(Type.Integer({ description: "block in which something was first missing" })),
      since_time: orNull(Type.Integer({ description: "time of that block, in milliseconds since 1970" })),
      repaired: Type.Number({ description: "total amount that was paid in to make up for missing money, in USDC" }),
      ...reserveTotals,
      places: Type.Array(reserve, { description: "where the money is: the vault, then each token of each treasury" }),
      unexplained: Type.Array(
        Type.Object({
          kind: Type.Enum(["payment", "queued", "act"], {
            description:
              "`payment`: a payment that was made; `queued`: a payment that waits in the vault; `act`: an act of the vault's owner or guardian",
          }),
          transaction: Type.String({ description: "hash of the transaction" }),
          block: Type.Integer({ description: "number of the block that contains it" }),
          text: Type.String({ description: "description of it, for people to read" }),
        }),
        {
          description:
            "empty when the journal explains everything that has left the vault; otherwise no payments are made",
        },
      ),
    }),
    errors: ["refused"],
    source: "rules 9.3",
  }),
  announce: endpoint({
    method: "POST",
    path: "/sandbox/announcement",
    summary: "Make an announcement to all users of the venue, until it is withdrawn",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      message: Type.String({ minLength: 1, maxLength: 1_000, description: "for people to read" }),
      url: Type.Optional(
        Type.String({ maxLength: 500, description: "address of a page with more information: `https://…`" }),
      ),
      type: Type.Optional(
        Type.String({ maxLength: 32, description: "subject, as one word of a-z, 0-9 and _, such as `maintenance`" }),
      ),
    }),
    data: Type.Object({ announcement_id: Type.Integer({ description: "number with which it can be withdrawn" }) }),
    errors: ["core_unavailable", "refused"],
    source: "interface 4.2, streams 7",
  }),
  withdrawAnnouncement: endpoint({
    method: "DELETE",
    path: "/sandbox/announcement",
    summary: "End an announcement",
    auth: "sandbox",
    limit: perIp(100),
    query: Type.Object({
      announcement_id: Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: "number from the answer when the announcement was made",
      }),
    }),
    errors: ["not_found", "core_unavailable"],
    source: "interface 4.2",
  }),
  topUpInsurance: endpoint({
    method: "POST",
    path: "/sandbox/insurance_fund",
    summary: "Pay test money into the insurance fund",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({ amount: decimal }),
    data: Type.Object({ balance: Type.Number({ description: "balance of the fund, in USDC" }) }),
    errors: ["core_unavailable"],
    source: "rules 7.6",
  }),
  announceDelegate: endpoint({
    method: "POST",
    path: "/sandbox/delegate",
    summary: "Report, in place of a chain, that a contract has named a signer for its account under a builder",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      delegate_contract: Type.String({ ...walletAddress, description: "address of the contract" }),
      broker_id: Type.String({ description: "the builder" }),
      delegate_signer: Type.String({ ...walletAddress, description: "address that is to sign for the contract" }),
    }),
    data: Type.Object({
      tx_hash: Type.String({
        description: "hash of an imaginary transaction, to use as `txHash` in the signer's message",
      }),
    }),
    errors: ["core_unavailable"],
    source: "rules 9.6",
  }),
  advanceWithdrawal: endpoint({
    method: "POST",
    path: "/sandbox/withdrawal",
    summary: "Move a withdrawal to its next state, as a chain would; refused if the venue has a chain",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      withdraw_id: id,
      state: Type.Enum(["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"], {
        description: "next state of the withdrawal",
      }),
      tx_id: Type.Optional(Type.String({ maxLength: 66 })),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "rules 9.3",
  }),
  creditDeposit: endpoint({
    method: "POST",
    path: "/sandbox/deposit",
    summary:
      "Report a deposit, as a chain would; refused if the venue has a chain. A deposit for an account that does not exist is " +
      "kept until it is reported again with one that does",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      account_id: Type.String({ description: "account that the deposit names" }),
      amount: decimalThatIs("in USDC, with at most six decimals"),
      tx_id: Type.String({
        minLength: 1,
        maxLength: 66,
        description: "identifies the deposit, which is credited only once",
      }),
    }),
    data: Type.Object({
      state: Type.Enum(["CREDITED", "PARKED"], {
        description: "CREDITED: the money is in the account; PARKED: it is kept until the account exists",
      }),
    }),
    errors: ["duplicate", "core_unavailable", "refused"],
    source: "rules 9.2",
  }),
  setBuilder: endpoint({
    method: "POST",
    path: "/sandbox/builder",
    summary: "Set what the operator grants a builder: a minimum tier, transfers to any account",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      broker_id: Type.String({ description: "the builder" }),
      minimum_tier: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 4, description: "0 Public, 1 Silver, 2 Gold, 3 Platinum, 4 Diamond" }),
      ),
      transfers_allowed: Type.Optional(
        Type.Boolean({ description: "whether the keys of its users may transfer to any account" }),
      ),
    }),
    data: Type.Object({
      broker_id: Type.String({ description: "the builder" }),
      tier: Type.Integer({ description: "current tier" }),
      minimum_tier: Type.Integer({ description: "lowest tier that it can have" }),
      transfers_allowed: Type.Boolean({ description: "whether the keys of its users may transfer to any account" }),
    }),
    errors: ["not_found", "core_unavailable"],
    source: "rules 8.1 and 9.5",
  }),
  setAccount: endpoint({
    method: "POST",
    path: "/sandbox/account",
    summary: "Set what the operator grants an account: transfers to any account",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      account_id: Type.String({ description: "the account" }),
      transfers_allowed: Type.Boolean({ description: "whether its keys may transfer to any account" }),
    }),
    errors: ["not_found", "core_unavailable"],
    source: "rules 9.5",
  }),
  openVault: endpoint({
    method: "POST",
    path: "/sandbox/vault",
    summary: "Open a strategy vault for a provider; its fund is a new sub-account of the provider's account",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      vault_name: Type.String({ minLength: 1, maxLength: 64, description: "name of the vault" }),
      sp_address: Type.Union([walletAddress], { description: "the provider's wallet" }),
      broker_id: Type.String({ description: "builder under which the provider has its account" }),
      vault_type: Type.Optional(
        Type.Enum(["operator", "permissionless"], {
          default: "operator",
          description: "which set of terms applies to it",
        }),
      ),
      performance_fee_rate: decimalThatIs("share of the gain for the provider: 0 to 0.5, in whole hundredths"),
      description: Type.Optional(Type.String({ maxLength: 1_000, description: "the vault's description of itself" })),
      sp_name: Type.Optional(Type.String({ maxLength: 64, description: "the provider's name for itself" })),
      vault_address: Type.Optional(
        Type.Union([walletAddress], {
          description:
            "address of the vault in messages that its provider signs; by default derived from the fund's id",
        }),
      ),
    }),
    data: Type.Object({
      vault_id: Type.String({ description: "id of the vault in requests" }),
      vault_address: Type.String({ description: "address of the vault in messages that its provider signs" }),
      fund_account_id: Type.String({ description: "id of the fund's account, which trades" }),
    }),
    errors: ["not_found", "duplicate", "core_unavailable", "refused"],
    source: "rules 10.1",
  }),
  setVaultState: endpoint({
    method: "POST",
    path: "/sandbox/vault_state",
    summary: "Open a vault to investors, or close it",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      vault_id: Type.String({ description: "the vault" }),
      state: Type.Enum(["live", "closing"], {
        description: "live: allowed once its provider holds the 50,000 shares of the reserve; closing: permanent",
      }),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "rules 10.5",
  }),
} as const;
