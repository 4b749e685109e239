// The addresses that an account takes USDC at by plain transfer, on chains other than the venue's own.

import { ApiError, type Client } from "@evermark/client";

export interface Receiver {
  readonly chainId: number;
  readonly address: string;
  /** Contract of USDC there; null where the operator has named none. */
  readonly token: string | null;
  /** Less is not credited. */
  readonly minimum: number;
  /** Why nothing is credited there now; null while it is. */
  readonly stop: string | null;
}

/** The chains that a venue may take transfers from. */
const CHAINS = [42161, 56, 36900, 1] as const;

/** Of the chains that the venue is connected to. */
export async function receiversOf(client: Client): Promise<readonly Receiver[]> {
  const found = await Promise.all(CHAINS.map((chainId) => receiverOn(client, chainId)));
  const receivers = found.filter((receiver) => receiver !== undefined);
  if (receivers.length === 0) return [];
  const { rows } = await client.venueFacts.getReserves();
  const stopOn = (chainId: number) =>
    rows.find((row) => row.chain_id === chainId && row.token === "USDC")?.stop ?? null;
  return receivers.map((receiver) => ({ ...receiver, stop: stopOn(receiver.chainId) }));
}

async function receiverOn(client: Client, chainId: number): Promise<Omit<Receiver, "stop"> | undefined> {
  try {
    const answer = await client.receivers.getAddress({ chain_id: chainId });
    const { receiver_address: address, token_address: token, minimum_deposit: minimum } = answer;
    return { chainId, address, token, minimum };
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
