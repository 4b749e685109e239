// How far the journal is known to be durable, kept in a file of its own, `durable.mark`. Without it, damage to the very
// last records could not be distinguished from a write that a crash tore, and acknowledged records would be cut silently.
//
// After each batch is durable, and before any caller is answered, the mark is written without a sync of its own: it
// survives `kill -9` exactly. A power loss may take the last of these marks. Another one is written and synced when the
// journal falls idle, changes segment or closes, so at most the last moment before the power loss is in doubt. A mark never
// covers more than is durable.
//
// There are four slots, in different sectors. Marks that are not synced alternate between two of them, so that a write
// which fails halfway leaves the one before it. Synced marks alternate between the other two, and the older is only
// overwritten while the newer is known to be durable: so one of them survives, whatever a failing disk and a power loss do
// to the rest.
//
// A slot, little-endian: u32 CRC-32 of bytes 4-39 · u32 zero · f64 sequence · f64 first position of the segment · f64 byte
// in the segment · f64 position.

import { join } from "node:path";
import { crc32 } from "./checksums.ts";
import { type Disk, type DiskFile, isMissing } from "./journal-disk.ts";

/** All records up to `position` are durable; they end at `byte` of the segment that starts with `segmentFirst`. */
export interface Mark {
  readonly segmentFirst: number;
  readonly byte: number;
  readonly position: number;
}

export const MARK_NAME = "durable.mark";
const SLOT_BYTES = 40;
/** Bytes from one slot to the next, so that no two share a sector. */
const SLOT_SPACING = 4096;
/** The first two slots are for marks that are not synced, the others for synced ones. */
const SLOTS = 4;
const SYNCED = 2;
const FILE_BYTES = SLOTS * SLOT_SPACING;

/** The newest mark of a directory; undefined when none is whole. */
export function readMark(disk: Disk, directory: string): Mark | undefined {
  const found = newest(readSlots(disk, directory));
  return found && { segmentFirst: found.segmentFirst, byte: found.byte, position: found.position };
}

export class MarkWriter {
  private readonly bytes = new Uint8Array(SLOT_BYTES);
  private readonly view = new DataView(this.bytes.buffer);

  /** @param durable the slot, 2 or 3, that must not be touched before the other one is durable */
  private constructor(
    private readonly file: DiskFile,
    private readonly path: string,
    private sequence: number,
    private durable: number,
  ) {}

  /** Opens the mark of a directory, writes `mark` to it, and makes that durable. */
  static open(disk: Disk, directory: string, mark: Mark): MarkWriter {
    const slots = readSlots(disk, directory);
    const sequence = Math.max(0, ...slots.map((slot) => slot.sequence));
    const newestSynced = newest(slots.filter(({ slot }) => slot >= SYNCED));
    const existing = disk.list(directory).includes(MARK_NAME);
    const path = join(directory, MARK_NAME);
    const file = disk.open(path, existing ? "write" : "create");
    // Full size from the start, so that later marks overwrite and never need room.
    const size = file.size();
    if (size < FILE_BYTES) file.write(new Uint8Array(FILE_BYTES - size), size);
    const writer = new MarkWriter(file, path, sequence, newestSynced?.slot ?? SYNCED);
    writer.sync(mark);
    if (!existing) disk.syncDirectory(directory);
    return writer;
  }

  /** Whether the file's name still means this file. */
  isInPlace(): boolean {
    return this.file.isAt(this.path);
  }

  /** Writes without a sync. */
  write(mark: Mark): void {
    this.writeTo((this.sequence + 1) % SYNCED, mark);
  }

  /** Makes a mark durable. */
  sync(mark: Mark): void {
    const slot = this.otherThanDurable();
    this.writeTo(slot, mark);
    this.file.sync();
    this.durable = slot;
  }

  /** Like `sync`, but off this thread; if it fails, the mark before it is still the durable one. */
  syncLater(mark: Mark): void {
    const slot = this.otherThanDurable();
    this.writeTo(slot, mark);
    const { sequence } = this;
    this.file.syncLater((error) => {
      // Another mark may have been written there in the meantime, and is not durable yet.
      if (!error && sequence === this.sequence) this.durable = slot;
    });
  }

  close(): void {
    this.file.close();
  }

  private otherThanDurable(): number {
    return this.durable === SYNCED ? SYNCED + 1 : SYNCED;
  }

  private writeTo(slot: number, mark: Mark): void {
    this.sequence++;
    this.view.setFloat64(8, this.sequence, true);
    this.view.setFloat64(16, mark.segmentFirst, true);
    this.view.setFloat64(24, mark.byte, true);
    this.view.setFloat64(32, mark.position, true);
    this.view.setUint32(0, crc32(this.bytes.subarray(4)), true);
    this.file.write(this.bytes, slot * SLOT_SPACING);
  }
}

interface Slot extends Mark {
  readonly slot: number;
  readonly sequence: number;
}

function newest(slots: readonly Slot[]): Slot | undefined {
  return slots.toSorted((a, b) => b.sequence - a.sequence)[0];
}

/** The slots that are whole. */
function readSlots(disk: Disk, directory: string): Slot[] {
  let file: DiskFile;
  try {
    file = disk.open(join(directory, MARK_NAME), "read");
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const slots: Slot[] = [];
  const bytes = new Uint8Array(SLOT_BYTES);
  const view = new DataView(bytes.buffer);
  for (let slot = 0; slot < SLOTS; slot++) {
    const count = file.read(bytes, slot * SLOT_SPACING);
    if (count < SLOT_BYTES || view.getUint32(0, true) !== crc32(bytes.subarray(4))) continue;
    slots.push({
      slot,
      sequence: view.getFloat64(8, true),
      segmentFirst: view.getFloat64(16, true),
      byte: view.getFloat64(24, true),
      position: view.getFloat64(32, true),
    });
  }
  file.close();
  return slots;
}
