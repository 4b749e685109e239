// A journal on the simulated disk that records its reports, for tests that step through it.

import type { JournalRecord } from "../journal-record.ts";
import { type JournalOptions, openJournal } from "../open.ts";
import { ManualTurns } from "./manual-turns.ts";
import { SimulatedDisk } from "./simulated-disk.ts";

export const DIRECTORY = "/journal";

export class TestJournal {
  readonly disk: SimulatedDisk;
  readonly turns = new ManualTurns();
  readonly durable: number[] = [];
  readonly failures: { error: Error; firstLost: number; certain: boolean }[] = [];
  readonly replayed: JournalRecord[] = [];
  readonly opened: ReturnType<typeof openJournal>;

  constructor(options: Partial<JournalOptions> & { disk?: SimulatedDisk } = {}) {
    this.disk = options.disk ?? new SimulatedDisk(1);
    this.disk.manualSyncs = true;
    this.opened = openJournal({
      directory: DIRECTORY,
      turns: this.turns,
      listener: {
        onDurable: (position) => void this.durable.push(position),
        onFailure: (error, firstLost, certain) => void this.failures.push({ error, firstLost, certain }),
      },
      replay: { after: 0, record: (record) => void this.replayed.push({ ...record, payload: record.payload.slice() }) },
      ...options,
      disk: this.disk,
    });
  }

  get journal() {
    return this.opened.journal;
  }

  get recovery() {
    return this.opened.recovery;
  }

  append(...payloads: string[]): void {
    for (const payload of payloads) this.journal.append(1000 + this.journal.lastPosition, text(payload));
  }

  /** Starts a batch from the appended records, and lets its sync finish. */
  commit(...payloads: string[]): void {
    this.append(...payloads);
    this.turns.next();
    this.disk.finishSyncs();
  }

  /** Kills the process from one instruction to the next. */
  kill(): void {
    this.turns.drop();
    this.disk.killProcess();
  }

  losePower(): void {
    this.turns.drop();
    this.disk.losePower();
  }
}

export function text(payload: string): Uint8Array {
  return new TextEncoder().encode(payload);
}

export function payloads(records: Iterable<JournalRecord>): string[] {
  return Array.from(records, (record) => new TextDecoder().decode(record.payload));
}
