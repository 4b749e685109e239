// The servers that the venue's PostgreSQL has been: one at a time takes the writes that count; after a promotion the
// former one may still serve clients connected to it. And the lines to it, over which statements and answers are lost.

import type {
  AppendOutcome,
  BatchRow,
  ConfirmedHead,
  Holding,
  Lease,
  LeaseLook,
  LeaseRow,
  Presence,
  PresenceAnswer,
  PresenceSnapshot,
  ReadRows,
  SharedJournal,
  TimeShift,
} from "@evermark/core/cluster/index.ts";
import type { Dice } from "../workload/dice.ts";
import type { Kernel } from "./kernel.ts";
import type { ScriptedMachine } from "./scripted-machine.ts";
import { type Returned, ScriptedServer, type ServerParts, type Session } from "./scripted-server.ts";

export interface LineSettings {
  /** Of a thousand statements, how many lose their connection before they arrive, or before their answer does. */
  readonly lost: number;
  /** Of a thousand statements, how many are delayed, and by how much. */
  readonly late: number;
  readonly lateMs: number;
  /** Of a thousand statements lost on the way, how many arrive by half. */
  readonly half: number;
}

/** How long PostgreSQL's client waits for an answer, by the node's clock. */
const ANSWER_WITHIN_MS = 2_000;
const ROWS_AT_ONCE = 5;

export class ScriptedDatabase {
  readonly #kernel: Kernel;
  #server: ScriptedServer;
  /** The server before the last promotion. */
  #former: ScriptedServer | null = null;
  /** All former servers. */
  readonly #formers: ScriptedServer[] = [];

  constructor(parts: ServerParts, opening: BatchRow) {
    const lease: LeaseRow = { epoch: 0, node: "", beat: 0, confirmed: 1 };
    this.#kernel = parts.kernel;
    this.#server = new ScriptedServer(parts, 1, [{ row: opening }, { lease }]);
  }

  get server(): ScriptedServer {
    return this.#server;
  }

  get former(): ScriptedServer | null {
    return this.#former?.isRunning ? this.#former : null;
  }

  /**
   * Whether the row could be confirmed: the present server keeps it, or a former one did where commits do not wait for
   * a standby.
   */
  hasConfirmed(row: BatchRow): boolean {
    return this.#server.isSafe(row) || this.#formers.some((former) => !former.isSynchronous && former.isSafe(row));
  }

  /** @param formerFor how long the former server stays up */
  promote(formerFor: number): void {
    const former = this.#server;
    this.#server = former.promote(formerFor > 0);
    this.#former = former;
    this.#formers.push(former);
    if (formerFor > 0) this.#kernel.after(formerFor, () => former.close());
  }
}

/** One node's line to the database. */
export class DatabaseLine {
  readonly #kernel: Kernel;
  readonly #dice: Dice;
  readonly #settings: LineSettings;
  readonly #database: ScriptedDatabase;
  readonly #machine: ScriptedMachine;
  #cuts = 0;
  #isCalm = false;
  /** Whether it leads to the former server after a promotion, while that one is up. */
  #isMisled = false;
  #isSlow = 0;

  constructor(
    kernel: Kernel,
    dice: Dice,
    settings: LineSettings,
    database: ScriptedDatabase,
    machine: ScriptedMachine,
  ) {
    this.#kernel = kernel;
    this.#dice = dice;
    this.#settings = settings;
    this.#database = database;
    this.#machine = machine;
  }

  cut(isCut: boolean): void {
    this.#cuts += isCut ? 1 : -1;
  }

  slow(isSlow: boolean): void {
    this.#isSlow += isSlow ? 1 : -1;
  }

  mislead(isMisled: boolean): void {
    this.#isMisled = isMisled;
  }

  calm(): void {
    this.#isCalm = true;
    this.#isMisled = false;
    this.#cuts = 0;
    this.#isSlow = 0;
  }

  lease(): Lease {
    return {
      look: (done) =>
        this.#ask<LeaseLook | null>(null, done, (server, answer) =>
          answer({
            row: server.lease,
            timeline: server.timeline,
            configuration: "",
            isSynchronous: server.isSynchronous,
          }),
        ),
      claim: (seen, by, done) =>
        this.#ask<number | null>(null, done, (server, answer) =>
          server.claim(seen, by, (returned) => answer(isPlain(returned) ? server.timeline : null)),
        ),
      renew: (by, named, confirmed, done) =>
        this.#ask<{ outcome: "renewed" | "lost" | "unknown"; timeline: number }>(
          { outcome: "unknown", timeline: 0 },
          ({ outcome, timeline }) => done(outcome, timeline),
          (server, answer) =>
            server.renew(by, named, confirmed, (returned) => {
              const isLost = "rows" in returned && returned.rows === 0;
              const outcome = isPlain(returned) ? "renewed" : isLost ? "lost" : "unknown";
              answer({ outcome, timeline: server.timeline });
            }),
        ),
      release: (by, confirmed) =>
        this.#ask(
          null,
          () => {},
          (server) => server.release(by, confirmed),
        ),
    };
  }

  presence(): Presence {
    return {
      write: (row, done) =>
        this.#ask<PresenceAnswer | null>(null, done, (server, answer) => {
          const { wanted, moved } = server;
          const roll: PresenceAnswer = { wanted, moved, clock: Math.round(this.#kernel.now), standbys: 1, others: [] };
          server.writeNode(row, (returned) => answer(isPlain(returned) ? roll : null));
        }),
      move: (move, done) =>
        this.#ask<TimeShift | null>(null, done, (server, answer) =>
          server.move(move, (returned, moved) => answer(isPlain(returned) ? moved : null)),
        ),
      read: (done) =>
        this.#ask<PresenceSnapshot | null>(null, done, (server, answer) =>
          answer({ lease: server.lease, beats: new Map(server.nodes) }),
        ),
      leave: (node) =>
        this.#ask(
          null,
          () => {},
          (server) => server.leave(node),
        ),
    };
  }

  journal(): SharedJournal {
    let session: Session | null = null;
    let server = this.#reached();
    let onLost = () => {};
    const over = <Answer>(fallback: Answer, done: (answer: Answer) => void) => {
      // The loss of the session is noticed before the answer times out.
      const finish = this.#once(fallback, done);
      onLost = () => this.#machine.after(this.#delay(), () => finish(fallback));
      return finish;
    };
    const connect = (as: Holding, done: (timeline: number) => void): void => {
      if (session !== null) onLost();
      onLost = () => {};
      this.#machine.after(this.#delay(), () => {
        server = this.#reached();
        if (this.#cuts > 0 || !server.isRunning) return this.#machine.after(50, () => connect(as, done));
        const opened = server.openSession(as, () => {
          if (session === opened) onLost();
        });
        session = opened;
        server.endOlder(opened);
        done(server.timeline);
      });
    };
    return {
      connect,
      append: (row, behind, by, done) => {
        const finish = over<AppendOutcome>("unknown", done);
        const [usedSession, usedServer] = [session, server];
        const isHalf = this.#isLost() && this.#dice.chance(this.#settings.half);
        const arrives = isHalf || this.#arrives();
        this.#kernel.after(this.#delay(), () => {
          if (!arrives || usedSession === null || !usedSession.isOpen || !usedServer.isRunning) return;
          usedServer.append(usedSession, row, behind, by, isHalf, (returned) => {
            if ("error" in returned) this.#answer(finish, returned.error === "full" ? "failed" : "unknown");
            else if (returned.rows === 0) this.#answer(finish, "refused");
            else this.#answer(finish, returned.isWarned ? "unknown" : "appended");
          });
        });
        if (usedSession === null || !usedSession.isOpen) onLost();
      },
      rowsBehind: (head, done) => {
        const finish = over<ReadRows | null>(null, done);
        const [usedSession, usedServer] = [session, server];
        const arrives = this.#arrives();
        this.#kernel.after(this.#delay(), () => {
          if (arrives && usedSession?.isOpen && usedServer.isRunning)
            this.#answer(finish, usedServer.rowsBehind(head, ROWS_AT_ONCE));
        });
        if (usedSession === null || !usedSession.isOpen) onLost();
      },
      confirmedUpTo: (batch, done) => {
        const finish = over<ConfirmedHead | null>(null, done);
        const [usedSession, usedServer] = [session, server];
        const arrives = this.#arrives();
        this.#kernel.after(this.#delay(), () => {
          if (arrives && usedSession?.isOpen && usedServer.isRunning)
            this.#answer(finish, usedServer.confirmedUpTo(batch));
        });
        if (usedSession === null || !usedSession.isOpen) onLost();
      },
    };
  }

  #ask<Answer>(
    fallback: Answer,
    done: (answer: Answer) => void,
    statement: (server: ScriptedServer, answer: (answer: Answer) => void) => void,
  ): void {
    const finish = this.#once(fallback, done);
    const server = this.#reached();
    if (!this.#arrives()) return;
    this.#kernel.after(this.#delay(), () => {
      if (server.isRunning) statement(server, (answer) => this.#answer(finish, answer));
    });
  }

  #reached(): ScriptedServer {
    const { former, server } = this.#database;
    return this.#isMisled && former !== null ? former : server;
  }

  #arrives(): boolean {
    return this.#cuts === 0 && !this.#isLost();
  }

  #isLost(): boolean {
    return !this.#isCalm && this.#dice.chance(this.#settings.lost);
  }

  #answer<Answer>(finish: (answer: Answer) => void, answer: Answer): void {
    if (this.#cuts > 0 || this.#isLost()) return;
    this.#machine.after(this.#delay(), () => finish(answer));
  }

  #once<Answer>(fallback: Answer, done: (answer: Answer) => void): (answer: Answer) => void {
    let isOver = false;
    const finish = (answer: Answer) => {
      if (isOver) return;
      isOver = true;
      done(answer);
    };
    this.#machine.after(ANSWER_WITHIN_MS, () => finish(fallback));
    return finish;
  }

  #delay(): number {
    const { late, lateMs } = this.#settings;
    if (this.#isSlow > 0) return 300 + this.#dice.below(1_500);
    if (!this.#isCalm && this.#dice.chance(late)) return this.#dice.below(lateMs);
    return 0.1 + this.#dice.below(1_000) / 1_000;
  }
}

function isPlain(returned: Returned): boolean {
  return "rows" in returned && returned.rows === 1 && !returned.isWarned;
}
