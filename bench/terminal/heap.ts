// How much of a page's heap belongs to the page itself, according to a heap snapshot of the browser.

/** In bytes. */
export interface Heap {
  /** Includes what the browser keeps for itself, for instance compiled scripts that run often. */
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

/** Types of nodes that belong to the browser and not to the scripts. */
const FOREIGN = new Set(["code", "native", "hidden", "synthetic", "object shape"]);

/** @param text a heap snapshot in V8's format */
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
