// How far the journal is known to be durable, kept in a file of its own, `durable.mark`. Without it, damage to the very
// last records could not be told from a write that a crash tore, and what was acknowledged would be cut in silence.
//
// After each batch is durable, and before anyone hears of it, the mark is written without a sync of its own: it survives
// `kill -9` exactly. A power loss may take the last marks; the mark is synced when the journal falls idle, changes
// segment or closes, so what is in doubt is at most the last moment before the power went. A mark never says more than
// is durable. Two slots in different sectors are written in turn, so that a torn write leaves the older one.
//
// A slot, little-endian: u32 CRC-32 of bytes 4-39 · u32 zero · f64 sequence · f64 first position of the segment · f64 byte
// in the segment · f64 position.

import { join } from "node:path";
import { crc32 } from "./digest.ts";
import { type Disk, type DiskFile, isMissing } from "./disk.ts";

/** All records up to `position` are durable; they end at `byte` of the segment that starts with `segmentFirst`. */
export interface Mark {
  readonly segmentFirst: number;
  readonly byte: number;
  readonly position: number;
}

export const MARK_NAME = "durable.mark";
const SLOT_BYTES = 40;
const SLOT_STARTS = [0, 4096] as const;
const FILE_BYTES = 8192;

/** The newest mark of a directory; undefined when there is none that is whole. */
export function readMark(disk: Disk, directory: string): Mark | undefined {
  const newest = readSlots(disk, directory).sort((a, b) => b.sequence - a.sequence)[0];
  return newest && { segmentFirst: newest.segmentFirst, byte: newest.byte, position: newest.position };
}

export class MarkWriter {
  private readonly slot = new Uint8Array(SLOT_BYTES);
  private readonly view = new DataView(this.slot.buffer);

  private constructor(
    private readonly file: DiskFile,
    private sequence: number,
  ) {}

  /** Opens the mark of a directory, makes it say `mark`, and makes that durable. */
  static open(disk: Disk, directory: string, mark: Mark): MarkWriter {
    const sequence = Math.max(0, ...readSlots(disk, directory).map((slot) => slot.sequence));
    const existing = disk.list(directory).includes(MARK_NAME);
    const file = disk.open(join(directory, MARK_NAME), existing ? "write" : "create");
    // Full size from the start, so that later marks overwrite and never need room.
    if (file.size() < FILE_BYTES) file.write(new Uint8Array(FILE_BYTES), 0);
    const writer = new MarkWriter(file, sequence);
    writer.write(mark);
    file.sync();
    if (!existing) disk.syncDirectory(directory);
    return writer;
  }

  /** Writes without a sync. */
  write(mark: Mark): void {
    this.sequence++;
    this.view.setFloat64(8, this.sequence, true);
    this.view.setFloat64(16, mark.segmentFirst, true);
    this.view.setFloat64(24, mark.byte, true);
    this.view.setFloat64(32, mark.position, true);
    this.view.setUint32(0, crc32(this.slot.subarray(4)), true);
    this.file.write(this.slot, SLOT_STARTS[this.sequence % 2 === 0 ? 0 : 1]);
  }

  sync(): void {
    this.file.sync();
  }

  syncLater(done: (error: Error | undefined) => void): void {
    this.file.syncLater(done);
  }

  close(): void {
    this.file.close();
  }
}

function readSlots(disk: Disk, directory: string): (Mark & { sequence: number })[] {
  let file: DiskFile;
  try {
    file = disk.open(join(directory, MARK_NAME), "read");
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  const slots: (Mark & { sequence: number })[] = [];
  const bytes = new Uint8Array(SLOT_BYTES);
  const view = new DataView(bytes.buffer);
  for (const start of SLOT_STARTS) {
    if (file.read(bytes, start) < SLOT_BYTES || view.getUint32(0, true) !== crc32(bytes.subarray(4))) continue;
    slots.push({
      sequence: view.getFloat64(8, true),
      segmentFirst: view.getFloat64(16, true),
      byte: view.getFloat64(24, true),
      position: view.getFloat64(32, true),
    });
  }
  file.close();
  return slots;
}
