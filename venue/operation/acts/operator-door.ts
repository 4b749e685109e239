// Where an operator asks a running venue for what no client may: files in a folder of the data directory, which only the operator
// may write to. `evermark operator` and `evermark announce` put a request there; the venue looks every second, carries it
// out, and puts down the answer. A request is taken away before it is carried out, so that none is carried out twice.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { OperatorAct } from "@evermark/interface/operators/operator-acts.ts";
import type { Logger } from "pino";
import { ApiError } from "../../wire/api-error.ts";
import { readIfThere, replaceFile } from "./whole-file.ts";

export interface OperatorRequest {
  /** `prices` changes nothing: what the sources of prices say is for the operator alone. */
  readonly do: OperatorAct | "prices";
  /** Its members, which may all be text. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The user of the machine, as who asks says it. */
  readonly by?: string;
}

/** One that was taken. */
export interface TakenRequest extends OperatorRequest {
  /** It has no other's. */
  readonly id: string;
  readonly by: string;
}

/** What became of it: what the call answers, or why it was refused. */
export type OperatorAnswer = { readonly done: Readonly<Record<string, unknown>> } | { readonly refused: string };

const REQUEST = /^([0-9a-f-]{36})\.request$/;
/** What no name of a user has. */
const NOT_IN_NAMES = /[^A-Za-z0-9@._-]/g;
const UNNAMED = "unnamed";
/** What lay there while no venue ran is not carried out when one does. */
const FRESH_MS = 60_000;

const requestPath = (folder: string, id: string): string => join(folder, `${id}.request`);
const answerPath = (folder: string, id: string): string => join(folder, `${id}.answer`);

/** The operator's side: one request. */
export class OperatorCall {
  readonly #folder: string;
  readonly #id = crypto.randomUUID();

  /** @param machineTime milliseconds since 1970 */
  constructor(folder: string, request: OperatorRequest, machineTime: number) {
    this.#folder = folder;
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    replaceFile(requestPath(folder, this.#id), JSON.stringify({ ...request, asked_at: machineTime }));
  }

  /** Undefined while there is none. */
  answer(): OperatorAnswer | undefined {
    const text = readIfThere(answerPath(this.#folder, this.#id));
    if (text === undefined) return undefined;
    rmSync(answerPath(this.#folder, this.#id), { force: true });
    return JSON.parse(text) as OperatorAnswer;
  }

  /** Takes the request back. @returns false when a venue has taken it: then it may be carried out yet */
  withdraw(): boolean {
    const path = requestPath(this.#folder, this.#id);
    const isThere = readIfThere(path) !== undefined;
    rmSync(path, { force: true });
    return isThere;
  }
}

/** @throws {ApiError} what refuses it, as a sandbox would say it */
export type CarryOut = (request: TakenRequest) => Promise<unknown>;

interface OperatorDoorParts {
  readonly folder: string;
  readonly carryOut: CarryOut;
  /** The machine's clock, in milliseconds since 1970. */
  readonly wall: () => number;
  readonly log: Logger;
}

/** The venue's side. */
export class OperatorDoor {
  readonly #parts: OperatorDoorParts;

  constructor(parts: OperatorDoorParts) {
    this.#parts = parts;
  }

  /** Every second. @returns when all that lay there is answered; never rejects */
  async look(): Promise<void> {
    try {
      const ids = namesIn(this.#parts.folder).flatMap((name) => REQUEST.exec(name)?.[1] ?? []);
      await Promise.all(ids.map((id) => this.#take(id)));
    } catch (err) {
      // A disk without room, for instance: trading does not depend on it.
      this.#parts.log.warn({ err }, "an operator's request could not be read, carried out or answered");
    }
  }

  async #take(id: string): Promise<void> {
    const { folder, carryOut, wall, log } = this.#parts;
    const text = readIfThere(requestPath(folder, id));
    rmSync(requestPath(folder, id), { force: true });
    if (text === undefined) return;
    const answer = (said: OperatorAnswer): void => replaceFile(answerPath(folder, id), JSON.stringify(said));
    const request = requestOf(text, wall());
    if (request === undefined) {
      log.warn({ id }, "an operator's request is none, or too old, and was not carried out");
      return answer({ refused: "the request can't be read, or was made too long ago" });
    }
    const outcome = await outcomeOf(carryOut({ ...request, id }));
    log.info({ id, act: request.do }, "an operator's request was carried out or refused");
    answer(outcome);
  }
}

async function outcomeOf(act: Promise<unknown>): Promise<OperatorAnswer> {
  try {
    return { done: ((await act) ?? {}) as Readonly<Record<string, unknown>> };
  } catch (error) {
    if (error instanceof ApiError) return { refused: error.message };
    throw error;
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    // Nothing was ever asked for.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Undefined for what is no request, or no fresh one. Whether it may be carried out is not looked at. */
function requestOf(text: string, now: number): Omit<TakenRequest, "id"> | undefined {
  try {
    const { do: act, input, asked_at, by = "" } = JSON.parse(text);
    const isRequest = typeof act === "string" && typeof input === "object" && input !== null && !Array.isArray(input);
    if (!isRequest || typeof by !== "string" || Math.abs(now - asked_at) > FRESH_MS) return undefined;
    return { do: act as OperatorRequest["do"], input, by: by.replace(NOT_IN_NAMES, "").slice(0, 32) || UNNAMED };
  } catch {
    return undefined;
  }
}
