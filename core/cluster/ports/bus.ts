// What nodes send each other. Anything may be lost, doubled, late, out of order or an old leader's: nothing here says what has
// happened, and a node that needs to know asks again or reads the journal.

import type { Counts } from "../../sequencing.ts";
import type { BatchRow, Head } from "../records/batch-row.ts";
import type { RowPart } from "../records/row-part.ts";
import type { NodeId, Term } from "../records/term.ts";

/** A command on its way to the leader. */
export interface SentCommand {
  /** Rises by node, and is never used for another command (C2). */
  readonly number: number;
  /** It is appended in no batch whose `at` is later (C6). */
  readonly deadline: number;
  /** As the journal has it, but for its time, which the leader stamps. */
  readonly payload: Uint8Array;
  /** The order that it places stands as long as the connection over which it came. */
  readonly untilDisconnect: boolean;
  /** Of which client's request it is; absent of what counts by no limit of an account. */
  readonly counted?: Counted;
}

/** A request, by the number of its first command, with which it counts; what else it has shares the fate of that. */
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

/** All up to a batch is confirmed, and which batch that is: a number alone could be another one on another server. */
export interface Confirmed {
  readonly batch: number;
  readonly hash: Uint8Array;
}

/** The leader is there, and which frame it takes next from whom. */
export interface Beat {
  readonly type: "beat";
  readonly term: Term;
  readonly confirmed: Confirmed;
  readonly nextFrames: ReadonlyMap<NodeId, number>;
}

/** The leader does not append the command, and takes its number no more in this term. */
export interface Refusal {
  readonly type: "refusal";
  readonly term: Term;
  readonly number: number;
  readonly reason: string;
}

/** As a refusal, because the command's request is over a limit of its account. */
export interface OverLimit {
  readonly type: "overLimit";
  readonly term: Term;
  readonly number: number;
  /** After how many milliseconds it fits. */
  readonly waitMs: number;
}

/** A batch that is confirmed; without its row when it is too large for the bus. */
export interface Published {
  readonly type: "published";
  readonly confirmed: Confirmed;
  readonly row: BatchRow | null;
}

/** Which batch is confirmed? */
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
 * From a node that has the lease on a server of another timeline than the journal's last row: who has more than that server shows?
 * All answer, also those who have not.
 */
export interface Inquiry {
  readonly type: "inquiry";
  /** Of the node that asks. */
  readonly term: Term;
  /** Where the journal ends there. */
  readonly behind: Head;
  /** What it has already of the row behind that, in bytes. */
  readonly offset: number;
}

/** Where a node stands: in answer to an inquiry. */
export interface Standing {
  readonly type: "standing";
  readonly from: NodeId;
  /** Of the inquiry. */
  readonly term: Term;
  readonly head: Head;
  /** The latest that it knows to have begun. */
  readonly led: Term;
  /** Of the row that it has behind what was asked about; null when it has none, or has applied something else before. */
  readonly part: RowPart | null;
}

export type Message = Frame | Beat | Refusal | OverLimit | Published | Question | Reply | Inquiry | Standing;

export interface Bus {
  send(to: NodeId | "others", message: Message): void;
}
