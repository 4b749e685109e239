// The rows of nodes in PostgreSQL, over a session of their own: a write that waits for the standby must not delay the
// lease.

import type {
  NodeRow,
  Presence,
  PresenceAnswer,
  PresenceSnapshot,
  TimeShift,
  TimeShiftRequest,
} from "../ports/presence.ts";
import type { NodeId } from "../records/term.ts";
import { LazySession } from "./lazy-session.ts";
import type { PostgresLeaseParts } from "./postgres-lease.ts";
import {
  leaveStatement,
  movedOf,
  moveStatement,
  rollOf,
  watchOf,
  watchStatement,
  writeNodeStatement,
} from "./sql/node-statements.ts";
import { presenceRole } from "./sql/session-setup.ts";
import { isChanged } from "./sql/statement-outcomes.ts";

export class PostgresPresence implements Presence {
  readonly #session: LazySession;

  constructor({ node, ...parts }: PostgresLeaseParts) {
    this.#session = new LazySession({ ...parts, role: presenceRole(node) });
  }

  write(row: NodeRow, done: (roll: PresenceAnswer | null) => void): void {
    this.#session.ask([writeNodeStatement(row)], (said) =>
      done(said.is === "done" && isChanged(said) ? rollOf(said.rows[0]!) : null),
    );
  }

  move(move: TimeShiftRequest, done: (moved: TimeShift | null) => void): void {
    this.#session.ask([moveStatement(move)], (said) =>
      done(said.is === "done" && isChanged(said) ? movedOf(said.rows[0]!) : null),
    );
  }

  read(done: (watch: PresenceSnapshot | null) => void): void {
    this.#session.ask([watchStatement], (said) => done(said.is === "done" ? watchOf(said.rows) : null));
  }

  leave(node: NodeId): void {
    this.#session.ask([leaveStatement(node)], () => {});
  }

  /** Closes once everything asked is answered or lost. */
  close(): Promise<void> {
    return this.#session.close();
  }
}
