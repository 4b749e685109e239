// The core of a venue's node: what `core.ts` is to a venue that stands alone. Its directory holds a copy of the shared journal, with
// snapshots and whatever else is made of one; where the copy ends the node reads on in PostgreSQL, and then follows.

import { type Engine, Fault, silent } from "@evermark/engine";
import { type Journal, JournalCorrupt, SnapshotStore } from "@evermark/journal";
import type { Beside } from "../../beside-snapshot.ts";
import type { Core, CoreOptions, CoreParts } from "../../core.ts";
import type { DataPaths } from "../../data-directory.ts";
import { DigestConfirmations } from "../../digest-confirmations.ts";
import { keepGenesis } from "../../genesis-file.ts";
import { type CoreLog, type Machine, thisMachine } from "../../machine.ts";
import { type ReplayAudience, recover, repeatFor } from "../../recover.ts";
import type { Consumer } from "../../sequencing.ts";
import { SnapshotPolicy } from "../../snapshot-policy.ts";
import { FrontState } from "../follow/front-state.ts";
import type { LeaderRules } from "../lead/leadership.ts";
import type { BusAddress } from "../nats/index.ts";
import { bringUp, positionBeforeNodes, type Standing } from "../node/bring-up.ts";
import { assertFit } from "../node/fit-program.ts";
import { JournalCopy } from "../node/journal-copy.ts";
import { PlacedOrders } from "../node/placed-orders.ts";
import { thisProgram } from "../node/this-program.ts";
import { createTables, serverComplaints } from "../postgres/index.ts";
import { databaseAt, said } from "../postgres/moving/database-words.ts";
import { SharedReader } from "../postgres/moving/shared-reader.ts";
import { keepConfiguration } from "../postgres/moving/venue-configuration.ts";
import type { BatchRow } from "../records/batch-row.ts";
import { beginLate } from "../share/late-beginning.ts";
import { SharedPruning } from "../share/shared-pruning.ts";
import { SnapshotSharing } from "../share/snapshot-sharing.ts";
import { bootTime } from "./boot-time.ts";
import { ClusterHost, type HostStatus } from "./cluster-host.ts";
import { newNodeId } from "./node-id.ts";
import { NodeNotes } from "./node-notes.ts";
import { NodeSequencer } from "./node-sequencer.ts";

interface NodeOptions extends Omit<CoreOptions, "acceptLoss"> {
  /** Of Evermark. */
  readonly version: string;
  readonly postgres: string;
  readonly bus: BusAddress;
  /** Money that is no play money depends on it: what may lose what was acknowledged is refused. */
  readonly isProduction: boolean;
  /** It is a sandbox, whose time its operator may move. */
  readonly isMovable: boolean;
  /** The operator has said that PostgreSQL needs no standby. */
  readonly isOneDatabase: boolean;
  /** What this node has in common with the others, as the database keeps it. */
  readonly configuration: string;
  /** Whether what stands beside a snapshot is enough for the rooms around this one. */
  readonly isUsable?: (beside: Beside, position: number) => boolean;
  /** Whether nothing is made of this node's journal that needs its beginning. */
  readonly mayBeginLate: boolean;
  /** Whether this node drops batches of the shared journal that are needed no more. */
  readonly isJournalPruned: boolean;
  /** With what a venue begins that the database does not have yet. */
  readonly opening: () => Promise<BatchRow>;
}

interface NodeParts extends Omit<CoreParts, "clock" | "audit" | "onJournalState"> {
  /** After each batch, before its commands are answered. @param at its time */
  readonly onBatch: (at: number) => void;
}

export interface NodeRules extends LeaderRules {
  readonly whyNotLead: (configuration: string) => string | null;
}

/** An engine that stands where the shared journal ended. Nothing is submitted to it before it begins. */
export interface OpenedNode {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Time of the last batch. */
  readonly at: number;
  begin(parts: NodeParts): NodeCore;
}

/** @throws what `recover` throws, and why PostgreSQL can't be used */
export async function openNode(options: NodeOptions): Promise<OpenedNode> {
  const { paths, traces, settings, audience, log, machine = thisMachine, postgres } = options;
  const { isUsable = () => true } = options;
  if (options.isJournalPruned && !options.mayBeginLate)
    throw new Fault(
      "journal.prune_shared: new nodes could not make their history any more; expected history.database besides",
    );
  if (options.isProduction) await requireSafeServer(options);
  await using reader = await SharedReader.open({ url: postgres, node: newNodeId(), clock: { steady: bootTime() } });
  if ((await reader.venue()) === null) await createVenue(options, reader);
  await keepConfiguration(postgres, options.configuration);
  const { wanted } = (await reader.venue())!;
  const running = (await reader.nodes()).filter(({ isFresh }) => isFresh);
  assertFit(thisProgram(options.version), wanted, running);
  if (options.mayBeginLate)
    await beginLate({ postgres, reader, paths, segmentBytes: settings.segmentBytes, disk: machine.disk, log });
  const snapshots = new SnapshotStore({ directory: paths.snapshots, disk: machine.disk });
  let core: NodeCore | null = null;
  const copy = new JournalCopy({
    onCopied: (position) => core?.copied(position),
    onFailed: (error) => core?.failed(error),
  });
  const placed = new PlacedOrders();
  const beforeNodes = await positionBeforeNodes(reader);
  const recovered = await recover({
    ...{ snapshots, journalDirectory: paths.journal, segmentBytes: settings.segmentBytes, listener: copy },
    // What is gone from a copy comes again.
    ...{ acceptLoss: true, traces, log, machine, audience: noting(placed, audience) },
    isUsable: (beside, position) =>
      isUsable(beside, position) && (beside.front !== undefined || position <= beforeNodes),
  }).catch((error) => {
    throw error instanceof JournalCorrupt ? damagedCopy(error, paths) : error;
  });
  const { engine, journal, snapshotPosition, beside } = recovered;
  copy.begin(journal);
  const state = beside.front === undefined ? new FrontState(engine) : FrontState.restore(beside.front, engine);
  const standing = await bringUp({
    ...{ reader, journal, copy, placed, front: { state, position: snapshotPosition } },
    repeat: (record) => repeatFor(audience, engine, record).orderId,
  });
  log.info({ position: standing.head.last, batch: standing.head.batch }, "the journal is the database's");
  return {
    ...{ engine, journal, at: standing.head.at },
    begin(parts) {
      core = new NodeCore({ ...options, machine, ...recovered, snapshots, snapshotPosition, copy, standing }, parts);
      return core;
    },
  };
}

/** @throws {Fault} naming all that is wrong with it, and what to do */
async function requireSafeServer({ postgres, isOneDatabase }: NodeOptions): Promise<void> {
  const complaints = await said(postgres, serverComplaints(postgres, isOneDatabase));
  if (complaints.length === 0) return;
  throw new Fault(`PostgreSQL at ${databaseAt(postgres)}: ${complaints.map(({ text }) => text).join("; ")}`);
}

/** Beside what else has to hear what is repeated. */
function noting(placed: PlacedOrders, audience: ReplayAudience | undefined): ReplayAudience {
  let engine: Engine;
  return {
    async begin(begun, position, beside) {
      engine = begun;
      placed.clear();
      await audience?.begin(begun, position, beside);
    },
    listenerTo: (record) => audience?.listenerTo(record) ?? silent,
    repeated(record, answer) {
      placed.repeated(record.position, answer, engine);
      audience?.repeated?.(record, answer);
    },
  };
}

/** Nodes that start at once all try: one of them makes it. */
async function createVenue(
  { postgres, opening, configuration, log }: NodeOptions,
  reader: SharedReader,
): Promise<void> {
  const row = await opening();
  try {
    await createTables(postgres, row, configuration);
    log.info({ commands: row.last }, "the database had no venue: a new one begins");
  } catch (error) {
    if ((await reader.venue()) === null) throw error;
  }
}

function damagedCopy({ segment, byte, reason }: JournalCorrupt, { journal }: DataPaths): Fault {
  return new Fault(
    `this node's copy of the journal is damaged in ${segment} at byte ${byte}: ${reason}; the database has all of it: ` +
      `move ${journal} away, and the node makes a new one`,
  );
}

interface NodeCoreParts extends NodeOptions {
  readonly engine: Engine;
  readonly journal: Journal;
  readonly snapshots: SnapshotStore;
  readonly snapshotPosition: number;
  readonly copy: JournalCopy;
  readonly standing: Standing;
  readonly log: CoreLog;
  readonly machine: Machine;
}

export class NodeCore implements Pick<Core, "attach" | "keepName" | "stop"> {
  readonly sequencer: NodeSequencer;
  /** What this node has in common with the others beside the journal. */
  readonly notes: NodeNotes;
  readonly #options: NodeCoreParts;
  readonly #parts: NodeParts;
  readonly #policy: SnapshotPolicy;
  readonly #sharing: SnapshotSharing;
  readonly #confirmations: DigestConfirmations;
  #consumer: Consumer = { ...silent, commandEnd() {} };
  #host: ClusterHost | null = null;
  #onCutOff = (): void => {};

  constructor(options: NodeCoreParts, parts: NodeParts) {
    const { paths, settings, engine, journal, snapshots, snapshotPosition, log, machine, standing } = options;
    this.#options = options;
    this.#parts = parts;
    this.sequencer = new NodeSequencer({ observer: parts.observer, position: standing.head.last });
    this.notes = new NodeNotes(options.postgres, () => this.#host?.epoch ?? null);
    this.#confirmations = new DigestConfirmations(engine, this.sequencer);
    this.#sharing = new SnapshotSharing({
      ...{ postgres: options.postgres, directory: paths.snapshots, disk: machine.disk, log },
      everyCommands: settings.snapshotEveryCommands,
      isLeading: () => this.isLeading,
      pruning: options.isJournalPruned
        ? new SharedPruning({
            ...{ postgres: options.postgres, clock: { steady: bootTime() }, newNodeId, log },
            history: parts.history,
          })
        : null,
    });
    this.#policy = new SnapshotPolicy({
      ...{ engine, journal, snapshots, history: parts.history, log, machine, configuration: settings },
      beside: () => ({ ...parts.beside?.(), front: standing.front.written() }),
      onWritten: (position) => this.#sharing.written(position),
      journalDirectory: paths.journal,
      lastPosition: snapshotPosition,
    });
  }

  attach(consumer: Consumer): void {
    this.#consumer = consumer;
  }

  /**
   * What stands as long as connections to this node will be cancelled by others, for it does not reach the database. Repeated as
   * long as it is so.
   */
  whenCutOff(listener: () => void): void {
    this.#onCutOff = listener;
  }

  /** Follows from now on, and leads when it must. */
  async start({ whyNotLead, ...rules }: NodeRules): Promise<void> {
    const { version, postgres, bus, engine, standing, copy, log, isProduction, isOneDatabase, isMovable } =
      this.#options;
    const { onBatch, onFault } = this.#parts;
    let trouble = "";
    this.#host = await ClusterHost.start({
      ...{ version, postgres, bus, engine, ...standing, consumer: this.#consumer, rules, whyNotLead, onFault },
      losesNothing: isProduction && !isOneDatabase,
      isMovable,
      onCutOff: () => this.#onCutOff(),
      onApplied: (row) => {
        trouble = "";
        copy.add(row);
        onBatch(row.at);
      },
      // It is tried again many times a second.
      onTrouble: (what) => {
        if (what !== trouble) log.warn({ what }, "what this node needs is not there at the moment; it is tried again");
        trouble = what;
      },
    });
    this.sequencer.begin(this.#host);
  }

  get isLeading(): boolean {
    return this.#host?.isLeading ?? false;
  }

  /** Null before it has started. */
  status(): HostStatus | null {
    return this.#host?.status() ?? null;
  }

  /** Why the venue stands still, where a failover of the database may have lost what was acknowledged. */
  get doubt(): string | null {
    return this.#host?.doubt ?? null;
  }

  /** Whether it may act for the venue outside of it. */
  get holdsLead(): boolean {
    return this.#host?.holdsLead ?? false;
  }

  /** Resolves once this node's engine has all that was answered before, by whichever node (C10). @throws never; @returns why not */
  upToDate(): Promise<string | null> {
    const host = this.#host;
    if (host === null) return Promise.resolve("the venue is starting");
    return new Promise((resolve) => host.read((trouble) => resolve(trouble?.unavailable ?? null)));
  }

  /** By how much the venue's time was moved, as this node knows. */
  get movedMs(): number {
    return this.#host?.movedMs ?? 0;
  }

  /**
   * Moves a sandbox's time, whichever node leads.
   * @param from venue time here
   * @returns the time to which it is to come, which this node reaches later; null when it is not known whether it will
   */
  move(ms: number, from: number): Promise<number | null> {
    return this.#host?.move(ms, from) ?? Promise.resolve(null);
  }

  /** Another node is to lead. */
  giveWay(): void {
    this.#host?.giveWay();
  }

  keepName(): void {
    const { paths, log, machine } = this.#options;
    keepGenesis(paths, log, machine.disk);
  }

  /** What was applied up to `position` is on this machine's disk as well. */
  copied(position: number): void {
    this.#parts.onApplied(position);
    if (position !== this.sequencer.appliedPosition) return;
    this.#policy.applied(position);
    if (this.isLeading) this.#confirmations.applied(position);
  }

  failed(error: Error): void {
    this.#parts.onFault(error);
  }

  /** Lets what is open come to its answer, gives the lead away, and writes a snapshot. */
  async stop(_reason: string): Promise<void> {
    await this.#sharing.stop();
    await this.#host?.stop();
    await this.notes.close();
    const { copy, journal } = this.#options;
    const isWhole = await copy.idle().then(
      () => journal.isInPlace,
      () => false,
    );
    await journal.close();
    if (isWhole && this.sequencer.appliedPosition === journal.durablePosition)
      await this.#policy.finish(journal.durablePosition);
  }
}
