// What of a page's heap is the page's own, as the browser's snapshot of it has it.

/** In bytes. */
export interface Heap {
  /** With what the browser keeps for itself: scripts that it has compiled for what runs often, for instance. */
  readonly all: number;
  /** What the scripts have made. */
  readonly objects: number;
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: { readonly node_fields: readonly string[]; readonly node_types: readonly [readonly string[]] };
  };
  readonly nodes: readonly number[];
}

/** The browser's, not the scripts'. */
const FOREIGN = new Set(["code", "native", "hidden", "synthetic", "object shape"]);

/** @param text a heap snapshot as V8 writes it */
export function objectsOf(text: string): number {
  const { snapshot, nodes } = JSON.parse(text) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [typeAt, sizeAt] = [fields.indexOf("type"), fields.indexOf("self_size")];
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    if (!FOREIGN.has(types[0][nodes[at + typeAt]!]!)) bytes += nodes[at + sizeAt]!;
  }
  return bytes;
}
