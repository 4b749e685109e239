// What a backup promises, for any interleaving of the venue's changes to its directory with the steps of the backup, killed
// or not: what the manifest names can be restored and started, holds everything that was durable when the last completed
// run began, and belongs to no other venue.

import { expect, test } from "bun:test";
import { openJournal, SnapshotStore } from "@evermark/journal";
import { ManualTurns } from "@evermark/journal/testing/manual-turns.ts";
import { SimulatedDisk } from "@evermark/journal/testing/simulated-disk.ts";
import { payloads } from "@evermark/journal/testing/test-journal.ts";
import fc from "fast-check";
import { dataPaths } from "../data-directory.ts";
import { tracesBeside } from "../traces-beside.ts";
import { Backup } from "./directory-backup.ts";
import { restore } from "./directory-restore.ts";
import { ChangingVenue, keptPosition } from "./testing/changing-venue.ts";
import { MemoryStore, StoreKilled } from "./testing/memory-store.ts";

/** What happens during one of the backup's waits for its place. */
interface Meanwhile {
  readonly venue: readonly ("append" | "sync" | "snapshot" | "goOn" | "kill")[];
  readonly isKilled: boolean;
}

const anyMeanwhile: fc.Arbitrary<Meanwhile> = fc.record({
  venue: fc.array(
    fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom("append", "sync") },
      { weight: 8, arbitrary: fc.constant("goOn" as const) },
      { weight: 3, arbitrary: fc.constant("snapshot" as const) },
      { weight: 1, arbitrary: fc.constant("kill" as const) },
    ),
    { maxLength: 12, size: "max" },
  ),
  isKilled: fc.nat(19).map((n) => n === 0),
});

class Trial {
  readonly #disk: SimulatedDisk;
  readonly #venue: ChangingVenue;
  readonly #objects = new Map<string, Uint8Array>();
  readonly #steps: Meanwhile[];
  /** What was durable when the last completed run began. */
  #promised = 0;
  #restores = 0;
  #acting = Promise.resolve();
  readonly #prunes: boolean;

  constructor(seed: number, prunes: boolean, steps: readonly Meanwhile[]) {
    this.#disk = new SimulatedDisk(seed);
    this.#prunes = prunes;
    this.#venue = new ChangingVenue(this.#disk, "one", prunes);
    this.#steps = [...steps];
  }

  async run(): Promise<void> {
    while (this.#steps.length > 0) {
      try {
        await this.#live(new MemoryStore(this.#objects, () => this.#meanwhile()));
      } catch (error) {
        if (!(error instanceof StoreKilled)) throw error;
      }
      await this.#checkRestored();
    }
    const last = await this.#open(new MemoryStore(this.#objects));
    expect((await last.run()).position).toBe(this.#venue.durable.length);
    this.#promised = this.#venue.durable.length;
    await this.#checkRestored();
    // Objects that no manifest names are deleted.
    const count = this.#objects.size;
    await last.run();
    await last.run();
    expect(this.#objects.size).toBeLessThanOrEqual(count);
  }

  /** Runs one process to its end. */
  async #live(store: MemoryStore): Promise<void> {
    const backup = await this.#open(store);
    while (this.#steps.length > 0) {
      await this.#meanwhile();
      const before = this.#venue.durable.length;
      await backup.step();
      this.#promised = before;
      await this.#checkRestored();
    }
    await backup.close();
  }

  #open(store: MemoryStore): Promise<Backup> {
    return Backup.open({ paths: this.#venue.paths, disk: this.#disk, pause: this.#breath }, store);
  }

  async #meanwhile(): Promise<void> {
    const step = this.#steps.shift();
    if (step === undefined) return;
    for (const act of step.venue) await this.#act(act);
    if (step.isKilled) throw new StoreKilled();
  }

  readonly #breath = async () => {
    await this.#act("goOn");
    await Promise.resolve();
  };

  /** Runs one act after the other, during any of the backup's calls. */
  async #act(act: Meanwhile["venue"][number]): Promise<void> {
    const acted = this.#acting.then(() => (act === "append" ? this.#venue.append(3) : this.#venue[act]()));
    this.#acting = acted;
    await acted;
  }

  async #checkRestored(): Promise<void> {
    if (this.#objects.has("manifest.json")) await this.#restored();
    else expect(this.#promised).toBe(0);
  }

  async #restored(): Promise<void> {
    const disk = new SimulatedDisk(++this.#restores);
    const { position } = await restore(new MemoryStore(this.#objects), "/restored", { disk: disk });
    const paths = dataPaths("/restored");
    const snapshots = new SnapshotStore({ directory: paths.snapshots, disk });
    const oldest = snapshots.list().at(-1) ?? 0;
    const replayed: string[] = [];
    const { recovery } = openJournal({
      directory: paths.journal,
      disk,
      turns: new ManualTurns(),
      listener: { onDurable() {}, onFailure() {} },
      traces: tracesBeside(paths, keptPosition(disk, "/restored") ?? 0, disk),
      replay: {
        after: oldest,
        hash: oldest === 0 ? undefined : snapshots.hashAt(oldest),
        record: (record) => void replayed.push(...payloads([record])),
      },
    });
    expect(recovery).toMatchObject({ lastPosition: position, tornTail: undefined, acknowledgedLost: 0 });
    expect(position).toBeGreaterThanOrEqual(this.#promised);
    expect(replayed).toEqual(this.#venue.durable.slice(oldest, position));
    expect(snapshots.list().every((at) => snapshots.isWhole(at))).toBe(true);
    if (recovery.firstPosition === 1) return;
    expect(this.#prunes).toBe(true);
    // History is rebuilt from its copy, and continues from a snapshot that is not ahead of it.
    const kept = keptPosition(disk, "/restored")!;
    expect(kept).toBeLessThanOrEqual(position);
    expect(kept).toBeGreaterThanOrEqual(oldest);
    expect(oldest).toBeGreaterThanOrEqual(recovery.firstPosition - 1);
  }
}

test("whatever a venue does during a backup, the restored directory starts and holds all that was promised", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer(),
      fc.nat(3).map((n) => n > 0),
      fc.array(anyMeanwhile, { minLength: 20, maxLength: 80, size: "max" }),
      async (seed, prunes, steps) => new Trial(seed, prunes, steps).run(),
    ),
    { numRuns: 60 * Number(process.env.PROPERTY_TIMES ?? 1), endOnFailure: true },
  );
}, 300_000);
