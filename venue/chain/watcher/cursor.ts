// How far the vault's logs are dealt with for good, and the way there: some blocks back, the nearer the denser, so that the
// last one in common can be found when the chain has replaced more than it should. The file may be lost: then all is read
// again, and nothing is credited twice.

import { readFacts, textOfFacts } from "@evermark/journal/checksummed-file.ts";
import type { Hex } from "viem";
import { replaceDurably } from "../kept/replace-durably.ts";

/** A block up to which everything is dealt with. */
export interface Place {
  readonly block: number;
  /** "0x" at the beginning, before the vault was there. */
  readonly hash: Hex;
  /** Number of the vault's last deposit up to here, and the block that it is in. */
  readonly deposits: number;
  readonly lastDepositBlock: number;
  /** How many of the vault's logs are up to here. */
  readonly logs: number;
}

interface CursorFacts {
  readonly format: number;
  readonly chainId: number;
  readonly vault: string;
  /** Of the journal, when this was written. */
  readonly commands?: number;
  /** From the first to the last. */
  readonly places: readonly Place[];
}

const FORMAT = 1;
const PLACES_MAX = 64;

export interface CursorParts {
  /** Null where nothing is kept. */
  readonly path: string | null;
  readonly chainId: number;
  readonly vault: Hex;
  /** The block in which the vault was deployed. */
  readonly deployedBlock: number;
  /** How many commands the journal has. */
  readonly commands: () => number;
}

export class Cursor {
  readonly #parts: CursorParts;
  #places: readonly Place[];
  #saved: Place;
  /** One after the other: two that write the file at once take it from each other. */
  #saving: Promise<void> = Promise.resolve();

  /** What is in the file of another chain, vault or a longer journal, or damaged, is as good as nothing. */
  constructor(parts: CursorParts) {
    this.#parts = parts;
    const { deployedBlock } = parts;
    const start: Place = {
      block: deployedBlock - 1,
      hash: "0x",
      deposits: 0,
      lastDepositBlock: deployedBlock,
      logs: 0,
    };
    this.#places = placesIn(parts) ?? [start];
    this.#saved = this.place;
  }

  get place(): Place {
    return this.#places.at(-1)!;
  }

  /** From the last to the first. */
  back(): readonly Place[] {
    return this.#places.toReversed();
  }

  advance(place: Place): void {
    const places = [...this.#places, place];
    this.#places = places.length <= PLACES_MAX ? places : thinned(places);
  }

  /** @param place one of those that `back` gives */
  rewind(place: Place): void {
    this.#places = this.#places.slice(0, this.#places.indexOf(place) + 1);
  }

  /**
   * Durably, and off this thread: orders don't wait for it.
   * @param blocksLeast further on than what is in the file, or it is left as it is
   * @throws what the file system says
   */
  save(blocksLeast = 1): Promise<void> {
    const saved = this.#saving.then(() => this.#save(blocksLeast));
    this.#saving = saved.catch(() => {});
    return saved;
  }

  async #save(blocksLeast: number): Promise<void> {
    const { path, chainId, vault, commands } = this.#parts;
    const { place } = this;
    const isFar = Math.abs(place.block - this.#saved.block) >= blocksLeast || place.block < this.#saved.block;
    if (path === null || !isFar) return;
    const facts: CursorFacts = { format: FORMAT, chainId, vault, commands: commands(), places: this.#places };
    await replaceDurably(path, textOfFacts(facts));
    this.#saved = place;
  }
}

/** The first one stays, and of the older half every second. */
function thinned(places: readonly Place[]): Place[] {
  const half = Math.floor(places.length / 2);
  return places.filter((_, i) => i >= half || i % 2 === 0);
}

function placesIn({ path, chainId, vault, commands }: CursorParts): readonly Place[] | undefined {
  const read = path === null ? "missing" : readFacts(path);
  if (typeof read === "string") return undefined;
  const facts = read.facts as CursorFacts;
  const isOurs = facts.format === FORMAT && facts.chainId === chainId && facts.vault === vault;
  // What was dealt with in commands that are gone is dealt with again.
  const isOfThisJournal = (facts.commands ?? 0) <= commands();
  return isOurs && isOfThisJournal && facts.places.length > 0 ? facts.places : undefined;
}
