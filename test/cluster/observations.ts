// What was observed from outside in a round, for the reader to compare with the journal: each command given to a node
// and its answer, each read, and what each node applied.

import type { Submitted, Unavailable } from "@evermark/core";
import type { Head, NodeId } from "@evermark/core/cluster/index.ts";
import type { RequestedMove } from "./clock-moves.ts";

/** The answer to a caller. */
export type CallerAnswer = Pick<Submitted, "position" | "orderId" | "rejection"> | Unavailable;

export interface SubmittedCommand {
  readonly tag: string;
  readonly clientOrderId: string;
  readonly account: number;
  /** The tag of the first command of its request; "" for a command that no limit counts. */
  readonly request: string;
  /** Whether the order is tied to the connection over which it came. */
  readonly untilDisconnect: boolean;
  /** When it was given, by the kernel's time. */
  readonly ms: number;
  readonly node: NodeId;
  readonly answers: CallerAnswer[];
}

export interface Read {
  readonly node: NodeId;
  /**
   * The position of the last command that was answered to any caller before this read began, except those whose loss
   * was accepted since.
   */
  lastAnswered: number;
  /** The position of the node's engine when the read was served; -1 when it failed. */
  servedAt: number;
}

/** The venue has gone on without the batches behind this one. */
export interface Acceptance {
  readonly behind: Pick<Head, "batch" | "last">;
  readonly ms: number;
  /** By an operator; otherwise because no living node has heard of the term that the batches belonged to. */
  readonly isOperators: boolean;
}

interface Applied {
  readonly node: NodeId;
  readonly row: Head;
  /** The hash of the front state. */
  readonly front: string;
  /** When, by the kernel's time, and which nodes' machines were paused then. */
  readonly ms: number;
  readonly paused: readonly NodeId[];
}

export interface Observations {
  readonly commands: SubmittedCommand[];
  readonly reads: Read[];
  /** The first time that each batch was applied. */
  readonly applied: Map<number, Applied>;
  /** When nodes ended their clients' connections, and when nodes ended. */
  readonly cutOffs: { readonly node: NodeId; readonly ms: number }[];
  readonly ended: Map<NodeId, number>;
  /** Whether the operator has requested the newest behaviour. */
  isWanted: boolean;
  readonly moves: RequestedMove[];
  readonly accepted: Acceptance[];
  /** Batches that nodes applied after their loss was accepted, which the nodes had not noticed yet. */
  readonly unnoticed: { readonly node: NodeId; readonly batch: number }[];
  /** Losses for which nodes have stopped: the first of the batches that they had applied and the database lacked. */
  readonly listed: { readonly node: NodeId; readonly from: number }[];
  /** Violations that were noticed the moment they happened. */
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
