// Moves all funds of a former vault to its successor: as soon as enough of that vault's attesters are present they sign
// the amount, and the venue submits it. A move that was lost on the way, by a crash or otherwise, is repeated: the funds
// left in the vault show whether it was.

import { attestationsInOrder, vaultAbi } from "@evermark/contracts";
import type { Logger } from "pino";
import { encodeFunctionData, type Hex } from "viem";
import type { ChainReader } from "../rpc/chain-reader.ts";
import { isTrouble } from "../rpc/trouble.ts";
import { TOKEN_HASH, type VaultCall } from "../vault/ask-vault.ts";
import { attestersAt } from "../vault/attester-set.ts";
import { fundsAt } from "../vault/funds-at-block.ts";
import type { MoveTerms } from "./attestation.ts";
import { failureOf, type ReachableAttester } from "./gathered-attestations.ts";

interface MoverParts {
  readonly reader: ChainReader;
  /** The vaults before the venue's own, oldest first; the venue's own is the last element. */
  readonly vaults: readonly Hex[];
  /** The attesters that can be asked now. */
  readonly lines: () => readonly ReachableAttester[];
  /** Has a transaction with this call sent. */
  readonly handIn: (call: VaultCall) => void;
  readonly log: Logger;
}

const DEADLINE_SECONDS = 3_600;
/** Pause before a submission, or a failed attempt to get it signed, is repeated. */
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

  /** Called often, while any former vault holds funds. Never rejects. */
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

  /** Allows the next attempt at once: attesters may be present that were not before. */
  hurry(): void {
    this.#retryAt = Number.NEGATIVE_INFINITY;
  }

  async #moveOldest(): Promise<string> {
    const { reader, vaults } = this.#parts;
    const { number } = await reader.head();
    for (const [index, from] of vaults.slice(0, -1).entries()) {
      const amount = await fundsAt({ reader, vault: from }, number);
      // The funds of an older vault come to this one first.
      if (amount > 0n) return this.#move({ from, to: vaults[index + 1]!, amount });
    }
    return "";
  }

  /** @returns why nothing was submitted; "" when it was */
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
    log.warn({ from, to, amount: String(amount) }, "a former vault's funds are moving to its successor");
    return "";
  }
}
