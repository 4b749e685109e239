// What the vault knows brokers and tokens by. Vault 2.

import { type Hex, keccak256, stringToBytes } from "viem";

/** Of a broker's id or a token's symbol: of its bytes, which are case-sensitive, and of nothing else. */
export function hashOfText(text: string): Hex {
  return keccak256(stringToBytes(text));
}
