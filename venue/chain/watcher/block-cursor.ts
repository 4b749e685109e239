// How far the vault's logs are processed for good, and some earlier blocks on the way there, denser towards the end, so
// that the last common block can be found when the chain has replaced more than it should. The file may be lost: then
// everything is read again, and nothing is credited twice.

import { readFacts, textOfFacts } from "@evermark/journal/checksummed-file.ts";
import type { Hex } from "viem";
import { replaceDurably } from "../kept/replace-durably.ts";

/** A block up to which everything is processed. */
export interface Place {
  readonly block: number;
  /** "0x" at the beginning, before the vault was deployed. */
  readonly hash: Hex;
  /** Number of the vault's last deposit up to here, and its block. */
  readonly deposits: number;
  readonly lastDepositBlock: number;
  /** How many of the vault's logs are up to here. */
  readonly logs: number;
}

interface CursorFacts {
  readonly format: number;
  readonly chainId: number;
  readonly vault: string;
  /** How many commands the journal had when this was written. */
  readonly commands?: number;
  /** In ascending order. */
  readonly places: readonly Place[];
}

const FORMAT = 1;
const PLACES_MAX = 64;

export interface CursorParts {
  /** Null where nothing is stored. */
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
  /** Saves run one after another: two at once would take each other's temporary file. */
  #saving: Promise<void> = Promise.resolve();

  /** A file that is damaged, of another chain or vault, or of a longer journal counts as missing. */
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

  /** In descending order. */
  back(): readonly Place[] {
    return this.#places.toReversed();
  }

  advance(place: Place): void {
    const places = [...this.#places, place];
    this.#places = places.length <= PLACES_MAX ? places : thinned(places);
  }

  /** @param place one of those returned by `back` */
  rewind(place: Place): void {
    this.#places = this.#places.slice(0, this.#places.indexOf(place) + 1);
  }

  /**
   * Saves durably and asynchronously: orders don't wait for it.
   * @param blocksLeast a move forward of fewer blocks since the last save is not saved
   * @throws errors of the file system
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

/** Keeps the first place, every second one of the older half, and all of the newer half. */
function thinned(places: readonly Place[]): Place[] {
  const half = Math.floor(places.length / 2);
  return places.filter((_, i) => i >= half || i % 2 === 0);
}

function placesIn({ path, chainId, vault, commands }: CursorParts): readonly Place[] | undefined {
  const read = path === null ? "missing" : readFacts(path);
  if (typeof read === "string") return undefined;
  const facts = read.facts as CursorFacts;
  const isOurs = facts.format === FORMAT && facts.chainId === chainId && facts.vault === vault;
  // Logs processed by commands that are gone have to be processed again.
  const isOfThisJournal = (facts.commands ?? 0) <= commands();
  return isOurs && isOfThisJournal && facts.places.length > 0 ? facts.places : undefined;
}
