// What all nodes keep beside the engine, of the origins of commands: each node's last number. It follows from the journal alone, so
// it is the same on all of them (C8). A command is taken only under a number above it, which keeps a frame that comes twice
// from being carried out twice (C2).

import { sha256 } from "@evermark/journal/checksums.ts";
import type { Origin } from "../records/origins.ts";
import type { NodeId } from "../records/term.ts";

/** So long after its last deadline nothing of a node can be taken any more (C6), and its number is forgotten. */
export const KEPT_MS = 60_000;

interface Last {
  number: number;
  deadline: number;
}

export class FrontState {
  readonly #lasts = new Map<NodeId, Last>();

  lastNumber(node: NodeId): number {
    return this.#lasts.get(node)?.number ?? 0;
  }

  passed({ node, number, deadline }: Origin): void {
    const last = this.#lasts.get(node) ?? { number: 0, deadline: 0 };
    this.#lasts.set(node, { number: Math.max(number, last.number), deadline: Math.max(deadline, last.deadline) });
  }

  /** A batch has ended. */
  forget(at: number): void {
    for (const [node, { deadline }] of this.#lasts) if (at > deadline + KEPT_MS) this.#lasts.delete(node);
  }

  /** SHA-256 in hexadecimal; does not depend on how the state came to be. */
  hash(): string {
    const lines = [...this.#lasts].map(([node, { number, deadline }]) => `${node} ${number} ${deadline}\n`);
    const hash = new Uint8Array(32);
    sha256(new TextEncoder().encode(lines.sort().join("")), hash);
    return Buffer.from(hash).toString("hex");
  }
}
