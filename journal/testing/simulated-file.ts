// One file of the simulated disk, as two contents: what a running process sees, and what would be there after a power loss.
// The changes since the last sync lie between the two; a power loss keeps or loses them sector by sector.

import type { Random } from "./seeded-random.ts";

const SECTOR_BYTES = 512;

type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly truncatedTo: number };

/** Shared by all files, so that no two ever have the same stamp. */
let stamps = 0;

export class SimulatedFile {
  live = new Uint8Array(0);
  /** Changes with each change that a file system would note. */
  stamp = ++stamps;
  private durable = new Uint8Array(0);
  private unsynced: Change[] = [];

  write(bytes: Uint8Array, at: number): void {
    const change = { at, bytes: bytes.slice() };
    this.live = applied(this.live, change);
    this.unsynced.push(change);
    this.stamp = ++stamps;
  }

  truncate(size: number): void {
    const change = { truncatedTo: size };
    this.live = applied(this.live, change);
    this.unsynced.push(change);
    this.stamp = ++stamps;
  }

  /** How many changes a sync that starts now will cover. */
  get unsyncedChanges(): number {
    return this.unsynced.length;
  }

  /** Makes the first `count` changes durable. */
  sync(count: number): void {
    for (const change of this.unsynced.splice(0, count)) this.durable = applied(this.durable, change);
  }

  /**
   * A failed sync writes a part of the bytes, and from then on counts all of them as written, as Linux does. Sizes are
   * metadata of the file system, so a truncation still waits for the next sync.
   */
  failSync(random: Random): void {
    const truncations = this.unsynced.filter((change) => "truncatedTo" in change);
    this.loseSome(random);
    this.unsynced = truncations;
  }

  /** The power fails: some sectors that were not synced got to the disk, in any order. */
  losePower(random: Random): void {
    if (this.unsynced.length > 0) this.stamp = ++stamps;
    this.loseSome(random);
    this.live = this.durable.slice();
  }

  flipBit(byte: number, bit: number): void {
    for (const content of [this.live, this.durable]) {
      if (byte < content.length) content[byte] = (content[byte] ?? 0) ^ (1 << bit);
    }
  }

  private loseSome(random: Random): void {
    const kept = random() < 0.25 ? 0 : random() < 0.25 ? 1 : random();
    for (const change of this.unsynced) {
      for (const part of sectors(change)) {
        if (random() < kept) this.durable = applied(this.durable, part, random);
      }
    }
    this.unsynced = [];
    // The size may be on disk before the bytes are.
    if (this.live.length > this.durable.length && random() < 0.25) {
      this.durable = applied(this.durable, { truncatedTo: this.live.length }, random);
    }
  }
}

function sectors(change: Change): Change[] {
  if ("truncatedTo" in change) return [change];
  const parts: Change[] = [];
  let start = 0;
  while (start < change.bytes.length) {
    const end = Math.min(change.bytes.length, start + SECTOR_BYTES - ((change.at + start) % SECTOR_BYTES));
    parts.push({ at: change.at + start, bytes: change.bytes.subarray(start, end) });
    start = end;
  }
  return parts;
}

/**
 * The content after a change. The gap between the old end and the new bytes is filled with zeros, or with `random` maybe
 * with garbage.
 */
function applied(content: Uint8Array<ArrayBuffer>, change: Change, random?: Random): Uint8Array<ArrayBuffer> {
  if ("truncatedTo" in change && change.truncatedTo <= content.length) return content.slice(0, change.truncatedTo);
  const size = "truncatedTo" in change ? change.truncatedTo : Math.max(content.length, change.at + change.bytes.length);
  const result = size > content.length ? grown(content, size, random) : content;
  if (!("truncatedTo" in change)) result.set(change.bytes, change.at);
  return result;
}

function grown(content: Uint8Array, size: number, random: Random | undefined): Uint8Array<ArrayBuffer> {
  const result = new Uint8Array(size);
  result.set(content);
  if (random && random() < 0.5) {
    for (let i = content.length; i < size; i++) result[i] = Math.floor(random() * 256);
  }
  return result;
}
