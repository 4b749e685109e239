// The key that pays for deploying contracts on a chain. It has no power over them afterwards.

import { type Address, formatEther, type Hex } from "viem";
import type { readerOn } from "./chain-session.ts";
import { CommandMistake } from "./explain.ts";
import { keyOfKeystore } from "./secret.ts";

export const DEPLOYER_KEY_VARIABLE = "EVERMARK_DEPLOYER_KEY";

/** @throws {CommandMistake} */
export async function deployerKey({ keystore }: { readonly keystore?: string }): Promise<Hex> {
  if (keystore === undefined) {
    const given = process.env[DEPLOYER_KEY_VARIABLE]?.trim() ?? "";
    if (/^0x[0-9a-fA-F]{64}$/.test(given)) return given as Hex;
    throw new CommandMistake(
      `${DEPLOYER_KEY_VARIABLE}: ${given === "" ? "not set" : "not a private key"}; expected 0x and 64 hex digits`,
    );
  }
  return keyOfKeystore(keystore);
}

/**
 * Checked before anything is sent: a deployment that runs out of gas half way leaves useless contracts behind. @throws
 * {CommandMistake}
 */
export async function requireGas(
  reader: ReturnType<typeof readerOn>,
  { deployer, cost }: { readonly deployer: Address; readonly cost: bigint },
): Promise<void> {
  const balance = await reader.getBalance({ address: deployer });
  if (balance >= cost) return;
  throw new CommandMistake(
    `the deployer ${deployer} has ${formatEther(balance)} of the chain's coin; expected ${formatEther(cost)} for gas; nothing was sent`,
  );
}
