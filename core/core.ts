// Assembles the core of a venue and takes it apart. What is on disk becomes an engine at the end of the journal; then a
// sequencer is put before the engine, and snapshots and confirmations follow it. Stopping runs in the opposite order.

import type { Engine } from "@evermark/engine";
import { type Journal, SnapshotStore, type Trace } from "@evermark/journal";
import type { DataPaths } from "./data-directory.ts";
import { DigestConfirmations } from "./digest-confirmations.ts";
import { keepGenesis } from "./genesis-file.ts";
import { type CoreLog, type Machine, thisMachine } from "./machine.ts";
import { type ReplayAudience, recover } from "./recover.ts";
import { JournalSequencer, type SequencerParts } from "./sequencer.ts";
import type { Consumer } from "./sequencing.ts";
import type { SnapshotExtras } from "./snapshot-extras.ts";
import { type Follower, SnapshotPolicy, type SnapshotSettings } from "./snapshot-policy.ts";

export interface CoreSettings extends SnapshotSettings {
  readonly segmentBytes: number;
}

export interface CoreOptions {
  readonly paths: DataPaths;
  /** Files beside the journal that imply commands in it, read before anything else was opened. */
  readonly traces: readonly Trace[];
  readonly settings: CoreSettings;
  /** Start although acknowledged commands are missing from the journal's end. */
  readonly acceptLoss: boolean;
  readonly audience?: ReplayAudience;
  readonly log: CoreLog;
  readonly machine?: Machine;
}

export interface CoreParts extends Omit<SequencerParts, "engine" | "lastAt" | "appliedPosition"> {
  /** The reader of the journal that must have passed a segment before the segment may be deleted. */
  readonly history: Follower;
  /** What snapshots hold beside the engine's state. */
  readonly beside?: () => SnapshotExtras;
}

/** An engine at the end of its journal. Nothing is submitted to it before `begin`. */
export interface OpenedCore {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Position of the snapshot that was used; 0 for none. */
  readonly snapshotPosition: number;
  begin(parts: CoreParts): Core;
}

/** @throws what `recover` throws: the venue must not trade on what is there */
export async function openCore(options: CoreOptions): Promise<OpenedCore> {
  const { paths, traces, settings, acceptLoss, audience, log, machine = thisMachine } = options;
  const snapshots = new SnapshotStore({ directory: paths.snapshots, disk: machine.disk });
  let sequencer: JournalSequencer;
  const recovered = await recover({
    snapshots,
    journalDirectory: paths.journal,
    segmentBytes: settings.segmentBytes,
    listener: {
      onDurable: (position) => sequencer.onDurable(position),
      onFailure: (error, firstLost, certain) => sequencer.onFailure(error, firstLost, certain),
      onBatch: (batch) => sequencer.onBatch(batch),
    },
    ...{ acceptLoss, traces, audience, log, machine },
  });
  return {
    ...recovered,
    begin(parts) {
      const core = new Core(recovered, snapshots, { ...options, machine }, parts);
      sequencer = core.sequencer;
      return core;
    },
  };
}

export class Core {
  readonly sequencer: JournalSequencer;
  readonly #journal: Journal;
  readonly #options: CoreOptions & { readonly machine: Machine };
  readonly #policy: SnapshotPolicy;

  constructor(
    { engine, journal, snapshotPosition }: Omit<OpenedCore, "begin">,
    snapshots: SnapshotStore,
    options: CoreOptions & { readonly machine: Machine },
    { history, beside, ...parts }: CoreParts,
  ) {
    const { paths, settings, log, machine } = options;
    this.#journal = journal;
    this.#options = options;
    this.#policy = new SnapshotPolicy({
      ...{ engine, journal, snapshots, history, log, machine, ...(beside && { beside }) },
      configuration: settings,
      journalDirectory: paths.journal,
      lastPosition: snapshotPosition,
    });
    this.sequencer = new JournalSequencer({
      ...parts,
      engine,
      lastAt: engine.now,
      appliedPosition: journal.durablePosition,
      onApplied: (position) => {
        parts.onApplied(position);
        this.#policy.applied(position);
        confirmations.applied(position);
      },
    });
    const confirmations = new DigestConfirmations(engine, this.sequencer);
  }

  /** Takes commands from now on. */
  attach(consumer: Consumer): void {
    this.sequencer.attach(this.#journal, consumer);
  }

  /** Called once the first commands are durable (first-commands.ts). */
  keepName(): void {
    const { paths, log, machine } = this.#options;
    keepGenesis(paths, log, machine.disk);
  }

  /** Makes everything that was taken durable, applies and answers it, and writes a snapshot. */
  async stop(reason: string): Promise<void> {
    this.sequencer.close(reason);
    const { isInPlace } = this.#journal;
    await this.#journal.close();
    const { durablePosition } = this.#journal;
    // After a fault the engine is not at the end of the journal, and its state must not be kept. If the journal was moved
    // away, what is in its place belongs to another process.
    const isSound = isInPlace && this.sequencer.appliedPosition === durablePosition;
    if (isSound) await this.#policy.finish(durablePosition);
  }
}
