// Where an account takes deposits by plain transfer: an address that follows from the factory and the account alone, so it is
// known before anything of it is on a chain. Interface 4.9.

import { concatHex, getAddress, type Hex, keccak256 } from "viem";

/**
 * The address of an account: where the factory's CREATE2 puts a minimal proxy (EIP-1167) of itself that is salted with the
 * account's id. The same on every chain on which the factory has the same address.
 * @returns in the case of its checksum
 */
export function receiverOf(factory: Hex, accountId: Hex): Hex {
  return getAddress(receiverMaker(factory)(accountId));
}

/** The same for many accounts, in lower case. */
export function receiverMaker(factory: Hex): (accountId: Hex) => Hex {
  const codeHash = keccak256(concatHex(["0x3d602d80600a3d3981f3", proxyOf(factory)]));
  return (accountId) => `0x${keccak256(concatHex(["0xff", factory, accountId, codeHash])).slice(26)}`;
}

/** The code that is at an address once it was swept. */
export function proxyOf(factory: Hex): Hex {
  return concatHex(["0x363d3d373d3d3d363d73", factory, "0x5af43d82803e903d91602b57fd5bf3"]);
}
