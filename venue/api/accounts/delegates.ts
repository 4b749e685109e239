// Requests that a contract's delegate signer makes for the contract: opening an account, binding keys, settling,
// withdrawing. Only the contract's chain can show which signer it named, so a venue without a chain refuses these
// before it checks any signature. Rules 9.6, Appendix C.5.

import { delegates } from "@evermark/interface/accounts/delegates.ts";
import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import {
  delegateAddKeyTypedData,
  delegateSettlePnlTypedData,
  delegateSignerTypedData,
  delegateWithdrawTypedData,
} from "@evermark/interface/chain/wallet-messages.ts";
import { requireSigner } from "../../auth/wallets/wallet-request.ts";
import { type Binding, bind } from "../../http/routes/binding.ts";
import type { Venue } from "../../venue.ts";
import { refusal } from "../../wire/api-error.ts";
import { domainOf, requireFundsMessage, requireWithdrawalContract } from "../funds/funds-message.ts";
import { settle } from "../funds/settlement.ts";
import { withdraw } from "../funds/withdrawals.ts";
import { bound, keyTermsOf } from "./bind-key.ts";
import { addBrokerIfNew, registrationNonces, requireBroker, requireGoodNonce, usedNonceOf } from "./open-account.ts";

const confirmSigner = bind(delegates.confirmSigner, async (context) => {
  const { venue, body, request } = context;
  const { message, signature, userAddress } = body;
  const { brokerId, chainId } = message;
  const contract = message.delegateContract.toLowerCase();
  const transaction = message.txHash.toLowerCase();
  const accountId = accountIdOf(contract, brokerId);
  const used = usedNonceOf(message);
  requireBroker(venue, brokerId);
  if (venue.engine.findAnnouncement(accountId) === undefined) throw refusal("no_chain");
  requireOwnChain(venue, chainId);
  requireGoodNonce(venue, used);
  const signed = { delegateContract: contract, brokerId, chainId, ...used, txHash: transaction };
  await requireSigner(delegateSignerTypedData(signed), signature, userAddress, request.ip);
  requireGoodNonce(venue, used);

  const signer = userAddress.toLowerCase();
  const { created } = await registrationNonces(venue).spend(used, async () => {
    await addBrokerIfNew(context, brokerId);
    return context.submit({ type: "confirm_delegate", accountId, contract, brokerId, signer, transaction });
  });
  return { user_id: venue.engine.userId(created), account_id: accountId, valid_signer: signer };
});

const bindKey = bind(delegates.bindKey, async (context) => {
  const { venue, body, request } = context;
  const { message, signature, userAddress } = body;
  const { brokerId, chainId } = message;
  const delegateContract = message.delegateContract.toLowerCase();
  const account = venue.engine.findAccount(accountIdOf(delegateContract, brokerId));
  const signer = signerOf(venue, account);
  const terms = keyTermsOf(venue, message);
  requireOwnChain(venue, chainId);
  if (userAddress.toLowerCase() !== signer) throw refusal("signer_mismatch");
  const signed = { delegateContract, brokerId, chainId, ...terms };
  await requireSigner(delegateAddKeyTypedData(signed), signature, userAddress, request.ip);
  // The engine checks the signer again, because another may have been named meanwhile.
  const { position } = await context.submit({ type: "bind_key", account, ...bound(terms), signer });
  return { id: position, svc_key: terms.key };
});

const settlePnl = bind(delegates.settlePnl, async (context) => {
  const { venue, caller, body, request } = context;
  const { account } = caller;
  const { brokerId, chainId, timestamp, ...message } = body.message;
  const signer = signerOf(venue, account);
  const delegateContract = requireContract(venue, account, body);
  const settleNonce = Number(message.settleNonce);
  const signed = { delegateContract, brokerId, chainId, settleNonce, timestamp: Number(timestamp) };
  const data = () => delegateSettlePnlTypedData(signed, domainOf(venue));
  await requireFundsMessage(venue, account, { ...body, signer, from: request.ip, data });
  return settle(context, account, settleNonce);
});

const requestWithdrawal = bind(delegates.requestWithdrawal, async (context) => {
  const { venue, caller, body, request } = context;
  const { account } = caller;
  const signer = signerOf(venue, account);
  const delegateContract = requireContract(venue, account, body);
  return withdraw(context, { ...body, account, signer, from: request.ip }, (signed) =>
    delegateWithdrawTypedData({ delegateContract, ...signed }, domainOf(venue)),
  );
});

/**
 * The delegate signer of a contract's account.
 * @param account -1 when there is none
 * @throws {ApiError} -1011 when no chain has named a delegate
 */
function signerOf({ engine }: Venue, account: number): string {
  const signer = account < 0 ? "" : engine.account(account).delegateSigner;
  if (signer === "") throw refusal("no_chain");
  return signer;
}

/**
 * @returns the contract's address as it is in the signed message
 * @throws {ApiError} 29 for another withdrawal contract, 9 for a message that names a contract different from the account's
 */
function requireContract(
  { engine }: Venue,
  account: number,
  body: { readonly verifyingContract: string; readonly message: { readonly delegateContract: string } },
): string {
  requireWithdrawalContract(body.verifyingContract);
  const contract = body.message.delegateContract.toLowerCase();
  if (engine.account(account).wallet !== contract) throw refusal("signer_mismatch");
  return contract;
}

/** @throws {ApiError} 9, as for every message of another chain */
function requireOwnChain({ configuration }: Venue, chainId: number): void {
  if (chainId !== configuration.chainId) throw refusal("signer_mismatch");
}

export const delegateBindings: readonly Binding[] = [confirmSigner, bindKey, settlePnl, requestWithdrawal];
