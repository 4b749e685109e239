// The messages between a round's program and the process of one of its nodes.

import type { Unstamped } from "@evermark/core";
import type { NodeId, Term } from "@evermark/core/cluster/index.ts";
import type { CallerAnswer } from "../../observations.ts";

/** The arguments of a node's process. */
export interface NodeSettings {
  readonly postgres: string;
  readonly bus: string;
}

export type ToNode =
  | { readonly kind: "submit"; readonly call: number; readonly command: Unstamped; readonly windowMs: number }
  | { readonly kind: "read"; readonly call: number }
  | { readonly kind: "give way" }
  | { readonly kind: "state"; readonly call: number };

export type FromNode =
  | { readonly kind: "up"; readonly id: NodeId }
  | { readonly kind: "answer"; readonly call: number; readonly answer: CallerAnswer }
  /** The position up to which the read saw; -1 when nothing could be read. */
  | { readonly kind: "seen"; readonly call: number; readonly servedAt: number }
  | {
      readonly kind: "applied";
      readonly batch: number;
      readonly hash: string;
      readonly term: Term;
      readonly front: string;
      readonly isLeading: boolean;
    }
  | { readonly kind: "state"; readonly call: number; readonly batch: number; readonly hash: string }
  | { readonly kind: "fault"; readonly text: string };
