// How an operator asks a running venue for acts that no client may request: by files in a folder of the data directory,
// which only the operator may write to. `evermark operator` and `evermark announce` put a request there; the venue
// watches the folder, carries it out, and writes the answer. A request is removed before it is carried out, so that
// none is carried out twice. The venue also looks every second, because some file systems notify no one.

import { type FSWatcher, mkdirSync, readdirSync, rmSync, watch } from "node:fs";
import { join } from "node:path";
import type { OperatorAct } from "@evermark/interface/operators/operator-acts.ts";
import type { Logger } from "pino";
import { ApiError } from "../../wire/api-error.ts";
import { readIfThere, replaceFile } from "./message-files.ts";

export interface OperatorRequest {
  /** `prices` changes nothing; it is here because only the operator may see what the price sources report. */
  readonly do: OperatorAct | "prices";
  /** The act's members; all of them may be text. */
  readonly input: Readonly<Record<string, unknown>>;
  /** The machine's user, as the requesting program names it. */
  readonly by?: string;
}

/** A request that the venue has taken. */
export interface TakenRequest extends OperatorRequest {
  /** Unique to this request. */
  readonly id: string;
  readonly by: string;
}

/** The answer of the call, or why it was refused. */
export type OperatorAnswer = { readonly done: Readonly<Record<string, unknown>> } | { readonly refused: string };

const REQUEST = /^([0-9a-f-]{36})\.request$/;
/** Characters that are removed from a user's name. */
const NOT_IN_NAMES = /[^A-Za-z0-9@._-]/g;
const UNNAMED = "unnamed";
/** A request older than this is refused, so that none left while no venue ran is carried out later. */
const FRESH_MS = 60_000;

const requestPath = (folder: string, id: string): string => join(folder, `${id}.request`);
const answerPath = (folder: string, id: string): string => join(folder, `${id}.answer`);

/** The operator's side of one request. */
export class OperatorCall {
  readonly #folder: string;
  readonly #id = crypto.randomUUID();

  /** @param machineTime milliseconds since 1970 */
  constructor(folder: string, request: OperatorRequest, machineTime: number) {
    this.#folder = folder;
    makeFolder(folder);
    replaceFile(requestPath(folder, this.#id), JSON.stringify({ ...request, asked_at: machineTime }));
  }

  /** Undefined while there is no answer. */
  answer(): OperatorAnswer | undefined {
    const text = readIfThere(answerPath(this.#folder, this.#id));
    if (text === undefined) return undefined;
    rmSync(answerPath(this.#folder, this.#id), { force: true });
    return JSON.parse(text) as OperatorAnswer;
  }

  /** Takes the request back. @returns false when a venue has already taken it, and may still carry it out */
  withdraw(): boolean {
    const path = requestPath(this.#folder, this.#id);
    const isThere = readIfThere(path) !== undefined;
    rmSync(path, { force: true });
    return isThere;
  }
}

/** @throws {ApiError} when the request is refused, as a sandbox would refuse it */
export type CarryOut = (request: TakenRequest) => Promise<unknown>;

interface OperatorDoorParts {
  readonly folder: string;
  readonly carryOut: CarryOut;
  /** The machine's clock, in milliseconds since 1970. */
  readonly wall: () => number;
  readonly log: Logger;
}

/** The venue's side of all requests. */
export class OperatorRequestFolder {
  readonly #parts: OperatorDoorParts;
  #watcher: FSWatcher | null = null;
  #hasStopped = false;

  constructor(parts: OperatorDoorParts) {
    this.#parts = parts;
  }

  /** From now on, requests are carried out as soon as they are in the folder. */
  watch(): void {
    // A venue may be stopped while it starts.
    if (this.#hasStopped) return;
    const { folder, log } = this.#parts;
    const onFailure = (err: unknown): void => {
      log.warn({ err }, "the folder of operators' requests can't be watched: it is read once a second");
    };
    try {
      makeFolder(folder);
      this.#watcher = watch(folder, { persistent: false }, (_, name) => {
        if (name === null || REQUEST.test(name)) void this.look();
      });
      this.#watcher.on("error", onFailure);
    } catch (err) {
      onFailure(err);
    }
  }

  /** Watches no more, and not later either. */
  stop(): void {
    this.#hasStopped = true;
    this.#watcher?.close();
    this.#watcher = null;
  }

  /** Called every second. @returns a promise that resolves when all requests there are answered; never rejects */
  async look(): Promise<void> {
    try {
      const ids = namesIn(this.#parts.folder).flatMap((name) => REQUEST.exec(name)?.[1] ?? []);
      await Promise.all(ids.map((id) => this.#take(id)));
    } catch (err) {
      // For instance because the disk is full: trading does not depend on this.
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
      log.warn({ id }, "an operator's request is unreadable or too old, and was not carried out");
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

function makeFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    // Nothing was requested yet.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Undefined for an invalid request or an old one. Whether the act may be carried out is not checked here. */
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
