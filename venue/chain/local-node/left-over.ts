// A node that outlived its venue would hold the port, and a second node beside it would be another chain. So a data
// directory has a note of its node's process, and the next start ends exactly that process. A process with the noted id
// that is no node of this directory belongs to another program and is left alone.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFacts, writeFacts } from "@evermark/journal/checksummed-file.ts";

interface NodeNote {
  readonly pid: number;
  readonly port: number;
}

export function noteNode(path: string, { pid, port }: NodeNote): void {
  writeFacts(path, { pid, port } satisfies NodeNote, false);
}

/** The port of the last node's door, so that wallets find its successor; 0 for none. */
export function lastPort(path: string): number {
  return readNote(path)?.port ?? 0;
}

/**
 * @param mark a text that only the command lines of this directory's nodes contain
 * @returns the process that was ended; undefined when none was left
 */
export function endLeftOver(path: string, mark: string): number | undefined {
  const note = readNote(path);
  if (note === undefined || !commandLineOf(note.pid).includes(mark)) return undefined;
  process.kill(note.pid, "SIGKILL");
  return note.pid;
}

function readNote(path: string): NodeNote | undefined {
  const read = readFacts(path);
  if (typeof read === "string") return undefined;
  const { pid, port } = read.facts as Partial<NodeNote>;
  const isNote = Number.isSafeInteger(pid) && pid! > 1 && Number.isSafeInteger(port) && port! > 0 && port! < 65_536;
  return isNote ? { pid: pid!, port: port! } : undefined;
}

/** "" when there is no such process, or we may not see it. */
function commandLineOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
  } catch {
    return spawnSync("ps", ["-p", String(pid), "-o", "args="], { encoding: "utf8" }).stdout ?? "";
  }
}
