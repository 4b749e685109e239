// Makes a node's id: a random 64-bit number, new at each start, so that nothing sent to or by a node that ran before is
// taken for this one's.

import type { NodeId } from "../records/term.ts";

/** The id that means no node: all zeros. */
const NONE = "0000000000000000";

export function newNodeId(): NodeId {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
  return id === NONE ? newNodeId() : id;
}
