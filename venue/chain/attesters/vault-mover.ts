// Has all that a former vault holds moved to the one after it: as soon as enough of that vault's attesters are there they sign the
// amount, and the venue hands it in. What was lost on the way, be it by a crash, is done again: what is left there says whether.

import { attestationsInOrder, vaultAbi } from "@evermark/contracts";
import type { Logger } from "pino";
import { encodeFunctionData, type Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { TOKEN_HASH, type VaultCall } from "../vault/ask-vault.ts";
import { attestersAt } from "../vault/attester-set.ts";
import { fundsAt } from "../vault/vault-funds.ts";
import type { MoveTerms } from "./attestation.ts";
import { failureOf, type ReachableAttester } from "./attestations.ts";

interface MoverParts {
  readonly reader: ChainReader;
  /** Vaults before the venue's own, the oldest first; and that one at last. */
  readonly vaults: readonly Hex[];
  /** Those who can be asked now. */
  readonly lines: () => readonly ReachableAttester[];
  /** Has a transaction with this call sent. */
  readonly handIn: (call: VaultCall) => void;
  readonly log: Logger;
}

const DEADLINE_SECONDS = 3_600;
/** Before what was handed in, or could not be signed, is tried again. */
const RETRY_MS = 10_000;

export class VaultMover {
  readonly #parts: MoverParts;
  #retryAt = Number.NEGATIVE_INFINITY;
  #isUnderWay = false;
  /** Why nothing was handed in; "" when it was. */
  lacking = "";

  constructor(parts: MoverParts) {
    this.#parts = parts;
  }

  /** Often, while something is left in any of them. Never rejects. */
  async look(): Promise<void> {
    if (this.#isUnderWay || performance.now() < this.#retryAt) return;
    this.#isUnderWay = true;
    try {
      this.lacking = await this.#moveOldest();
    } catch (error) {
      if (!isTrouble(error)) this.#parts.log.error({ err: error }, "a move from a former vault has failed");
      this.lacking = (error as Error).message;
    } finally {
      this.#isUnderWay = false;
      this.#retryAt = performance.now() + RETRY_MS;
    }
  }

  /** Attesters may be there who were not before. */
  hurry(): void {
    this.#retryAt = Number.NEGATIVE_INFINITY;
  }

  async #moveOldest(): Promise<string> {
    const { reader, vaults } = this.#parts;
    const { number } = await reader.head();
    for (const [index, from] of vaults.slice(0, -1).entries()) {
      const amount = await fundsAt({ reader, vault: from }, number);
      // What an older one still holds comes here first.
      if (amount > 0n) return this.#move({ from, to: vaults[index + 1]!, amount });
    }
    return "";
  }

  /** @returns why not; "" when it was handed in */
  async #move(move: MoveTerms): Promise<string> {
    const { reader, lines, handIn, log } = this.#parts;
    const { from, to, amount } = move;
    const { number, timestamp } = await reader.head();
    const { attesters, threshold } = await attestersAt({ reader, vault: from }, number);
    const deadline = timestamp + DEADLINE_SECONDS;
    const signed = new Map<Hex, Hex>();
    const reachable = lines().filter(({ address }) => attesters.includes(address));
    const why = attesters
      .filter((address) => reachable.every((line) => line.address !== address))
      .map((address) => `${address} is away`);
    await Promise.all(
      reachable.map(async (line) => {
        const answer = await line.attestMove({ move, deadline }).then((signature) => ({ signature }), failureOf);
        if ("signature" in answer) signed.set(line.address, answer.signature);
        else why.push(`${line.address}: ${"refused" in answer ? answer.refused : answer.silent}`);
      }),
    );
    if (signed.size < threshold) return `${signed.size} of ${threshold} attesters have signed it: ${why.join("; ")}`;
    const signatures = attestationsInOrder(signed).slice(0, threshold);
    const args = [TOKEN_HASH, amount, BigInt(deadline), signatures] as const;
    handIn({ to: from, data: encodeFunctionData({ abi: vaultAbi, functionName: "moveToSuccessor", args }) });
    log.warn({ from, to, amount: String(amount) }, "what a former vault holds goes to the one after it");
    return "";
  }
}
