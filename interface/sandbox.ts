// What only a sandbox has: money for the asking, prices and time by hand. Design 9. In production mode none of these
// paths exists; those under `/sandbox/` answer this machine alone.

import Type from "typebox";
import { endpoint, perIp } from "./endpoint.ts";
import { walletAddress } from "./registration.ts";
import { decimal } from "./shapes.ts";

/** One call can move time by at most this much; more takes more calls. */
export const ADVANCE_MS_MAX = 366 * 86_400_000;

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
} as const;
