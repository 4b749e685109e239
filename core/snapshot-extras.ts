// What a snapshot holds beside the engine's state: what the rooms around the engine keep of the same commands, each under a
// name of its own, as JSON. A room that finds nothing under its name starts empty, or asks for another snapshot.

import { Fault, WrittenByNewer } from "@evermark/engine";

export type SnapshotExtras = Readonly<Record<string, unknown>>;

const FORMAT = 1;

export function encodeBeside(parts: SnapshotExtras): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ format: FORMAT, parts }));
}

/**
 * Decodes what a snapshot holds beside its state.
 * @param bytes null for a snapshot that holds only the state
 * @throws {WrittenByNewer} when a later version wrote it
 */
export function decodeBeside(bytes: Uint8Array | null): SnapshotExtras {
  if (bytes === null) return {};
  const { format, parts } = JSON.parse(new TextDecoder().decode(bytes));
  if (typeof format !== "number" || typeof parts !== "object")
    throw new Fault("what stands beside a state has a format");
  if (format > FORMAT) throw new WrittenByNewer("what stands beside its state", `format ${format}`, FORMAT);
  return parts;
}
