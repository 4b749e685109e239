// Once a day has the attesters sign what accounts can exit with, should all of them fall silent, and submits it to the
// vault. All attesters look at one moment of venue time, which is announced a little ahead; only balances on which enough
// of them agree are submitted. The venue itself computes nothing: the leaves are stored by the attesters.

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
  /** The journal position of the balances that the vault was given last. @throws {ChainTrouble} */
  readonly positionInVault: () => Promise<bigint>;
  /** Has a transaction with this call sent to the vault; the transaction may be lost. */
  readonly handIn: (call: Hex) => void;
  /** File that records when balances were last published. */
  readonly path: string;
  readonly log: Logger;
}

const DAY_SECONDS = 86_400;
/** Pause after an attempt that did not succeed. */
const RETRY_MS = 600_000;
/** Pause after a submission, before the vault is asked whether it has it. */
const LOOK_AGAIN_MS = 30_000;
/** How far ahead the moment is chosen, so that all attesters have the request by then. */
const AHEAD_MS = 10_000;
const DEADLINE_SECONDS = 3_600;

export class BalancesPublisher {
  readonly #parts: PublisherParts;
  #isUnderWay = false;
  #retryAt = 0;
  /** When balances were last published, by the chain's time; null until the file has been read. */
  #doneAt: number | null = null;
  /** What was submitted, and is not known to be in the vault yet. */
  #handedIn: { readonly position: number; readonly at: number } | null = null;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
  }

  /** Called often. @throws {ChainTrouble} */
  async look(set: AttesterSet): Promise<void> {
    const there = this.#parts.door.followers.filter(({ address }) => set.attesters.includes(address));
    if (this.#isUnderWay || performance.now() < this.#retryAt || there.length < set.threshold) return;
    this.#isUnderWay = true;
    try {
      await this.#confirm();
      const now = await this.#parts.chainNow();
      this.#doneAt ??= doneAtOf(this.#parts.path);
      if (now - this.#doneAt < DAY_SECONDS) return;
      this.#retryAt = performance.now() + RETRY_MS;
      const addresses = there.map(({ address }) => address);
      const position = await this.#publish(addresses, set.threshold, now);
      if (position === null) return;
      this.#handedIn = { position, at: now };
      this.#retryAt = performance.now() + LOOK_AGAIN_MS;
    } finally {
      this.#isUnderWay = false;
    }
  }

  /** Only balances that the vault has count as published: a submission by a process that ended is repeated. */
  async #confirm(): Promise<void> {
    if (this.#handedIn === null) return;
    const { position, at } = this.#handedIn;
    const isThere = (await this.#parts.positionInVault()) >= BigInt(position);
    this.#handedIn = null;
    if (!isThere) return;
    this.#doneAt = at;
    writeFacts(this.#parts.path, { at }, false);
  }

  /** @returns the position of the submitted balances; null when too few attesters signed the same */
  async #publish(attesters: readonly Hex[], threshold: number, now: number): Promise<number | null> {
    const { door, venueNow, handIn, log } = this.#parts;
    const request = { at: Math.ceil((venueNow() + AHEAD_MS) / 1_000) * 1_000, deadline: now + DEADLINE_SECONDS };
    const alike = new Map<string, Map<Hex, SignedBalances>>();
    await Promise.all(
      attesters.map(async (address) => {
        const answer = await door.askBalances(address, request);
        if ("silent" in answer)
          return log.warn({ address, reason: answer.silent }, "an attester did not sign the balances");
        const key = `${answer.position} ${answer.total} ${answer.root}`;
        alike.set(key, (alike.get(key) ?? new Map()).set(address, answer));
      }),
    );
    if (alike.size > 1)
      log.error({ found: [...alike.keys()] }, "attesters have different balances at the same position");
    const enough = [...alike.values()].find(({ size }) => size >= threshold);
    if (enough === undefined) return null;
    const signed = [...enough].toSorted(([a], [b]) => (a < b ? -1 : 1)).slice(0, threshold);
    const [[, { root, total, position }]] = signed as [[Hex, SignedBalances]];
    const signatures = signed.map(([, { signature }]) => signature);
    const args = [TOKEN_HASH, root, total, BigInt(position), BigInt(request.deadline), signatures] as const;
    handIn(encodeFunctionData({ abi: vaultAbi, functionName: "publishBalances", args }));
    log.info({ position, root, total: String(total) }, "balances are submitted to the vault");
    return position;
  }
}

function doneAtOf(path: string): number {
  const read = readFacts(path);
  return typeof read === "string" ? 0 : (read.facts as { readonly at: number }).at;
}
