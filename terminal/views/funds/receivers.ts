// The addresses at which an account receives USDC by plain transfer, on chains other than the venue's own.

import { ApiError, type Client } from "@evermark/client";

export interface Receiver {
  readonly chainId: number;
  readonly address: string;
  /** Address of the USDC contract there; null if the operator has named none. */
  readonly token: string | null;
  /** The smallest amount that is credited. */
  readonly minimum: number;
  /** Why deposits there are not credited now; null while they are. */
  readonly stop: string | null;
}

/** Chain ids from which a venue may accept transfers. */
const CHAINS = [42161, 56, 36900, 1] as const;

/** The receivers on those chains that the venue is connected to. */
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
