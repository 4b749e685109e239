// A small file of facts that programs and people read: one line of JSON, and its CRC-32 on the next line. It is written
// under another name and renamed, so it is there as a whole or not at all; later damage is noticed.

import { dirname } from "node:path";
import { crc32 } from "./checksums.ts";
import { type Disk, isFolder, isMissing, realDisk } from "./journal-disk.ts";

/** What a file holds, or why that is not known. */
export type Facts = { readonly facts: unknown } | "missing" | "damaged";

export function readFacts(path: string, disk: Disk = realDisk): Facts {
  let text: string;
  try {
    const file = disk.open(path, "read");
    try {
      const bytes = new Uint8Array(file.size());
      file.read(bytes, 0);
      text = new TextDecoder().decode(bytes);
    } finally {
      file.close();
    }
  } catch (error) {
    if (isMissing(error)) return "missing";
    if (isFolder(error)) return "damaged";
    throw error;
  }
  return factsOfText(text);
}

/** Parses the text of such a file, wherever it is kept. */
export function factsOfText(text: string): { readonly facts: unknown } | "damaged" {
  const [line = "", checksum] = text.split("\n");
  return checksum === checksumOf(line) ? { facts: JSON.parse(line) } : "damaged";
}

/** @param durably whether the file must survive a power loss; otherwise it may be missing or damaged after one */
export function writeFacts(path: string, facts: unknown, durably: boolean, disk: Disk = realDisk): void {
  const unfinished = `${path}.new`;
  const file = disk.open(unfinished, "create");
  try {
    file.write(new TextEncoder().encode(textOfFacts(facts)), 0);
    if (durably) file.sync();
  } finally {
    file.close();
  }
  disk.rename(unfinished, path);
  if (durably) disk.syncDirectory(dirname(path));
}

/** The text of such a file, for callers that can't wait for a disk. */
export function textOfFacts(facts: unknown): string {
  const line = JSON.stringify(facts);
  return `${line}\n${checksumOf(line)}\n`;
}

function checksumOf(line: string): string {
  return crc32(new TextEncoder().encode(line)).toString(16).padStart(8, "0");
}
