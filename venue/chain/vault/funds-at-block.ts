// What a vault can pay, or move: the part of its balance that came from deposits and funding.

import { encodeFunctionData, erc20Abi } from "viem";
import type { At } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";
import { askVault, TOKEN_HASH, type VaultAddress } from "./ask-vault.ts";

/** In millionths of a USDC. @throws {ChainTrouble} */
export async function fundsAt(asked: VaultAddress, at: At): Promise<bigint> {
  const { reader, vault } = asked;
  const token = await askVault(asked, "getAllowedToken", [TOKEN_HASH], at);
  // The token is no longer allowed: nothing is paid in it.
  if (BigInt(token) === 0n) return 0n;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: "balanceOf", args: [vault] });
  const [inBooks, answer] = await Promise.all([
    askVault(asked, "booked", [token], at),
    reader.call({ to: token, data }, at),
  ]);
  try {
    const held = BigInt(answer);
    return inBooks < held ? inBooks : held;
  } catch {
    throw new ChainTrouble("garbage", "what the token's address answered is no balance");
  }
}
