// Prunes the beginning of the shared journal, up to what is still needed: a new node begins with the oldest snapshot that
// the database keeps, or a newer one; history continues from where its tables end; and each node reads on from its last
// batch.

import type { CoreLog } from "../../machine.ts";
import type { Follower } from "../../snapshot-policy.ts";
import { batchWith, positionBeforeNodes } from "../node/bring-up.ts";
import type { ClusterClock } from "../ports/cluster-clock.ts";
import { SharedReader } from "../postgres/moving/shared-reader.ts";
import { SharedSnapshots } from "../postgres/moving/shared-snapshots.ts";
import type { NodeId } from "../records/term.ts";
import { JournalPruning } from "./journal-pruning.ts";
import { genesisOf } from "./late-beginning.ts";

interface SharedPruningParts {
  readonly postgres: string;
  readonly clock: Pick<ClusterClock, "steady">;
  readonly newNodeId: () => NodeId;
  /** The history of a venue whose history tables are in a database. */
  readonly history: Pick<Follower, "keep">;
  readonly log: CoreLog;
}

export class SharedPruning {
  readonly #parts: SharedPruningParts;
  #under: JournalPruning | null = null;
  #hasStopped = false;

  constructor(parts: SharedPruningParts) {
    this.#parts = parts;
  }

  /** Does nothing while another node is pruning. @throws {Fault} when pruning fails; it may be tried again */
  async run(): Promise<void> {
    const { postgres, clock, newNodeId, history, log } = this.#parts;
    const oldest = await oldestKept(postgres);
    if (oldest === null || this.#hasStopped) return;
    await using pruning = await JournalPruning.open(postgres);
    if (pruning === null) return;
    this.#under = pruning;
    try {
      await using reader = await SharedReader.open({ url: postgres, node: newNodeId(), clock });
      const { batch, first } = await reader.beginning();
      const passed = await pruning.nodesPassed();
      const position = Math.min(oldest, await history.keep());
      if (passed === null || position < first) return;
      // The batch with that position, and a node's last batch, are still read.
      const to = Math.min(passed, await batchWith(reader, position));
      if (to <= batch || this.#hasStopped) return;
      const facts = { genesis: await genesisOf(reader), beforeNodes: await positionBeforeNodes(reader) };
      const begins = await pruning.dropBefore(batch, to, facts);
      log.info(
        { batches: begins - batch, from: begins },
        "batches of the shared journal that are no longer needed were dropped",
      );
    } finally {
      this.#under = null;
    }
  }

  /** Stops, and interrupts the pruning in progress. */
  stop(): void {
    this.#hasStopped = true;
    this.#under?.abandon();
  }
}

async function oldestKept(postgres: string): Promise<number | null> {
  await using shared = await SharedSnapshots.open(postgres);
  return await shared.oldestKept();
}
