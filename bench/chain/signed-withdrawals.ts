// Withdrawals signed by wallets, made before anything is measured. The same ones are requested from a venue and paid by
// a script that has no venue.

import { accountIdOf } from "@evermark/interface/chain/account-id.ts";
import { fundsDomain, withdrawTypedData } from "@evermark/interface/chain/wallet-messages.ts";
import { type Hex, keccak256, numberToBytes } from "viem";
import { type PrivateKeyAccount, privateKeyToAccount } from "viem/accounts";
import { BROKER, makeAccounts, type SigningAccount } from "../load/signed-orders.ts";

export const CHAIN_ID = 196;
/** The amount of a withdrawal in millionths, which includes the fee for its transaction. */
export const AMOUNT = 2_000_000;

/** The message that makes a script stop paying. */
export const ENOUGH = "enough";

export interface WithdrawingAccount extends SigningAccount {
  readonly signer: PrivateKeyAccount;
}

export interface SignedWithdrawal {
  readonly accountId: Hex;
  /** In lower case. */
  readonly receiver: Hex;
  readonly nonce: number;
  /** In milliseconds since 1970. */
  readonly signedAt: number;
  readonly signature: Hex;
}

/** Makes accounts whose wallets can sign. */
export async function makeWithdrawingAccounts(count: number): Promise<WithdrawingAccount[]> {
  const accounts = makeAccounts(count);
  return accounts.map((account, n) => {
    const signer = privateKeyToAccount(keccak256(numberToBytes(n + 1, { size: 32 })));
    const wallet = signer.address.toLowerCase();
    return { ...account, signer, wallet, accountId: accountIdOf(wallet, BROKER) };
  });
}

/** @param nonces one for each account */
export function signWithdrawals(
  accounts: readonly WithdrawingAccount[],
  nonces: readonly number[],
): Promise<SignedWithdrawal[]> {
  const signedAt = Date.now();
  return Promise.all(
    accounts.map(async ({ signer, wallet, accountId }, n) => {
      const nonce = nonces[n]!;
      const terms = { brokerId: BROKER, chainId: CHAIN_ID, receiver: wallet, token: "USDC", amount: BigInt(AMOUNT) };
      const message = { ...terms, withdrawNonce: nonce, timestamp: signedAt };
      const signature = await signer.signTypedData(withdrawTypedData(message, fundsDomain()));
      return { accountId: accountId as Hex, receiver: wallet as Hex, nonce, signedAt, signature };
    }),
  );
}
