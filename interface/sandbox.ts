// What only a sandbox has: money for the asking, prices and time by hand. Design 9. In production mode none of these
// paths exists; those under `/sandbox/` answer this machine alone.

import Type from "typebox";
import { endpoint, perIp } from "./endpoint.ts";
import { walletAddress } from "./registration.ts";
import { decimal, id, symbol, time } from "./shapes.ts";

const MARKET_STATES = [
  "NEW",
  "PENDING",
  "POST_ONLY",
  "ACTIVE",
  "REDUCE_ONLY",
  "HALTED",
  "DELISTING",
  "DELISTED",
] as const;

/** One call can move time by at most this much; more takes more calls. */
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
  setPrices: endpoint({
    method: "POST",
    path: "/sandbox/prices",
    summary: "Set index prices by symbol; they hold until they are set again, and mark prices follow at once",
    auth: "sandbox",
    limit: perIp(100),
    body: Type.Object({
      prices: Type.Record(Type.String(), decimal, { expected: "a price for each symbol" }),
    }),
    bodyBytes: 65_536,
    errors: ["core_unavailable"],
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
      price_range: Type.Optional(decimal),
      price_scope: Type.Optional(decimal),
      funding_period: Type.Optional(Type.Integer({ minimum: 1, maximum: 24, description: "hours" })),
      cap_funding: Type.Optional(decimal),
      floor_funding: Type.Optional(decimal),
      max_notional: Type.Optional(decimal),
      global_max_oi_cap: Type.Optional(decimal),
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
  announce: endpoint({
    method: "POST",
    path: "/sandbox/announcement",
    summary: "Announce something to everyone, until it is withdrawn",
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
    source: "interface 4.2, streams 7",
  }),
  withdrawAnnouncement: endpoint({
    method: "DELETE",
    path: "/sandbox/announcement",
    summary: "End an announcement",
    auth: "sandbox",
    limit: perIp(100),
    query: Type.Object({ announcement_id: id }),
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
    source: "rules 9.6",
  }),
  advanceWithdrawal: endpoint({
    method: "POST",
    path: "/sandbox/withdrawal",
    summary: "Take a withdrawal to its next state, as a chain would",
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
} as const;
