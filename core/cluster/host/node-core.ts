// The core of a cluster node: the counterpart of `core.ts`, which serves a venue without a cluster. The node's directory
// holds a copy of the shared journal, with snapshots and whatever else is derived from it. Where the copy ends, the node
// reads on in PostgreSQL, and then follows.

import { type Engine, Fault, silent } from "@evermark/engine";
import { type Journal, JournalCorrupt, SnapshotStore } from "@evermark/journal";
import type { Core, CoreOptions, CoreParts } from "../../core.ts";
import type { DataPaths } from "../../data-directory.ts";
import { DigestConfirmations } from "../../digest-confirmations.ts";
import { keepGenesis } from "../../genesis-file.ts";
import { type CoreLog, type Machine, thisMachine } from "../../machine.ts";
import { type ReplayAudience, recover, repeatFor } from "../../recover.ts";
import type { Consumer } from "../../sequencing.ts";
import type { SnapshotExtras } from "../../snapshot-extras.ts";
import { SnapshotPolicy } from "../../snapshot-policy.ts";
import { FrontState } from "../follow/front-state.ts";
import type { LeaderRules } from "../lead/leadership.ts";
import type { BusAddress } from "../nats/index.ts";
import { type BroughtUp, bringUp, positionBeforeNodes } from "../node/bring-up.ts";
import { assertFit } from "../node/fit-program.ts";
import { JournalCopy } from "../node/journal-copy.ts";
import { PlacedOrders } from "../node/placed-orders.ts";
import { thisProgram } from "../node/this-program.ts";
import { createTables, serverComplaints } from "../postgres/index.ts";
import { databaseAt, withDatabaseNamed } from "../postgres/moving/database-words.ts";
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
  /** The version of Evermark. */
  readonly version: string;
  readonly postgres: string;
  readonly bus: BusAddress;
  /** Real money depends on the venue: a PostgreSQL server that may lose what was acknowledged is refused. */
  readonly isProduction: boolean;
  /** The venue is a sandbox, whose time its operator may move. */
  readonly isMovable: boolean;
  /** The operator has said that PostgreSQL needs no standby. */
  readonly isOneDatabase: boolean;
  /** The configuration that all nodes have in common, as the text that the database keeps. */
  readonly configuration: string;
  /** Whether what a snapshot holds beside the state is enough for the rooms around this one. */
  readonly isUsable?: (beside: SnapshotExtras, position: number) => boolean;
  /** Whether nothing is derived from this node's journal that needs the journal's beginning. */
  readonly mayBeginLate: boolean;
  /** Whether this node drops batches of the shared journal that are no longer needed. */
  readonly isJournalPruned: boolean;
  /** Makes the first batch of a venue that the database does not have yet. */
  readonly opening: () => Promise<BatchRow>;
}

interface NodeParts extends Omit<CoreParts, "clock" | "audit" | "onJournalState"> {
  /** Called after each batch, before its commands are answered. @param at the batch's time */
  readonly onBatch: (at: number) => void;
}

export interface NodeRules extends LeaderRules {
  readonly whyNotLead: (configuration: string) => string | null;
}

/** An engine at the end of the shared journal. Nothing is submitted to it before `begin`. */
export interface OpenedNode {
  readonly engine: Engine;
  readonly journal: Journal;
  /** Venue time of the last batch. */
  readonly at: number;
  begin(parts: NodeParts): NodeCore;
}

/** @throws what `recover` throws, and a {Fault} when PostgreSQL can't be used */
export async function openNode(options: NodeOptions): Promise<OpenedNode> {
  const { paths, traces, settings, audience, log, machine = thisMachine, postgres } = options;
  const { isUsable = () => true } = options;
  if (options.isJournalPruned && !options.mayBeginLate)
    throw new Fault(
      "journal.prune_shared: new nodes could no longer build their history; expected history.database as well",
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
    // What is missing from a copy is read again from the database.
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
  log.info(
    { position: standing.head.last, batch: standing.head.batch },
    "the copy of the journal matches the database",
  );
  return {
    ...{ engine, journal, at: standing.head.at },
    begin(parts) {
      core = new NodeCore({ ...options, machine, ...recovered, snapshots, snapshotPosition, copy, standing }, parts);
      return core;
    },
  };
}

/** @throws {Fault} naming everything that is wrong with the server, and what to do */
async function requireSafeServer({ postgres, isOneDatabase }: NodeOptions): Promise<void> {
  const complaints = await withDatabaseNamed(postgres, serverComplaints(postgres, isOneDatabase));
  if (complaints.length === 0) return;
  throw new Fault(`PostgreSQL at ${databaseAt(postgres)}: ${complaints.map(({ text }) => text).join("; ")}`);
}

/** Lets `placed` hear every repeated command, in addition to the given audience. */
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

/** Creates the venue. Nodes that start at the same time all try, and one of them succeeds. */
async function createVenue(
  { postgres, opening, configuration, log }: NodeOptions,
  reader: SharedReader,
): Promise<void> {
  const row = await opening();
  try {
    await createTables(postgres, row, configuration);
    log.info({ commands: row.last }, "the database had no venue: a new one was created");
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
  readonly standing: BroughtUp;
  readonly log: CoreLog;
  readonly machine: Machine;
}

export class NodeCore implements Pick<Core, "attach" | "keepName" | "stop"> {
  readonly sequencer: NodeSequencer;
  /** Facts that this node shares with the others beside the journal. */
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
   * Sets the listener for when this node can't reach the database: other nodes will then cancel the orders that last only
   * as long as connections to this node. Called again as long as that lasts.
   */
  whenCutOff(listener: () => void): void {
    this.#onCutOff = listener;
  }

  /** Starts to follow the shared journal, and to lead when needed. */
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
      // The attempt is repeated many times a second.
      onTrouble: (what) => {
        if (what !== trouble) log.warn({ what }, "this node lacks something that it needs; retrying");
        trouble = what;
      },
    });
    this.sequencer.begin(this.#host);
  }

  get isLeading(): boolean {
    return this.#host?.isLeading ?? false;
  }

  /** Null before the node has started. */
  status(): HostStatus | null {
    return this.#host?.status() ?? null;
  }

  /** Why the venue stands still: a failover of the database may have lost what was acknowledged. Null when it does not. */
  get doubt(): string | null {
    return this.#host?.doubt ?? null;
  }

  /** Whether this node may act for the venue outside of it. */
  get holdsLead(): boolean {
    return this.#host?.holdsLead ?? false;
  }

  /**
   * Resolves once this node's engine has applied everything that any node answered before the call (C10). Never rejects.
   * @returns why that is not possible; null on success
   */
  upToDate(): Promise<string | null> {
    const host = this.#host;
    if (host === null) return Promise.resolve("the venue is starting");
    return new Promise((resolve) => host.read((trouble) => resolve(trouble?.unavailable ?? null)));
  }

  /** By how many milliseconds the venue's time was moved, as far as this node knows. */
  get movedMs(): number {
    return this.#host?.movedMs ?? 0;
  }

  /**
   * Moves a sandbox's time, whichever node leads.
   * @param from this node's venue time
   * @returns the time that the venue is moved to, which this node reaches later; null when the outcome is not known
   */
  move(ms: number, from: number): Promise<number | null> {
    return this.#host?.move(ms, from) ?? Promise.resolve(null);
  }

  /** Gives the lead to another node. */
  giveWay(): void {
    this.#host?.giveWay();
  }

  keepName(): void {
    const { paths, log, machine } = this.#options;
    keepGenesis(paths, log, machine.disk);
  }

  /** Everything that was applied up to `position` is now on this machine's disk as well. */
  copied(position: number): void {
    this.#parts.onApplied(position);
    if (position !== this.sequencer.appliedPosition) return;
    this.#policy.applied(position);
    if (this.isLeading) this.#confirmations.applied(position);
  }

  failed(error: Error): void {
    this.#parts.onFault(error);
  }

  /** Waits for answers to what is open, gives the lead away, and writes a snapshot. */
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
