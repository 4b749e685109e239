// What an operator can look up and decide about a venue that stands still because a failover may have lost what was
// acknowledged. It uses a session of its own, beside the nodes.

import { Fault } from "@evermark/engine";
import { type Acceptance, AcceptedLoss, type LossQuestion } from "../lead/accepted-loss.ts";
import { openPostgres, type Postgres } from "../postgres/index.ts";
import { databaseAt, withDatabaseNamed } from "../postgres/moving/database-words.ts";
import type { NodeId } from "../records/term.ts";

const CLOCK = { steady: () => performance.now() };

const WHY_NOT = {
  unreachable: "does not answer, so it is not known whether the venue continues: run the command again",
  led: "has a leader: a node holds the lease, and puts back what it can",
  other: "now ends elsewhere: run the command again",
} as const;

export class LossDecision implements AsyncDisposable {
  readonly #url: string;
  readonly #postgres: Postgres;
  readonly #act: AcceptedLoss;

  private constructor(url: string, node: NodeId, postgres: Postgres) {
    this.#url = url;
    this.#postgres = postgres;
    const { lease, journal } = postgres;
    const after = (ms: number, step: () => void) => void setTimeout(step, ms);
    this.#act = new AcceptedLoss({ node, clock: CLOCK, lease, journal, after });
  }

  /**
   * @param node an id of its own
   * @throws {Fault} when the database can't be used
   */
  static async open(url: string, node: NodeId): Promise<LossDecision> {
    return new LossDecision(url, node, await withDatabaseNamed(url, openPostgres({ url, node, clock: CLOCK })));
  }

  /** @throws {Fault} when the database can't be read */
  async look(): Promise<LossQuestion> {
    const undecided = await new Promise<LossQuestion | null>((resolve) => this.#act.look(resolve));
    if (undecided === null) throw this.#refused("unreachable");
    return undecided;
  }

  /** Lets the venue continue after `position`, which must be the journal's last. @throws {Fault} when it can't */
  async accept(position: number): Promise<void> {
    const acceptance = await new Promise<Acceptance>((resolve) => this.#act.accept(position, resolve));
    if (typeof acceptance === "string") throw this.#refused(acceptance);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#postgres.close();
  }

  #refused(why: keyof typeof WHY_NOT): Fault {
    return new Fault(`the journal at ${databaseAt(this.#url)} ${WHY_NOT[why]}`);
  }
}
