// An attester's own copy of the venue's journal, and the engine that has replayed it. Incoming records are checked one by
// one along the hash chain, from the very first record, before they reach the disk. Then each command is replayed, and
// the state digests in the journal are compared with the engine's own. A venue that shows another history than before is
// detected at the next record.

import { rmSync } from "node:fs";
import { join } from "node:path";
import { type DataPaths, recover, repeat } from "@evermark/core";
import { assert, type Engine, Fault, silent } from "@evermark/engine";
import { type DiskFile, type JournalRecord, realDisk, SnapshotStore } from "@evermark/journal";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";
import { HASH_BYTES } from "@evermark/journal/checksums.ts";
import { type Mark, MarkWriter, readMark } from "@evermark/journal/mark.ts";
import { SegmentScan } from "@evermark/journal/scan.ts";
import { createSegment, SEGMENT_HEADER_BYTES, segmentName } from "@evermark/journal/segment.ts";
import type { Logger } from "pino";
import type { Hex } from "viem";
import type { AttestedVault } from "../attestation.ts";
import type { Piece } from "../attester-frames.ts";
import { type KeptFlows, VaultFlows } from "../balances/vault-flows.ts";

/** The venue sends records that do not continue its journal as known here: nothing is signed any more. */
export class AnotherHistory extends Fault {}

interface MirrorParts {
  readonly vault: AttestedVault;
  /** The vaults before it, oldest first. */
  readonly formers: readonly Hex[];
  readonly paths: Pick<DataPaths, "journal" | "snapshots">;
  readonly log: Logger;
  /** Commands between two snapshots. */
  readonly snapshotEvery: number;
}

const KEEP_SNAPSHOTS = 2;

/** An action that is due at a given venue time. */
interface ScheduledAction {
  readonly at: number;
  /** @param position of the first command at or after that time, which the engine has just replayed */
  readonly act: (position: number) => void;
}

export class Mirror {
  readonly engine: Engine;
  readonly #parts: MirrorParts;
  readonly #snapshots: SnapshotStore;
  readonly #mark: MarkWriter;
  #file: DiskFile;
  #end: Mark;
  #hash: Uint8Array;
  #snapshotAt: number;
  #isUnsynced = false;
  #due: ScheduledAction | null = null;
  /** Null when the mirror began with a snapshot that has no flows stored beside it. */
  readonly flows: VaultFlows | null;

  private constructor(parts: MirrorParts, snapshots: SnapshotStore, start: MirrorStart) {
    this.#parts = parts;
    this.#snapshots = snapshots;
    this.engine = start.engine;
    this.flows = start.flows;
    this.#hash = start.hash;
    this.#snapshotAt = start.snapshotAt;
    this.#end = start.end;
    this.#file = this.#open(start.end.segmentFirst);
    this.#mark = MarkWriter.open(realDisk, parts.paths.journal, start.end);
  }

  /** Recovers the stored journal and snapshots, as a venue does. @throws what `recover` throws */
  static async open(parts: MirrorParts): Promise<Mirror> {
    const { paths, log } = parts;
    const snapshots = new SnapshotStore({ directory: paths.snapshots });
    let flows: VaultFlows | null = null;
    const audience = {
      async begin(engine: Engine, position: number) {
        flows = flowsAt(parts, engine, position);
      },
      listenerTo: () => flows?.listener ?? silent,
    };
    const { engine, journal, snapshotPosition } = await recover({
      audience,
      ...{ snapshots, journalDirectory: paths.journal, log, acceptLoss: false },
      segmentBytes: Number.MAX_SAFE_INTEGER,
      listener: { onDurable() {}, onFailure() {} },
    });
    const hash = journal.durableHash();
    await journal.close();
    const end = readMark(realDisk, paths.journal);
    assert(end !== undefined, "a journal that was closed has its mark", paths);
    return new Mirror(parts, snapshots, { engine, flows, hash, snapshotAt: snapshotPosition, end });
  }

  /** Where the copy ends. */
  get end(): Mark {
    return this.#end;
  }

  /** @throws {AnotherHistory} the venue's journal does not continue the one here */
  requireSame(hash: Hex): void {
    if (hash === `0x${Buffer.from(this.#hash).toString("hex")}`) return;
    throw anotherPast(this.#end.position, "its hash is another one");
  }

  /**
   * Takes the next piece of the journal.
   * @throws {AnotherHistory} it does not continue the journal here; {Fault} its commands can't be replayed
   */
  take({ first, records }: Piece): void {
    const { position } = this.#end;
    this.#check(records);
    if (first === position + 1 && first !== this.#end.segmentFirst) this.#beginSegment(first);
    const { segmentFirst, byte } = this.#end;
    this.#file.write(records, byte);
    this.#isUnsynced = true;
    const scan = scanOf(this.#hash, records, position + 1, false);
    const listener = this.flows?.listener ?? silent;
    for (let record = scan.next(); record !== undefined; record = scan.next()) {
      repeat(this.engine, record, listener);
      this.#actIfDue(record);
    }
    this.#hash = records.slice(-HASH_BYTES);
    this.#end = { segmentFirst, byte: byte + records.length, position: scan.nextPosition - 1 };
  }

  /**
   * Calls `act` once, as soon as venue time reaches `at`; an earlier action that still waits is dropped.
   * @returns false when that time is already past
   */
  whenAt(at: number, act: ScheduledAction["act"]): boolean {
    if (this.engine.now >= at) return false;
    this.#due = { at, act };
    return true;
  }

  #actIfDue({ at, position }: JournalRecord): void {
    const due = this.#due;
    if (due === null || at < due.at) return;
    this.#due = null;
    due.act(position);
  }

  /** Resolves once everything taken so far is on disk. */
  sync(): Promise<void> {
    if (!this.#isUnsynced) return Promise.resolve();
    const end = this.#end;
    return new Promise((resolve, reject) => {
      this.#file.syncLater((error) => {
        if (error !== undefined) return reject(error);
        if (end === this.#end) this.#isUnsynced = false;
        this.#mark.write(end);
        resolve();
      });
    });
  }

  async snapshotIfDue(): Promise<void> {
    if (this.#end.position - this.#snapshotAt >= this.#parts.snapshotEvery) await this.snapshot();
  }

  async snapshot(): Promise<void> {
    const { position } = this.#end;
    if (position === this.#snapshotAt) return;
    this.#snapshotAt = position;
    const [hash, bytes] = [this.#hash, this.engine.snapshot()];
    if (this.flows !== null) writeFacts(flowsPath(this.#parts, position), this.flows.kept, true);
    await this.sync();
    await this.#snapshots.write({ position, hash, bytes });
    for (const old of this.#snapshots.list().slice(KEEP_SNAPSHOTS)) {
      this.#snapshots.remove(old);
      for (const vault of [this.#parts.vault.vault, ...this.#parts.formers]) {
        rmSync(flowsPath(this.#parts, old, vault), { force: true });
      }
    }
  }

  close(): void {
    this.#mark.sync(this.#end);
    this.#mark.close();
    this.#file.close();
  }

  #beginSegment(first: number): void {
    this.#file.sync();
    const file = createSegment(realDisk, this.#parts.paths.journal, first, this.#hash);
    this.#file.close();
    this.#file = file;
    this.#end = { segmentFirst: first, byte: SEGMENT_HEADER_BYTES, position: first - 1 };
    // The journal requires that a durable mark is in a segment before any record is.
    this.#mark.sync(this.#end);
  }

  #check(records: Uint8Array): void {
    const scan = scanOf(this.#hash, records, this.#end.position + 1, true);
    while (scan.next() !== undefined);
    if (scan.byte === HASH_BYTES + records.length) return;
    throw anotherPast(scan.nextPosition, scan.problem ?? "it is incomplete");
  }

  #open(first: number): DiskFile {
    return realDisk.open(join(this.#parts.paths.journal, segmentName(first)), "write");
  }
}

function anotherPast(position: number, why: string): AnotherHistory {
  return new AnotherHistory(
    `position ${position} of the venue's journal is not what is known of it (${why}): the venue shows another past than ` +
      "before, or was restored from a backup",
  );
}

interface MirrorStart {
  readonly engine: Engine;
  readonly flows: VaultFlows | null;
  readonly hash: Uint8Array;
  readonly snapshotAt: number;
  readonly end: Mark;
}

/** The flows file beside the snapshot of that position. */
function flowsPath({ paths, vault }: MirrorParts, position: number, of: Hex = vault.vault): string {
  return join(paths.snapshots, `flows-${of}-${position}.json`);
}

function flowsAt(parts: MirrorParts, engine: Engine, position: number): VaultFlows | null {
  const { vault, formers } = parts;
  const followed = { vault, formers, engine };
  if (position === 0) return new VaultFlows(followed);
  const kept = keptAt(flowsPath(parts, position));
  if (kept !== null) return new VaultFlows(followed, kept);
  // While the attester followed a former vault and saw no deposits of any other, this vault had neither taken nor paid
  // anything.
  const isBefore = formers.some((former) => keptAt(flowsPath(parts, position, former))?.hasFormer === false);
  return isBefore ? new VaultFlows(followed) : null;
}

function keptAt(path: string): KeptFlows | null {
  const read = readFacts(path);
  return typeof read === "string" ? null : (read.facts as unknown as KeptFlows);
}

/** Scans records in memory, with the hash that they continue in front of them. */
function scanOf(hash: Uint8Array, records: Uint8Array, position: number, verifyChain: boolean): SegmentScan {
  const bytes = new Uint8Array(HASH_BYTES + records.length);
  bytes.set(hash);
  bytes.set(records, HASH_BYTES);
  const file = {
    size: () => bytes.length,
    read(into: Uint8Array, at: number) {
      const part = bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
  };
  return new SegmentScan(file as DiskFile, position, verifyChain, HASH_BYTES);
}
