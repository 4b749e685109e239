// Reads a vault's state: a call is encoded, executed at a height, and its answer decoded. An address that answers in
// another form is no vault. Vault 4.

import { hashOfText, vaultAbi } from "@evermark/contracts";
import {
  type ContractFunctionArgs,
  type ContractFunctionName,
  type ContractFunctionReturnType,
  decodeFunctionResult,
  type EncodeFunctionDataParameters,
  encodeFunctionData,
  getAbiItem,
  type Hex,
  prepareEncodeFunctionData,
} from "viem";
import type { At, ChainReader } from "../rpc/chain-reader.ts";
import { ChainTrouble } from "../rpc/trouble.ts";

/** The one token that is money. */
export const TOKEN = "USDC";
export const TOKEN_HASH = hashOfText(TOKEN);

export interface VaultAddress {
  readonly reader: ChainReader;
  /** Its address. */
  readonly vault: Hex;
}

/** A call of the venue's vault, or of a former one. */
export interface VaultCall {
  readonly to: Hex;
  readonly data: Hex;
}

type VaultQuery = ContractFunctionName<typeof vaultAbi, "view">;
type Arguments<Name extends VaultQuery> = ContractFunctionArgs<typeof vaultAbi, "view", Name>;
type Answer<Name extends VaultQuery> = ContractFunctionReturnType<typeof vaultAbi, "view", Name>;

/** @throws {ChainTrouble} */
export async function askVault<Name extends VaultQuery>(
  { reader, vault }: VaultAddress,
  question: Name,
  args: Arguments<Name>,
  at: At,
): Promise<Answer<Name>> {
  const { item, prepared } = knownAs(question);
  const call = encodeFunctionData({ ...prepared, args } as EncodeFunctionDataParameters);
  const data = await reader.call({ to: vault, data: call }, at);
  try {
    return decodeFunctionResult({ abi: [item], functionName: question, data } as never) as Answer<Name>;
  } catch {
    throw new ChainTrouble("garbage", "what the vault's address answered is not what a vault answers");
  }
}

const known = new Map<VaultQuery, ReturnType<typeof lookedUp>>();

function knownAs(question: VaultQuery): ReturnType<typeof lookedUp> {
  const found = known.get(question) ?? lookedUp(question);
  known.set(question, found);
  return found;
}

/** Looked up once: searching the whole ABI by name makes encoding a call ten times as slow. */
function lookedUp(functionName: VaultQuery) {
  const item = getAbiItem({ abi: vaultAbi, name: functionName });
  return { item, prepared: prepareEncodeFunctionData({ abi: vaultAbi, functionName }) };
}
