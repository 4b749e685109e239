// What names a node: a random 64-bit number, new at each start, so that nothing which was sent to one that ran before, or by it, is
// taken for this one's.

import type { NodeId } from "../records/term.ts";

/** Nothing but zeros stands for no node. */
const NONE = "0000000000000000";

export function newNodeId(): NodeId {
  const id = Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString("hex");
  return id === NONE ? newNodeId() : id;
}
