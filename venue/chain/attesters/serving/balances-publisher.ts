// Once a day has the attesters sign what accounts leave by, should all of them fall silent, and hands it to the vault. All look at
// one moment of venue time, which is named a little before; only what enough of them have alike is handed in. The venue itself
// computes nothing: the leaves lie with the attesters.

import { vaultAbi } from "@evermark/contracts";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import type { Logger } from "pino";
import { encodeFunctionData, type Hex } from "viem";
import { TOKEN_HASH } from "../../vault/ask-vault.ts";
import type { AttesterSet } from "../../vault/attester-set.ts";
import type { AttesterDoor } from "./attester-door.ts";
import type { SignedBalances } from "./door-protocol.ts";

interface PublisherParts {
  readonly door: AttesterDoor;
  /** In seconds since 1970, by the chain's time. */
  readonly chainNow: () => Promise<number>;
  /** Venue time. */
  readonly venueNow: () => number;
  /** Has a transaction with this call sent to the vault. */
  readonly handIn: (call: Hex) => void;
  /** Where it is kept when that was last done. */
  readonly path: string;
  readonly log: Logger;
}

const DAY_SECONDS = 86_400;
/** After one that did not succeed. */
const RETRY_MS = 600_000;
/** By then all attesters have heard of it. */
const AHEAD_MS = 10_000;
const DEADLINE_SECONDS = 3_600;

export class BalancesPublisher {
  readonly #parts: PublisherParts;
  #isUnderWay = false;
  #retryAt = 0;
  /** By the chain's time; null before the file was read. */
  #doneAt: number | null = null;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Often. @throws {ChainTrouble} */
  async look(set: AttesterSet): Promise<void> {
    const there = this.#parts.door.followers.filter(({ address }) => set.attesters.includes(address));
    if (this.#isUnderWay || performance.now() < this.#retryAt || there.length < set.threshold) return;
    this.#isUnderWay = true;
    try {
      const now = await this.#parts.chainNow();
      this.#doneAt ??= doneAtOf(this.#parts.path);
      if (now - this.#doneAt < DAY_SECONDS) return;
      this.#retryAt = performance.now() + RETRY_MS;
      const addresses = there.map(({ address }) => address);
      if (!(await this.#publish(addresses, set.threshold, now))) return;
      this.#doneAt = now;
      writeFacts(this.#parts.path, { at: now }, false);
    } finally {
      this.#isUnderWay = false;
    }
  }

  async #publish(attesters: readonly Hex[], threshold: number, now: number): Promise<boolean> {
    const { door, venueNow, handIn, log } = this.#parts;
    const request = { at: Math.ceil((venueNow() + AHEAD_MS) / 1_000) * 1_000, deadline: now + DEADLINE_SECONDS };
    const alike = new Map<string, Map<Hex, SignedBalances>>();
    await Promise.all(
      attesters.map(async (address) => {
        const answer = await door.askBalances(address, request);
        if ("silent" in answer) return log.warn({ address, reason: answer.silent }, "an attester signs no balances");
        const key = `${answer.position} ${answer.total} ${answer.root}`;
        alike.set(key, (alike.get(key) ?? new Map()).set(address, answer));
      }),
    );
    if (alike.size > 1) log.error({ found: [...alike.keys()] }, "attesters have different balances at one position");
    const enough = [...alike.values()].find(({ size }) => size >= threshold);
    if (enough === undefined) return false;
    const signed = [...enough].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, threshold);
    const [[, { root, total, position }]] = signed as [[Hex, SignedBalances]];
    const signatures = signed.map(([, { signature }]) => signature);
    const args = [TOKEN_HASH, root, total, BigInt(position), BigInt(request.deadline), signatures] as const;
    handIn(encodeFunctionData({ abi: vaultAbi, functionName: "publishBalances", args }));
    log.info({ position, root, total: String(total) }, "balances go to the vault");
    return true;
  }
}

function doneAtOf(path: string): number {
  const read = readFacts(path);
  return typeof read === "string" ? 0 : (read.facts as { readonly at: number }).at;
}
