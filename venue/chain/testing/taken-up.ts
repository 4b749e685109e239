// A node answers with a transaction's hash before it has fully checked the transaction: a block mined at that moment may
// not include it. Tests that mine by hand wait until the transaction is among those that the next block takes.

import type { Hex } from "viem";

/** Longer than any running node takes; a transaction that the chain has forgotten never comes. */
const PATIENCE_MS = 20_000;
const LOOK_MS = 5;

/** The part that all of viem's clients have in common. */
export interface Asking {
  request(question: never): Promise<unknown>;
}

interface Pool {
  /** By sender and nonce. */
  readonly pending: Readonly<Record<string, Readonly<Record<string, { readonly hash: Hex }>>>>;
}

/**
 * Waits until a transaction can be mined, or has been.
 * @throws {Error} when that does not happen in time
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
