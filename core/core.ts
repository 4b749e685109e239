// The core, put together and taken apart: what is on the disk becomes an engine that stands where the journal ends. Then a
// line of commands stands in front of it, and snapshots and confirmations follow it. The end goes the other way.

import type { Engine } from "@evermark/engine";
import { type Journal, SnapshotStore, type Trace } from "@evermark/journal";
import type { Beside } from "./beside-snapshot.ts";
import type { DataPaths } from "./data-directory.ts";
import { DigestConfirmations } from "./digest-confirmations.ts";
import { keepGenesis } from "./genesis-file.ts";
import { type CoreLog, type Machine, thisMachine } from "./machine.ts";
import { type ReplayAudience, recover } from "./recover.ts";
import { JournalSequencer, type SequencerParts } from "./sequencer.ts";
import type { Consumer } from "./sequencing.ts";
import { type Follower, SnapshotPolicy, type SnapshotSettings } from "./snapshot-policy.ts";

export interface CoreSettings extends SnapshotSettings {
  readonly segmentBytes: number;
}

export interface CoreOptions {
  readonly paths: DataPaths;
  /** What is beside the journal and speaks of its commands, read before anything else was opened. */
  readonly traces: readonly Trace[];
  readonly settings: CoreSettings;
  /** Start although acknowledged commands are missing from the journal's end. */
  readonly acceptLoss: boolean;
  readonly audience?: ReplayAudience;
  readonly log: CoreLog;
  readonly machine?: Machine;
}

export interface CoreParts extends Omit<SequencerParts, "engine" | "lastAt" | "appliedPosition"> {
  /** What has to have passed a segment before it may go. */
  readonly history: Follower;
  /** What stands beside the engine's state in snapshots. */
  readonly beside?: () => Beside;
}

/** An engine behind its journal. Nothing is submitted to it before it begins. */
export interface OpenedCore {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Position of the snapshot that was used; 0 for none. */
  readonly snapshotPosition: number;
  begin(parts: CoreParts): Core;
}

/** @throws what `recover` throws: nothing may be traded on what is there */
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

  /** From now on commands are taken. */
  attach(consumer: Consumer): void {
    this.sequencer.attach(this.#journal, consumer);
  }

  /** Once the first commands are durable (first-commands.ts). */
  keepName(): void {
    const { paths, log, machine } = this.#options;
    keepGenesis(paths, log, machine.disk);
  }

  /** Makes everything durable that was taken, applies and answers it, and writes a snapshot. */
  async stop(reason: string): Promise<void> {
    this.sequencer.close(reason);
    const { isInPlace } = this.#journal;
    await this.#journal.close();
    const { durablePosition } = this.#journal;
    // After a fault the engine does not stand where the journal ends, and its state is not to be kept. What has taken the
    // place of a journal that was moved away is another process's.
    const isSound = isInPlace && this.sequencer.appliedPosition === durablePosition;
    if (isSound) await this.#policy.finish(durablePosition);
  }
}
