// Carries out operators' acts, whichever way they were requested: each is written to the log before anything happens,
// is carried out once, and has its outcome added to the log.

import { errors } from "@evermark/interface/rows/errors.ts";
import type { ActOutcome, ActsLog, LoggedAct } from "../../operation/acts/acts-log.ts";
import type { Venue } from "../../venue.ts";
import { ApiError, mayBeSentAgain, refusal } from "../../wire/api-error.ts";
import type { OperatorActs, ReadyAct } from "../sandbox/operator-acts.ts";

interface ActRequest {
  readonly act: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** An id is carried out only once. */
  readonly actId: string;
  readonly who: string;
  readonly through: LoggedAct["through"];
}

interface ActExecutorParts {
  readonly venue: Venue;
  readonly acts: OperatorActs;
  readonly log: ActsLog;
}

/** Longer answers are lists of existing things, and are not kept in the log. */
const ANSWER_LENGTH_MAX = 4_096;

export class ActExecutor {
  readonly #parts: ActExecutorParts;

  constructor(parts: ActExecutorParts) {
    this.#parts = parts;
  }

  get log(): ActsLog {
    return this.#parts.log;
  }

  /** Carries out an act, or only looks, and returns the answer. @throws {ApiError} when the act is refused */
  async answer(asked: ActRequest): Promise<unknown> {
    const ready = this.#parts.acts.ready(asked.act, asked.input);
    return ready.isLook ? ready.run(asked.who, () => {}) : (await this.#carryOut(asked, ready)).answer;
  }

  /** Carries out an act, logs it even if it only looks, and returns the log's entry with the answer. */
  async carryOut(asked: ActRequest): Promise<LoggedAct> {
    return this.#carryOut(asked, this.#parts.acts.ready(asked.act, asked.input));
  }

  async #carryOut(asked: ActRequest, ready: ReadyAct): Promise<LoggedAct> {
    const number = await this.#begin(asked, ready);
    const positions: number[] = [];
    const places = () => ({ firstPosition: positions[0] ?? null, lastPosition: positions.at(-1) ?? null });
    try {
      const answer = (await ready.run(asked.who, (position) => positions.push(position))) ?? null;
      const logged = await this.#complete(number, { state: "done", why: null, answer: kept(answer), ...places() });
      return { ...logged, answer };
    } catch (error) {
      await this.#complete(number, { ...refused(error), ...places() });
      throw error;
    }
  }

  /** @throws {ApiError} -1007 for an id already in the log, -1011 when the log can't be written: then nothing has happened */
  async #begin({ actId, who, through }: ActRequest, { name, input }: ReadyAct): Promise<number> {
    const { log, venue } = this.#parts;
    if (log.find(actId) !== undefined) {
      throw refusal("duplicate", "the act was asked for before: the log says what became of it");
    }
    const at = venue.clock.now();
    const positionBefore = venue.sequencer.appliedPosition;
    try {
      return await log.begin({ actId, at, who, through, act: name, input, positionBefore });
    } catch (err) {
      venue.log.error({ err }, "the log of operators' acts can't be written: no act is carried out until it can");
      throw refusal("core_unavailable", `${errors.core_unavailable.text}: the operator's log can't be written`);
    }
  }

  /** The act has happened, whether or not its outcome can be logged. */
  async #complete(number: number, outcome: ActOutcome): Promise<LoggedAct> {
    const { log, venue } = this.#parts;
    try {
      return await log.complete(number, outcome);
    } catch (err) {
      venue.log.error({ err, number, ...outcome }, "the outcome of an operator's act can't be written to the log");
      return log.at(number);
    }
  }
}

function kept(answer: unknown): unknown {
  return JSON.stringify(answer).length > ANSWER_LENGTH_MAX ? null : answer;
}

/** When the journal may have taken the command, or the fault is ours, it is not certain that nothing happened. */
function refused(error: unknown): Pick<ActOutcome, "state" | "why" | "answer"> {
  const isKnown = error instanceof ApiError && error.code !== errors.unknown.code;
  const isCertain = isKnown && (error.code !== errors.core_unavailable.code || mayBeSentAgain(error));
  const why = isKnown ? error.message : errors.unknown.text;
  return { state: isCertain ? "refused" : "interrupted", why, answer: null };
}
