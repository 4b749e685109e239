// The messages that nodes send each other. Any of them may be lost, duplicated, late, out of order or from a former leader.
// No message proves what has happened; a node that needs to know asks again or reads the journal.

import type { Counts } from "../../sequencing.ts";
import type { BatchRow, Head } from "../records/batch-row.ts";
import type { RowPart } from "../records/row-part.ts";
import type { NodeId, Term } from "../records/term.ts";

/** A command on its way to the leader. */
export interface SentCommand {
  /** Rises by node, and is never used for another command (C2). */
  readonly number: number;
  /** The command is in no batch with a later `at` (C6). */
  readonly deadline: number;
  /** The command as the journal has it, except for its time, which the leader stamps. */
  readonly payload: Uint8Array;
  /** The order that it places lasts only as long as the connection over which it came. */
  readonly untilDisconnect: boolean;
  /** The client's request that it belongs to; absent for commands that no limit of an account counts. */
  readonly counted?: Counted;
}

/**
 * A request, named by the number of its first command. It counts with that command, and its other commands share the fate
 * of that one.
 */
export interface Counted extends Counts {
  readonly request: number;
}

/** Commands of one node to the leader of a term. Frames are numbered within it from 1; the leader takes only the next one. */
export interface Frame {
  readonly type: "frame";
  readonly term: Term;
  readonly from: NodeId;
  readonly number: number;
  readonly commands: readonly SentCommand[];
}

/**
 * All batches up to this one are confirmed. The hash says which batch it is: the number alone could mean another batch on
 * another server.
 */
export interface Confirmed {
  readonly batch: number;
  readonly hash: Uint8Array;
}

/** Shows that the leader is there, and which frame it takes next from each node. */
export interface Beat {
  readonly type: "beat";
  readonly term: Term;
  readonly confirmed: Confirmed;
  readonly nextFrames: ReadonlyMap<NodeId, number>;
}

/** The leader does not append the command, and does not take its number again in this term. */
export interface Refusal {
  readonly type: "refusal";
  readonly term: Term;
  readonly number: number;
  readonly reason: string;
}

/** Like a refusal, because the command's request is over a limit of its account. */
export interface OverLimit {
  readonly type: "overLimit";
  readonly term: Term;
  readonly number: number;
  /** After this many milliseconds the request would be within the limit. */
  readonly waitMs: number;
}

/** A batch that is confirmed; without its row when it is too large for the bus. */
export interface Published {
  readonly type: "published";
  readonly confirmed: Confirmed;
  readonly row: BatchRow | null;
}

/** Asks the leader which batch is confirmed. */
export interface Question {
  readonly type: "question";
  readonly from: NodeId;
  readonly id: number;
}

export interface Reply {
  readonly type: "reply";
  readonly id: number;
  readonly confirmed: number;
}

/**
 * From a node that holds the lease on a server whose timeline differs from that of the journal's last row: it asks which
 * nodes have more than that server shows. All nodes answer, including those that have no more.
 */
export interface Inquiry {
  readonly type: "inquiry";
  /** The term of the node that asks. */
  readonly term: Term;
  /** The last row of the journal on that server. */
  readonly behind: Head;
  /** How many bytes the asking node already has of the row after that one. */
  readonly offset: number;
}

/** Answers an inquiry: how far a node has come. */
export interface InquiryAnswer {
  readonly type: "standing";
  readonly from: NodeId;
  /** The term of the inquiry. */
  readonly term: Term;
  readonly head: Head;
  /** The latest term that the node knows to have begun. */
  readonly led: Term;
  /** A part of the node's row after the one asked about; null when it has none, or has applied something else before. */
  readonly part: RowPart | null;
}

export type Message = Frame | Beat | Refusal | OverLimit | Published | Question | Reply | Inquiry | InquiryAnswer;

export interface Bus {
  send(to: NodeId | "others", message: Message): void;
}
