// A node answers with a transaction's hash before it has looked at all of it: a block that is mined at that moment may go
// without it. Tests that mine by hand wait until it is among those that the next block takes.

import type { Hex } from "viem";

/** Longer than any node takes that is there; a transaction that the chain has forgotten never comes. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 5;

/** What asks the node, by any of viem's clients. */
export interface Asking {
  request(question: never): Promise<unknown>;
}

interface Pool {
  /** By sender and nonce. */
  readonly pending: Readonly<Record<string, Readonly<Record<string, { readonly hash: Hex }>>>>;
}

/**
 * Waits until a transaction can be mined, or has been.
 * @throws {Error} when that does not come
 */
export async function takenUp(client: Asking, hash: Hex): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!((await isPending(client, hash)) || (await isMined(client, hash)))) {
    if (performance.now() > end) throw new Error(`the chain has not taken up ${hash}`);
    await Bun.sleep(LOOK_MS);
  }
}

async function isPending(client: Asking, hash: Hex): Promise<boolean> {
  const { pending } = (await client.request({ method: "txpool_content" } as never)) as Pool;
  return Object.values(pending).some((bySender) => Object.values(bySender).some((each) => each.hash === hash));
}

async function isMined(client: Asking, hash: Hex): Promise<boolean> {
  return (await client.request({ method: "eth_getTransactionReceipt", params: [hash] } as never)) !== null;
}
