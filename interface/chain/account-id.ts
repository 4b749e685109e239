// Account ids. An id follows from the wallet and the builder, so that client, venue and vault contract compute the same
// one. Rules 9.1, vault 2. The words are ABI-encoded (padded), not packed.

import { encodeAbiParameters, keccak256, stringToBytes } from "viem";

/** The account id of a wallet under a builder: `0x` and 64 lower-case hex digits. The hex case of `wallet` is ignored. */
export function accountIdOf(wallet: string, brokerId: string): `0x${string}` {
  const address = wallet.toLowerCase() as `0x${string}`;
  return keccak256(encodeAbiParameters([{ type: "address" }, { type: "bytes32" }], [address, brokerHashOf(brokerId)]));
}

/** The hash by which contracts identify a builder. */
export function brokerHashOf(brokerId: string): `0x${string}` {
  return keccak256(stringToBytes(brokerId));
}

/**
 * The id of the venue's own account, under which any client may follow the public stream: a program that has no account
 * yet, or a page before its trader has opened one. The account holds nothing, and no key is bound to it.
 */
export const VENUE_ACCOUNT_ID = "0xa0e01d8299cdafaa3e8ccc9253e0706c3f2b8c7a4b377ec16cdb4690fa6edee9";

/** The id of the nth sub-account of a main account. */
export function subAccountIdOf(mainAccountId: string, subAccount: number): `0x${string}` {
  const main = mainAccountId.toLowerCase() as `0x${string}`;
  return keccak256(encodeAbiParameters([{ type: "bytes32" }, { type: "uint256" }], [main, BigInt(subAccount)]));
}
