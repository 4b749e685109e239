// The address at which an account takes deposits by plain transfer. It follows from the factory and the account alone, so
// it is known before anything is deployed there. Interface 4.9.

import { concatHex, getAddress, type Hex, keccak256 } from "viem";

/**
 * The receiver address of an account: where the factory's CREATE2 deploys a minimal proxy (EIP-1167) of itself, with the
 * account's id as salt. It is the same on every chain on which the factory has the same address.
 * @returns the address with checksum case
 */
export function receiverOf(factory: Hex, accountId: Hex): Hex {
  return getAddress(receiverMaker(factory)(accountId));
}

/** The same for many accounts, in lower case. */
export function receiverMaker(factory: Hex): (accountId: Hex) => Hex {
  const codeHash = keccak256(concatHex(["0x3d602d80600a3d3981f3", proxyOf(factory)]));
  return (accountId) => `0x${keccak256(concatHex(["0xff", factory, accountId, codeHash])).slice(26)}`;
}

/** The code at an address once it has been swept. */
export function proxyOf(factory: Hex): Hex {
  return concatHex(["0x363d3d373d3d3d363d73", factory, "0x5af43d82803e903d91602b57fd5bf3"]);
}
