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
    summary: "Credit test money to an account that exists, as a deposit",
    auth: "none",
    sandboxOnly: true,
    limit: perIp(10),
    body: Type.Object({
      user_address: walletAddress,
      broker_id: Type.String(),
      chain_id: Type.Optional(Type.Union([Type.String(), Type.Integer()])),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "design 7",
  }),
  fundWallet: endpoint({
    method: "POST",
    path: "/sandbox/chain_faucet",
    summary: "Make test USDC and gas in a wallet on the sandbox's own chain, to be deposited from there",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      address: Type.String({ ...walletAddress, description: "the wallet" }),
      usdc: decimalThatIs("test USDC, at most 100000000 at once"),
    }),
    data: Type.Object({ tx_hash: Type.String({ description: "of the transaction that made it, which is mined" }) }),
    errors: ["refused"],
    source: "design 9",
  }),
  askChain: endpoint({
    method: "POST",
    path: "/sandbox/chain_rpc",
    summary:
      "Ask the node of the sandbox's own chain, or hand it a transaction that a wallet has signed: for pages, which reach " +
      "only the venue",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      method: Type.Enum([...CHAIN_METHODS], { description: "of Ethereum's JSON-RPC" }),
      params: Type.Optional(
        Type.Array(Type.Unknown(), { maxItems: CHAIN_PARAMETERS_MAX, description: "as the method has them" }),
      ),
    }),
    data: Type.Object({
      result: Type.Unknown({ description: "what the node answers, as it does; null with an error" }),
      error: orNull(
        Type.Object(
          {
            code: Type.Integer({ description: "the node's own, 3 for a call that was reverted" }),
            message: Type.String({ description: "what the node says" }),
            data: Type.String({ description: "what a reverted call returned, `0x` where there is nothing" }),
          },
          { description: "why it answers nothing; null when it does" },
        ),
      ),
    }),
    errors: ["refused"],
    source: "design 9",
  }),
  setPrices: endpoint({
    method: "POST",
    path: "/sandbox/prices",
    summary: "Set index prices by symbol, which hold and which mark prices follow at once, or with null set them free",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      prices: Type.Record(Type.String(), Type.Union([decimal, Type.Null()]), {
        description: "by symbol: the price, or null for what its sources say",
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
    summary: "Move the venue's time forward, second by second; answers once everything in between has happened",
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
    summary: "Send play money by plain transfer on one of the sandbox's own chains, from no account to any address",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      chain_id: Type.Integer({ description: "42161, 56, 36900 or 1" }),
      token: Type.Optional(Type.String({ default: "USDC", description: "USDC or USDT" })),
      address: Type.String({
        pattern: "^0x[0-9a-fA-F]{40}$",
        expected: "0x and 40 hex digits",
        description: "to which it is sent, such as the `receiver_address` of an account",
      }),
      amount: decimalThatIs("in whole tokens, of up to six decimals"),
    }),
    data: Type.Object({ tx_id: Type.String({ description: "hash of the transaction" }) }),
    errors: ["no_chain"],
    source: "design 9",
  }),
  setMarket: endpoint({
    method: "POST",
    path: "/sandbox/market",
    summary: "What a market's operator may do: change its state or its rules, or announce its delisting",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      symbol,
      state: Type.Optional(Type.Enum([...MARKET_STATES])),
      reason: Type.Optional(Type.String({ maxLength: 200, description: "shown with the state" })),
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
    summary: "Announce a maintenance window; with `start_time` 0 take back the one that is announced or running",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      start_time: time,
      end_time: Type.Optional(time),
      message: Type.Optional(Type.String({ maxLength: 200 })),
    }),
    errors: ["core_unavailable", "refused"],
    source: "rules 11.5",
  }),
  setHalt: endpoint({
    method: "POST",
    path: "/sandbox/halt",
    summary: "Halt every market, or let them go on",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({ halted: Type.Boolean(), reason: Type.Optional(Type.String({ maxLength: 200 })) }),
    errors: ["core_unavailable", "refused"],
    source: "rules 11.4",
  }),
  setWithdrawals: endpoint({
    method: "POST",
    path: "/sandbox/withdrawals",
    summary: "Keep accepted withdrawals from being sent, or let them go on; what is sent already goes on",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      state: Type.Enum(["paused", "running"], {
        description: "`paused`: withdrawals are accepted and wait; it stays so over restarts",
      }),
    }),
    errors: ["core_unavailable"],
    source: "rules 9.3",
  }),
  acceptChain: endpoint({
    method: "POST",
    path: "/sandbox/deposits",
    summary:
      "Let deposits go on that are halted because the chain did what it never should: from now on it is believed",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      state: Type.Literal("running", {
        description: "`running`: what the chain has now counts; what was credited stays credited, and once",
      }),
    }),
    errors: ["refused"],
    source: "rules 9.2",
  }),
  lookAtParked: endpoint({
    method: "POST",
    path: "/sandbox/parked_deposits",
    summary:
      "Show deposits that a chain has and that are credited to no account, or credit one to the account that it names",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      credit: Type.Optional(
        Type.String({ maxLength: 400, description: "`reference` of the one that is to be credited" }),
      ),
    }),
    data: Type.Object({
      parked: Type.Array(
        Type.Object({
          reference: Type.String({ description: "under which it is credited, once" }),
          account_id: Type.String({ description: "whom it names" }),
          amount: Type.Number({ description: "in USDC" }),
          reason: Type.String({ description: "why it was not credited" }),
        }),
        { description: "in the order in which they came; empty when every deposit is credited" },
      ),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "rules 9.2",
  }),
  lookAtCustody: endpoint({
    method: "POST",
    path: "/sandbox/custody",
    summary:
      "Show what is held and owed, what is missing from the vault, and what it, its owner or its guardian did that the journal does not have; " +
      "and put that right",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      accept: Type.Optional(
        Type.String({
          pattern: "^0x[0-9a-fA-F]{64}$",
          description:
            "hash of the transaction of which an operator knows why it was made: payments stop for it no more",
        }),
      ),
      repair: Type.Optional(
        Type.String({
          pattern: "^0x[0-9a-fA-F]{64}$",
          description: "hash of the final transaction that has funded the vault with what was missing",
        }),
      ),
    }),
    data: Type.Object({
      balance: orNull(Type.Number({ description: "in USDC, of the vault; null while it was not looked at" })),
      missing: Type.Number({ description: "in USDC: how much less that is than it must be" }),
      since_block: orNull(Type.Integer({ description: "the block in which something was missing first" })),
      since_time: orNull(Type.Integer({ description: "of that block, in milliseconds since 1970" })),
      repaired: Type.Number({ description: "in USDC: what was put in to make good what was missing, in all" }),
      ...reserveTotals,
      places: Type.Array(reserve, { description: "where it lies: the vault, then each token of each treasury" }),
      unexplained: Type.Array(
        Type.Object({
          kind: Type.Enum(["payment", "queued", "act"], {
            description: "`payment`: made; `queued`: waits in the vault; `act`: of the vault's owner or guardian",
          }),
          transaction: Type.String({ description: "hash of the transaction" }),
          block: Type.Integer({ description: "number of the block that has it" }),
          text: Type.String({ description: "what was done, for people to read" }),
        }),
        { description: "empty when the journal explains all that has left the vault; else nothing is paid" },
      ),
    }),
    errors: ["refused"],
    source: "rules 9.3",
  }),
  announce: endpoint({
    method: "POST",
    path: "/sandbox/announcement",
    summary: "Announce something to all who use the venue, until it is withdrawn",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      message: Type.String({ minLength: 1, maxLength: 1_000, description: "for people to read" }),
      url: Type.Optional(Type.String({ maxLength: 500, description: "where more is said: `https://…`" })),
      type: Type.Optional(
        Type.String({ maxLength: 32, description: "what it is about, in one word of a-z, 0-9 and _: `maintenance`" }),
      ),
    }),
    data: Type.Object({ announcement_id: Type.Integer({ description: "what withdraws it again" }) }),
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
        description: "as it was answered when it was made",
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
    data: Type.Object({ balance: Type.Number({ description: "of the fund, in USDC" }) }),
    errors: ["core_unavailable"],
    source: "rules 7.6",
  }),
  announceDelegate: endpoint({
    method: "POST",
    path: "/sandbox/delegate",
    summary: "Say in a chain's place that a contract has named who signs for its account under a builder",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      delegate_contract: Type.String({ ...walletAddress, description: "address of the contract" }),
      broker_id: Type.String({ description: "the builder" }),
      delegate_signer: Type.String({ ...walletAddress, description: "who is to sign for the contract" }),
    }),
    data: Type.Object({
      tx_hash: Type.String({ description: "of the transaction that never was: `txHash` of the signer's message" }),
    }),
    errors: ["core_unavailable"],
    source: "rules 9.6",
  }),
  advanceWithdrawal: endpoint({
    method: "POST",
    path: "/sandbox/withdrawal",
    summary: "Take a withdrawal to its next state, as a chain would; refused where there is one",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      withdraw_id: id,
      state: Type.Enum(["PENDING", "PENDING_REBALANCE", "PROCESSING", "COMPLETED", "FAILED"]),
      tx_id: Type.Optional(Type.String({ maxLength: 66 })),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "rules 9.3",
  }),
  creditDeposit: endpoint({
    method: "POST",
    path: "/sandbox/deposit",
    summary:
      "A deposit as a chain would report it, refused where there is one; for an account that does not exist it is kept until " +
      "it comes again with one that does",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      account_id: Type.String({ description: "whom it names" }),
      amount: decimalThatIs("in USDC, at most six decimals"),
      tx_id: Type.String({
        minLength: 1,
        maxLength: 66,
        description: "names the deposit: the same one is credited once",
      }),
    }),
    data: Type.Object({
      state: Type.Enum(["CREDITED", "PARKED"], { description: "whether the money is in an account" }),
    }),
    errors: ["duplicate", "core_unavailable", "refused"],
    source: "rules 9.2",
  }),
  setBuilder: endpoint({
    method: "POST",
    path: "/sandbox/builder",
    summary: "What the operator grants a builder: a tier that it does not fall below, transfers to any account",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      broker_id: Type.String({ description: "the builder" }),
      minimum_tier: Type.Optional(
        Type.Integer({ minimum: 0, maximum: 4, description: "0 Public, 1 Silver, 2 Gold, 3 Platinum, 4 Diamond" }),
      ),
      transfers_allowed: Type.Optional(
        Type.Boolean({ description: "whether keys of its users may transfer to any account" }),
      ),
    }),
    data: Type.Object({
      broker_id: Type.String({ description: "the builder" }),
      tier: Type.Integer({ description: "that it has now" }),
      minimum_tier: Type.Integer({ description: "that it does not fall below" }),
      transfers_allowed: Type.Boolean({ description: "whether keys of its users may transfer to any account" }),
    }),
    errors: ["not_found", "core_unavailable"],
    source: "rules 8.1 and 9.5",
  }),
  setAccount: endpoint({
    method: "POST",
    path: "/sandbox/account",
    summary: "What the operator grants an account: transfers to any account",
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
      vault_name: Type.String({ minLength: 1, maxLength: 64, description: "what it is called" }),
      sp_address: Type.Union([walletAddress], { description: "the provider's wallet" }),
      broker_id: Type.String({ description: "under which the provider has its account" }),
      vault_type: Type.Optional(
        Type.Enum(["operator", "permissionless"], { default: "operator", description: "which terms it has" }),
      ),
      performance_fee_rate: decimalThatIs("0 to 0.5 in whole hundredths: of the gain, what the provider gets"),
      description: Type.Optional(Type.String({ maxLength: 1_000, description: "what it says of itself" })),
      sp_name: Type.Optional(Type.String({ maxLength: 64, description: "the provider's own word for itself" })),
      vault_address: Type.Optional(
        Type.Union([walletAddress], {
          description: "the address that names it in what its provider signs; by default one made of the fund's id",
        }),
      ),
    }),
    data: Type.Object({
      vault_id: Type.String({ description: "names it in requests" }),
      vault_address: Type.String({ description: "names it in what its provider signs" }),
      fund_account_id: Type.String({ description: "the account that trades" }),
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
        description: "live once its provider holds the 50,000 shares of the reserve; closing for good",
      }),
    }),
    errors: ["not_found", "core_unavailable", "refused"],
    source: "rules 10.5",
  }),
} as const;
