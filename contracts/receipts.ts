// What came of a transaction, asked for by its hash until the node says it. viem's own wait asks once for each block that it
// hears of, and Anvil counts a block before it says what came of its transactions: where no other block follows, that
// waits for three minutes.

import {
  type Chain,
  type Client,
  type Hex,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
  type Transport,
} from "viem";
import { getTransactionReceipt } from "viem/actions";

/** As long as a public chain may take while it is crowded. */
const PATIENCE_MS = 180_000;
/** A local chain answers within a few looks; another operator's node is not asked fifty times a second for minutes. */
const LOOK_MS = 20;
const LATER_LOOK_MS = 500;
const LATER_AFTER_MS = 5_000;

/**
 * Waits until a transaction is in a block, whether it succeeded there or failed.
 * @param what is waited for, as the message of an error names it: "the vault's approval"
 * @throws when that does not come in time, and what the node says
 */
export async function receiptOf(
  client: Client<Transport, Chain | undefined>,
  hash: Hex,
  what: string,
  patienceMs = PATIENCE_MS,
): Promise<TransactionReceipt> {
  const begun = performance.now();
  for (;;) {
    const receipt = await findReceipt(client, hash);
    if (receipt !== undefined) return receipt;
    const waited = performance.now() - begun;
    if (waited >= patienceMs) {
      throw new Error(`the chain does not say what came of ${what}, for ${patienceMs / 1_000} s: transaction ${hash}`);
    }
    await new Promise((resolve) => setTimeout(resolve, waited < LATER_AFTER_MS ? LOOK_MS : LATER_LOOK_MS));
  }
}

async function findReceipt(client: Client<Transport, Chain | undefined>, hash: Hex) {
  try {
    return await getTransactionReceipt(client, { hash });
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return undefined;
    throw error;
  }
}
