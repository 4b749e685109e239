// The promise of the journal, over any sequence of appends, syncs, failures, full disks, crashes and power losses: records
// that were reported durable are read back exactly once, in order; of the others, at most a prefix appears.

import { expect, test } from "bun:test";
import fc from "fast-check";
import { openJournal } from "./open.ts";
import { readJournal } from "./reader.ts";
import { ManualTurns } from "./testing/manual-turns.ts";
import { type Operation, SimulatedDisk } from "./testing/simulated-disk.ts";
import { DIRECTORY, payloads } from "./testing/test-journal.ts";

type Step =
  | { type: "append"; sizes: number[] }
  | { type: "turn" | "sync" | "idle" | "kill" | "power" | "full" | "room" | "read" }
  | { type: "fail"; operation: Operation };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant("append" as const),
      sizes: fc.array(fc.nat(900), { minLength: 1, maxLength: 6 }),
    }),
  },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("turn" as const) }) },
  { weight: 8, arbitrary: fc.record({ type: fc.constant("sync" as const) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("idle", "kill", "power", "full", "room", "read") }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant("fail" as const),
      operation: fc.constantFrom<Operation>("write", "sync", "truncate", "rename", "syncDirectory", "open"),
    }),
  },
);

class Model {
  private readonly disk: SimulatedDisk;
  private readonly turns = new ManualTurns();
  private journal;
  private count = 0;
  /** Payloads that were reported durable. */
  private durable: string[] = [];
  /** Payloads appended and not yet reported on. */
  private open: string[] = [];
  /** Payloads that were reported lost, but not certainly: a crash may bring back a prefix of one of these lists. */
  private uncertain: string[][] = [];

  constructor(seed: number) {
    this.disk = new SimulatedDisk(seed);
    this.disk.manualSyncs = true;
    this.journal = this.reopen();
  }

  run(step: Step): void {
    if (step.type === "append") for (const size of step.sizes) this.append(size);
    else if (step.type === "turn") this.turns.next();
    else if (step.type === "idle") this.turns.idle();
    else if (step.type === "sync") this.disk.finishSyncs();
    else if (step.type === "fail") this.disk.failNext(step.operation, "EIO");
    else if (step.type === "full") this.disk.capacity = 12_000;
    else if (step.type === "room") this.disk.capacity = Number.POSITIVE_INFINITY;
    else if (step.type === "read") expect(this.read()).toEqual(this.durable);
    else this.crash(step.type);
  }

  /** Ends each run: the disk works, and the journal takes and keeps one more record. */
  finish(): void {
    this.disk.clearFailures();
    this.disk.capacity = Number.POSITIVE_INFINITY;
    this.append(10);
    for (let i = 0; i < 3; i++) {
      this.turns.next();
      this.disk.finishSyncs();
    }
    expect(this.open).toEqual([]);
    this.crash("power");
    expect(this.read()).toEqual(this.durable);
  }

  private append(size: number): void {
    const payload = `${this.count++} `.padEnd(size, "x");
    expect(this.journal.append(this.count, new TextEncoder().encode(payload))).toBe(
      this.durable.length + this.open.length + 1,
    );
    this.open.push(payload);
  }

  private crash(how: "kill" | "power"): void {
    this.turns.drop();
    if (how === "kill") this.disk.killProcess();
    else this.disk.losePower();
    this.disk.clearFailures();
    this.disk.capacity = Number.POSITIVE_INFINITY;
    this.journal = this.reopen();
  }

  private reopen() {
    const replayed: string[] = [];
    const { journal } = openJournal({
      directory: DIRECTORY,
      disk: this.disk,
      turns: this.turns,
      segmentBytes: 3000,
      listener: {
        onDurable: (position) => this.onDurable(position),
        onFailure: (_error, firstLost, certain) => this.onFailure(firstLost, certain),
      },
      replay: { after: 0, record: (record) => void replayed.push(...payloads([record])) },
    });
    expect(replayed.slice(0, this.durable.length)).toEqual(this.durable);
    const rest = replayed.slice(this.durable.length);
    const possible = [this.open, ...this.uncertain];
    expect(possible.some((list) => rest.every((payload, i) => payload === list[i]))).toBe(true);
    this.durable = replayed;
    this.open = [];
    this.uncertain = [];
    return journal;
  }

  private onDurable(position: number): void {
    expect(position).toBeGreaterThan(this.durable.length);
    this.durable.push(...this.open.splice(0, position - this.durable.length));
    expect(this.durable.length).toBe(position);
    this.uncertain = [];
  }

  private onFailure(firstLost: number, certain: boolean): void {
    expect(firstLost).toBe(this.durable.length + 1);
    if (certain) this.uncertain = [];
    else this.uncertain.push(this.open);
    this.open = [];
  }

  private read(): string[] {
    this.disk.clearFailures();
    return payloads(readJournal(DIRECTORY, 1, this.durable.length, { disk: this.disk, verifyChain: true }));
  }
}

/** The write of a mark fails halfway, and the power goes before the next one. */
const tornMark: Step[] = [
  { type: "append", sizes: [0] },
  { type: "turn" },
  { type: "sync" },
  { type: "append", sizes: [794, 135] },
  { type: "turn" },
  { type: "fail", operation: "write" },
  { type: "sync" },
  { type: "append", sizes: [141, 777, 222, 234, 597, 352, 327, 824] },
  { type: "turn" },
  { type: "power" },
];

test("records that were reported durable are read back exactly once and in order, whatever the disk does", () => {
  fc.assert(
    fc.property(fc.integer(), fc.array(anyStep, { maxLength: 60, size: "max" }), (seed, steps) => {
      const model = new Model(seed);
      for (const step of steps) model.run(step);
      model.finish();
    }),
    { numRuns: 700 * Number(process.env.PROPERTY_TIMES ?? 1), examples: [[25, tornMark]] },
  );
}, 300_000);
