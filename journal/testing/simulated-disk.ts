// A disk in memory that does to the journal what real disks do: it loses bytes that were not synced, sector by sector and
// in any order; it loses names whose directory was not synced; it fails, fills up, and flips bits. A seed decides
// everything.

import { dirname } from "node:path";
import type { Disk, DiskFile } from "../journal-disk.ts";
import { type Random, seededRandom } from "./seeded-random.ts";
import { SimulatedFile } from "./simulated-file.ts";

export type Operation = "open" | "write" | "truncate" | "sync" | "rename" | "syncDirectory";

/** Changes of names that belong together: all of them become durable, or none. */
type NameChange = (names: Map<string, SimulatedFile>) => void;

export class SimulatedDisk implements Disk {
  /** The most bytes of all files together. */
  capacity = Number.POSITIVE_INFINITY;
  /** If true, syncs off this thread wait for `finishSyncs`; otherwise they finish in a microtask. */
  manualSyncs = false;

  private readonly random: Random;
  private names = new Map<string, SimulatedFile>();
  private durableNames = new Map<string, SimulatedFile>();
  private unsyncedNames = new Map<string, NameChange[]>();
  private readonly failures: { operation: Operation; code: string }[] = [];
  private syncs: (() => void)[] = [];
  /** Counts power losses: files that were open before are not usable after. */
  private life = 0;

  constructor(seed: number) {
    this.random = seededRandom(seed);
  }

  // Methods for what a test does to the disk.

  /** The next call of this kind fails once. */
  failNext(operation: Operation, code: "EIO" | "ENOSPC"): void {
    this.failures.push({ operation, code });
  }

  clearFailures(): void {
    this.failures.length = 0;
  }

  /** Completes the syncs that were started, in order. */
  finishSyncs(): void {
    const syncs = this.syncs;
    this.syncs = [];
    for (const finish of syncs) finish();
  }

  /** Kills the process but not the machine: nothing is lost, and open files become unusable. */
  killProcess(): void {
    this.life++;
    this.dropSyncs();
  }

  /** Drops the syncs in progress without an answer: as if one process died while another one still has files open. */
  dropSyncs(): void {
    this.syncs = [];
  }

  losePower(): void {
    this.killProcess();
    for (const changes of this.unsyncedNames.values()) {
      const kept = Math.floor(this.random() * (changes.length + 1));
      for (const change of changes.slice(0, kept)) change(this.durableNames);
    }
    this.unsyncedNames.clear();
    for (const file of new Set([...this.names.values(), ...this.durableNames.values()])) file.losePower(this.random);
    this.names = new Map(this.durableNames);
  }

  flipBit(path: string, byte: number, bit: number): void {
    this.file(path).flipBit(byte, bit);
  }

  content(path: string): Uint8Array {
    return this.file(path).live.slice();
  }

  /** The disk as one process sees it: unusable once that process has died. */
  forProcess(): Disk {
    const life = this.life;
    const alive = (): SimulatedDisk => {
      if (life !== this.life) throw new Error("a process that died uses the disk");
      return this;
    };
    return {
      open: (path, how) => alive().open(path, how),
      list: (directory) => alive().list(directory),
      makeDirectory: () => alive().makeDirectory(),
      rename: (from, to) => alive().rename(from, to),
      remove: (path) => alive().remove(path),
      syncDirectory: (directory) => alive().syncDirectory(directory),
    };
  }

  /** Paths of all files, sorted. */
  get paths(): string[] {
    return [...this.names.keys()].sort();
  }

  /** Another disk with what a running process sees on this one, all of it durable. */
  copy(seed: number): SimulatedDisk {
    const other = new SimulatedDisk(seed);
    for (const path of this.paths) {
      const file = other.open(path, "create");
      file.write(this.file(path).live, 0);
      file.sync();
      other.syncDirectory(dirname(path));
    }
    return other;
  }

  // Methods of the disk itself.

  open(path: string, how: "read" | "write" | "create"): DiskFile {
    this.failIfAsked("open");
    if (how === "create") {
      const existing = this.names.get(path);
      if (existing) existing.truncate(0);
      else this.changeNames(path, (file) => (names) => names.set(path, file), new SimulatedFile());
    }
    return this.handle(this.file(path));
  }

  list(directory: string): string[] {
    const prefix = `${directory}/`;
    const paths = [...this.names.keys()].filter((path) => path.startsWith(prefix));
    return paths
      .map((path) => path.slice(prefix.length))
      .filter((name) => !name.includes("/"))
      .sort();
  }

  makeDirectory(): void {}

  rename(from: string, to: string): void {
    this.failIfAsked("rename");
    const change = (file: SimulatedFile) => (names: Map<string, SimulatedFile>) => {
      names.delete(from);
      names.set(to, file);
    };
    this.changeNames(to, change, this.file(from));
  }

  remove(path: string): void {
    this.changeNames(path, () => (names) => names.delete(path), this.file(path));
  }

  syncDirectory(directory: string): void {
    this.failIfAsked("syncDirectory");
    for (const change of this.unsyncedNames.get(directory) ?? []) change(this.durableNames);
    this.unsyncedNames.delete(directory);
  }

  private handle(file: SimulatedFile): DiskFile {
    const life = this.life;
    const alive = () => {
      if (life !== this.life) throw new Error("a file that was opened before the crash is used after it");
    };
    const sync = (changes: number) => {
      const failure = this.takeFailure("sync");
      if (failure) file.failSync(this.random);
      else file.sync(changes);
      return failure;
    };
    const syncLater: DiskFile["syncLater"] = (done) => {
      alive();
      const changes = file.unsyncedChanges;
      const finish = () => {
        if (life === this.life) done(sync(changes));
      };
      if (this.manualSyncs) this.syncs.push(finish);
      else queueMicrotask(finish);
    };
    return {
      size: () => file.live.length,
      read(into, at) {
        alive();
        const bytes = file.live.subarray(at, at + into.length);
        into.set(bytes);
        return bytes.length;
      },
      write: (bytes, at) => {
        alive();
        this.write(file, bytes, at);
      },
      truncate: (size) => {
        alive();
        this.failIfAsked("truncate");
        file.truncate(size);
      },
      sync: () => {
        alive();
        const failure = sync(file.unsyncedChanges);
        if (failure) throw failure;
      },
      syncLater,
      syncFirst: syncLater,
      lock: () => true,
      isAt: (path) => this.names.get(path) === file,
      stamp: () => String(file.stamp),
      close: () => {},
    };
  }

  /** Writes bytes. A write that fails has written a part of them. */
  private write(file: SimulatedFile, bytes: Uint8Array, at: number): void {
    const failure = this.takeFailure("write");
    const used = [...new Set(this.names.values())].reduce((sum, { live }) => sum + live.length, 0);
    const growth = Math.max(0, at + bytes.length - file.live.length);
    const room = this.capacity - used;
    if (!failure && growth <= room) {
      file.write(bytes, at);
      return;
    }
    const part = failure ? Math.floor(this.random() * bytes.length) : Math.max(0, bytes.length - growth + room);
    file.write(bytes.subarray(0, part), at);
    throw failure ?? diskError("write", "ENOSPC");
  }

  private changeNames(path: string, change: (file: SimulatedFile) => NameChange, file: SimulatedFile): void {
    const apply = change(file);
    apply(this.names);
    const directory = dirname(path);
    this.unsyncedNames.set(directory, [...(this.unsyncedNames.get(directory) ?? []), apply]);
  }

  private file(path: string): SimulatedFile {
    const file = this.names.get(path);
    if (!file) throw diskError("open", "ENOENT");
    return file;
  }

  private failIfAsked(operation: Operation): void {
    const failure = this.takeFailure(operation);
    if (failure) throw failure;
  }

  private takeFailure(operation: Operation): Error | undefined {
    const index = this.failures.findIndex((failure) => failure.operation === operation);
    if (index < 0) return undefined;
    const [failure] = this.failures.splice(index, 1);
    return diskError(operation, failure?.code ?? "EIO");
  }
}

function diskError(operation: string, code: string): Error {
  return Object.assign(new Error(`${code}: simulated, ${operation}`), { code });
}
