// Where each record of a batch comes from. Origins are stored beside the records and outside their hash chain. A command
// from a node has that node's number for it and its deadline; a command of the leader's own has neither. In bytes, 24 a
// record, little-endian:
//
//     byte 0   u64  the node; 0 for a command of the leader's own
//          8   f64  the command's number, which rises by node (C2)
//         16   f64  its deadline in venue milliseconds (C6)
//
// If any record has flags, a byte for each record follows: bit 0 for an order that lasts as long as its connection.

import { assert } from "@evermark/engine";
import type { NodeId } from "./term.ts";

export interface Origin {
  readonly node: NodeId;
  readonly number: number;
  readonly deadline: number;
  /** The order that it places lasts only as long as the connection over which it came. */
  readonly untilDisconnect: boolean;
}

const BYTES = 24;
const UNTIL_DISCONNECT = 1;

export function encodeOrigins(origins: readonly (Origin | null)[]): Uint8Array {
  const hasFlags = origins.some((origin) => origin?.untilDisconnect);
  const bytes = new Uint8Array(origins.length * (BYTES + (hasFlags ? 1 : 0)));
  const view = new DataView(bytes.buffer);
  origins.forEach((origin, i) => {
    if (origin === null) return;
    view.setBigUint64(i * BYTES, BigInt(`0x${origin.node}`), true);
    view.setFloat64(i * BYTES + 8, origin.number, true);
    view.setFloat64(i * BYTES + 16, origin.deadline, true);
    if (origin.untilDisconnect) bytes[origins.length * BYTES + i] = UNTIL_DISCONNECT;
  });
  return bytes;
}

/** @param records how many records the origins are of */
export function decodeOrigins(bytes: Uint8Array, records: number): (Origin | null)[] {
  const hasFlags = bytes.length === records * (BYTES + 1);
  assert(hasFlags || bytes.length === records * BYTES, "each record has its origin", { bytes: bytes.length, records });
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Array.from({ length: records }, (_, i) => {
    const node = view.getBigUint64(i * BYTES, true);
    if (node === 0n) return null;
    return {
      node: node.toString(16).padStart(16, "0"),
      number: view.getFloat64(i * BYTES + 8, true),
      deadline: view.getFloat64(i * BYTES + 16, true),
      untilDisconnect: hasFlags && bytes[records * BYTES + i] === UNTIL_DISCONNECT,
    };
  });
}
