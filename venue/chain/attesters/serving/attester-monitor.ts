// All attesters of one vault as the venue sees them: which are present, which are missing, and whether enough are
// present.

import type { Hex } from "viem";
import type { Condition } from "../../../operation/reports/readiness.ts";
import type { ChainReader } from "../../rpc/chain-reader.ts";
import { isTrouble } from "../../rpc/trouble.ts";
import { type AttesterSet, attestersAt } from "../../vault/attester-set.ts";
import type { AttestedVault } from "../attestation.ts";
import type { ReachableAttester } from "../gathered-attestations.ts";
import type { OwnAttester } from "../own-attester.ts";
import type { VaultMover } from "../vault-mover.ts";
import type { AttesterDoor } from "./attester-door.ts";
import type { AttesterMetrics } from "./attester-metrics.ts";
import type { BalancesPublisher } from "./balances-publisher.ts";

interface PanelParts {
  readonly reader: ChainReader;
  readonly vault: AttestedVault;
  /** The venue's own process as an attester; null where it may not attest. */
  readonly own: OwnAttester | null;
  /** The door for attesters on other machines; null where none may follow. */
  readonly door: AttesterDoor | null;
  /** The journal's current position. */
  readonly position: () => number;
  readonly condition: Condition;
  readonly metrics: AttesterMetrics;
  /** Publishes balances signed by attesters on other machines; null where none may follow. */
  readonly publisher: BalancesPublisher | null;
  /** Moves the funds of former vaults; null where there are none. */
  readonly mover: VaultMover | null;
  /** Called when the set of present attesters may have changed. */
  readonly onChange: () => void;
}

/** The vault's owner changes its attesters by a proposal that takes days to come into force. */
const LOOK_MS = 60_000;

export class AttesterMonitor {
  readonly #parts: PanelParts;
  #set: AttesterSet | null = null;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: PanelParts) {
    this.#parts = parts;
    if (parts.door !== null) {
      parts.door.onFollowers = () => {
        this.#judge();
        parts.mover?.hurry();
        parts.onChange();
      };
    }
  }

  /** The attesters that can be asked now. */
  reachable(): readonly ReachableAttester[] {
    const { own, door, position } = this.#parts;
    return [...(own === null ? [] : [own]), ...(door?.reachable(position) ?? [])];
  }

  /** Called every second. A set that can't be read now is assumed unchanged. @throws errors that are no chain trouble */
  async look(): Promise<void> {
    const now = performance.now();
    if (this.#set === null || now - this.#lookedAt >= LOOK_MS) {
      await this.#read().catch((error: unknown) => {
        if (!isTrouble(error)) throw error;
      });
      this.#lookedAt = now;
    }
    this.#judge();
    if (this.#set !== null) void this.#parts.publisher?.look(this.#set).catch(() => {});
  }

  async #read(): Promise<void> {
    const { reader, vault, door } = this.#parts;
    this.#set = await attestersAt({ reader, vault: vault.vault }, (await reader.head()).number);
    door?.letIn(vault, this.#set);
  }

  async stop(): Promise<void> {
    if (this.#parts.door !== null) this.#parts.door.onFollowers = () => {};
    await this.#parts.own?.close();
  }

  #judge(): void {
    if (this.#set === null) return;
    const { condition, metrics, door, position } = this.#parts;
    const { attesters, threshold } = this.#set;
    const there = new Set<Hex>(this.reachable().map(({ address }) => address));
    const away = attesters.filter((address) => !there.has(address));
    const behind = (door?.followers ?? []).map((each) => [each.address, position() - each.position] as const);
    metrics.look({ known: attesters.length, needed: threshold, away: away.length, behind });
    const present = attesters.length - away.length;
    if (present >= threshold) condition.holds();
    else {
      condition.broken(
        `payments need ${threshold} attesters, and ${present} of the vault's ${attesters.length} are there: ${away.join(", ")} is away`,
      );
    }
  }
}
