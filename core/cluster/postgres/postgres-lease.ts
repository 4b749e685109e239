// The lease in PostgreSQL, over a session of its own, because the journal's session is sometimes ended together with
// everything asked over it.

import type { Holding, Lease, LeaseLook, LeaseRow, Renewed } from "../ports/lease.ts";
import type { Head } from "../records/batch-row.ts";
import type { NodeId } from "../records/term.ts";
import { LazySession } from "./lazy-session.ts";
import { ANSWER_WITHIN_MS, type SessionSettings } from "./postgres-session.ts";
import {
  claimStatement,
  leaseRowOf,
  lookedOf,
  lookStatement,
  releaseStatement,
  renewStatement,
} from "./sql/postgres-statements.ts";
import { endStuckStatement, leaseRole } from "./sql/session-setup.ts";
import { isChanged, renewOutcome } from "./sql/statement-outcomes.ts";

export interface PostgresLeaseParts {
  readonly settings: SessionSettings;
  readonly node: NodeId;
  /** Called with the reason when no session could be opened. */
  readonly onTrouble: (trouble: Error) => void;
}

export class PostgresLease implements Lease {
  readonly #session: LazySession;

  constructor({ node, ...parts }: PostgresLeaseParts) {
    this.#session = new LazySession({ ...parts, role: leaseRole(node) });
  }

  look(done: (seen: LeaseLook | null) => void): void {
    this.#session.ask([lookStatement], (said, timeline) => {
      const columns = said.is === "done" ? said.rows[0] : undefined;
      done(columns === undefined ? null : { row: leaseRowOf(columns), timeline, ...lookedOf(columns) });
    });
  }

  /** A statement that has arrived only in part holds the row: so the claimant first ends the sessions that hold it. */
  claim(seen: LeaseRow, by: Holding, done: (timeline: number | null) => void): void {
    this.#session.ask([endStuckStatement(ANSWER_WITHIN_MS), claimStatement(seen, by)], (said, timeline) =>
      done(isChanged(said) ? timeline : null),
    );
  }

  renew(by: Holding, named: Head, confirmed: number, done: Renewed): void {
    this.#session.ask([renewStatement(by, named, confirmed)], (said, timeline) => done(renewOutcome(said), timeline));
  }

  release(by: Holding, confirmed: Head): void {
    this.#session.ask([releaseStatement(by, confirmed)], () => {});
  }

  /** Closes once everything asked is answered or lost. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
