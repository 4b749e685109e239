// Manual settlement: turns the profit of positions into balance. A main account's wallet signs for it; for a sub-account the
// main account's key is enough. Rules 4.5, 9.6.

import { settlePnlTypedData, WITHDRAWAL_CONTRACT } from "@evermark/interface/chain/wallet-messages.ts";
import { funds } from "@evermark/interface/funds/funds.ts";
import { errors } from "@evermark/interface/rows/errors.ts";
import { AnswerLost, ApiError } from "./rest/failures.ts";
import type { RestClient } from "./rest/rest-client.ts";
import type { Wallet } from "./signing/wallet.ts";
import { venueChain } from "./venue-chain.ts";

/**
 * Settles the profit of all positions of the client's account, a main account.
 * @returns the settlement's id, as `funds.getSettlements` lists it
 * @throws {ApiError} -1012 while the account is in liquidation or its collateral is negative, 9 for another wallet than
 *   the account's; {AnswerLost} when it is unknown whether it was carried out: settling again does no harm
 */
export async function settlePnl(rest: RestClient, wallet: Wallet, brokerId: string): Promise<number> {
  const { chainId, fundsDomain } = await venueChain(rest);
  const { settle_nonce: settleNonce } = await rest.call(funds.getSettleNonce);
  // The venue's time, learned from an earlier answer: a sandbox may be hours ahead.
  const message = { brokerId, chainId, settleNonce, timestamp: rest.clock.now() };
  const body = {
    message: { ...message, chainType: "EVM" as const },
    signature: await wallet.signTypedData(settlePnlTypedData(message, fundsDomain)),
    userAddress: wallet.address,
    verifyingContract: WITHDRAWAL_CONTRACT,
  };
  return settledOnce(rest, () => rest.call(funds.settlePnl, { body }));
}

/** The same for a sub-account, whose id the client signs with. @throws {ApiError} 84 for a main account; as `settlePnl` */
export async function settleSubAccountPnl(rest: RestClient): Promise<number> {
  const body = await rest.call(funds.getSettleNonce);
  return settledOnce(rest, () => rest.call(funds.settleSubAccountPnl, { body }));
}

/** Asks once more with the same nonce when the answer is lost: the venue accepts a nonce only once. */
async function settledOnce(rest: RestClient, ask: () => Promise<{ readonly settle_pnl_id: number }>): Promise<number> {
  try {
    return (await ask()).settle_pnl_id;
  } catch (error) {
    if (!(error instanceof AnswerLost)) throw error;
    const again = await ask().catch((refusal: unknown) => refusal as Error);
    if ("settle_pnl_id" in again) return again.settle_pnl_id;
    // The nonce is used up: the first request was carried out, and its settlement is the latest.
    const isTaken = again instanceof ApiError && again.code === errors.invalid_nonce.code;
    const [latest] = isTaken ? (await rest.call(funds.getSettlements, { query: { size: 1 } })).rows : [];
    if (latest === undefined) throw error;
    return latest.id;
  }
}
