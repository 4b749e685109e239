// A node whose last batch the database does not have finds out why. The server may be from before a failover, or may have
// lost rows that other nodes will give back: then it is asked again. Or the database has continued with other batches that
// are confirmed: then what this node has applied instead, and perhaps answered, is lost. The node then stops, and lists it.

import { decodeCommand, Fault } from "@evermark/engine";
import type { ConfirmedHead, SharedJournal } from "../ports/shared-journal.ts";
import { type Head, readRow, sameHead } from "../records/batch-row.ts";
import type { RecentRows } from "./recent-rows.ts";

/** One command that was acknowledged, and is lost. */
export interface LostCommand {
  readonly position: number;
  readonly type: string;
  /** Null for a command without an account. */
  readonly account: number | null;
  /** The order that its answer named; 0 for none. */
  readonly orderId: number;
}

/** This node has applied batches that the database no longer has. */
export class AcknowledgedLost extends Fault {
  /** The last batch that both have; null when that is longer ago than this node remembers. */
  readonly behind: Head | null;
  /** The lost commands, as far as the node remembers them. */
  readonly lost: readonly LostCommand[];

  constructor({ batch, last }: Head, recent: RecentRows, behind: Head | null) {
    const from = behind ?? recent.first;
    const lost = lostBehind(from, recent);
    const shown = lost.slice(0, SHOWN_MAX).map(shownAs).join(", ");
    const rest = lost.length > SHOWN_MAX ? ` and ${lost.length - SHOWN_MAX} more` : "";
    const before = behind === null ? "; and what it does not remember, before" : "";
    super(
      `the database has gone on without batches ${from.batch + 1} to ${batch}, which this node has applied: positions ` +
        `${from.last + 1} to ${last}, ${lost.length} commands${before}: ${shown}${rest}`,
    );
    this.name = "AcknowledgedLost";
    this.behind = behind;
    this.lost = lost;
  }
}

const SHOWN_MAX = 1_000;

interface LostHistoryParts {
  readonly journal: Pick<SharedJournal, "confirmedUpTo">;
  readonly recent: RecentRows;
  readonly head: () => Head;
  /** The latest timeline on which this node has seen a server. */
  readonly timeline: () => number;
}

/** @param done called with null unless the database has continued with other batches */
export function findLost(
  { journal, recent, head, timeline }: LostHistoryParts,
  done: (lost: AcknowledgedLost | null) => void,
): void {
  const applied = head();
  const { first } = recent;
  /** Bisects. Both sides have batch `same`, or it is before all that this node remembers; they differ at batch `other`. */
  const between = (same: number, other: number): void => {
    const middle = Math.ceil((same + other) / 2);
    if (middle === other) return done(new AcknowledgedLost(applied, recent, recent.at(same)));
    journal.confirmedUpTo(middle, (stand) => {
      if (stand === null) return done(null);
      if (isOwn(stand)) between(middle, other);
      else between(same, middle);
    });
  };
  const isOwn = ({ head: there }: ConfirmedHead): boolean => {
    const own = recent.at(there.batch);
    return own !== null && sameHead(own, there);
  };
  journal.confirmedUpTo(applied.batch, (stand) => {
    const isKnown = stand !== null && stand.timeline >= timeline() && stand.head.batch >= first.batch;
    if (!isKnown || isOwn(stand)) return done(null);
    between(first.batch - 1, stand.head.batch);
  });
}

function lostBehind({ batch }: Head, recent: RecentRows): LostCommand[] {
  return recent.allBehind(batch).flatMap(({ row, orderIds }) =>
    readRow(row).map(({ position, payload }, i) => {
      const command = decodeCommand(payload);
      return {
        position,
        type: command.type,
        account: "account" in command ? command.account : null,
        orderId: orderIds[i]!,
      };
    }),
  );
}

function shownAs({ position, type, account, orderId }: LostCommand): string {
  const of = account === null ? "" : ` of account ${account}`;
  return `${position} ${type}${of}${orderId === 0 ? "" : `, order ${orderId}`}`;
}
