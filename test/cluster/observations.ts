// What was seen from outside in a round, for the reader to hold against the journal: each command given to a node, each answer;
// each read; what each node applied.

import type { Submitted, Unavailable } from "@evermark/core";
import type { Head, NodeId } from "@evermark/core/cluster/index.ts";
import type { AskedMove } from "./moves.ts";

/** What a caller was answered. */
export type Answered = Pick<Submitted, "position" | "orderId" | "rejection"> | Unavailable;

export interface Given {
  readonly tag: string;
  readonly clientOrderId: string;
  readonly account: number;
  /** The tag of the first command of its request; "" of what counts nowhere. */
  readonly request: string;
  /** The order stands as long as the connection over which it came. */
  readonly untilDisconnect: boolean;
  /** When, by the kernel's time. */
  readonly ms: number;
  readonly node: NodeId;
  readonly answers: Answered[];
}

export interface Read {
  readonly node: NodeId;
  /** Position of the last command that was answered to any caller when it came, and was not accepted to be lost since. */
  answered: number;
  /** Position up to which the node's engine stood when it began; -1 when it failed. */
  seen: number;
}

/** The venue has gone on without what is behind a batch. */
export interface Acceptance {
  readonly behind: Pick<Head, "batch" | "last">;
  readonly ms: number;
  /** By an operator; else because no node that lives has heard of the term that it was of. */
  readonly isOperators: boolean;
}

interface Applied {
  readonly node: NodeId;
  readonly row: Head;
  /** Hash of the front state. */
  readonly front: string;
  /** When, by the kernel's time, and which nodes stood still then with their machines. */
  readonly ms: number;
  readonly paused: readonly NodeId[];
}

export interface Observations {
  readonly commands: Given[];
  readonly reads: Read[];
  /** First of each batch. */
  readonly applied: Map<number, Applied>;
  /** When a node ended the connections of its clients, and when it ended itself. */
  readonly cutOffs: { readonly node: NodeId; readonly ms: number }[];
  readonly ended: Map<NodeId, number>;
  /** Whether the operator has asked for the newest behaviour. */
  isWanted: boolean;
  readonly moves: AskedMove[];
  readonly accepted: Acceptance[];
  /** Where nodes have applied what was accepted to be lost before, for they had not noticed yet. */
  readonly unnoticed: { readonly node: NodeId; readonly batch: number }[];
  /** What nodes have stopped for: batches from one on that they had applied and the database had not. */
  readonly listed: { readonly node: NodeId; readonly from: number }[];
  /** What was wrong the moment it happened. */
  readonly wrong: string[];
}

export function nothingSeen(): Observations {
  return {
    commands: [],
    reads: [],
    applied: new Map(),
    wrong: [],
    cutOffs: [],
    ended: new Map(),
    accepted: [],
    listed: [],
    unnoticed: [],
    isWanted: false,
    moves: [],
  };
}
