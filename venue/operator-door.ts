// Where an operator asks a running venue for what no client may: files in a folder of the data directory, which nobody else
// may write to. `evermark announce` puts a request there; the venue looks every second, makes a command of it, and puts
// down the answer. A request is taken away before it is carried out, so that none is carried out twice.

import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Logger } from "pino";
import { isUnavailable, type Sequencer, type Submitted, type Unavailable, type Unstamped } from "./venue.ts";
import { readIfThere, replaceFile } from "./whole-file.ts";

export type OperatorRequest =
  | { readonly do: "announce"; readonly message: string; readonly url: string; readonly kind: string }
  | { readonly do: "withdraw_announcement"; readonly announcementId: number };

/** What became of it: the number of what was made, or why nothing was. */
export type OperatorAnswer = { readonly created: number } | { readonly refused: string };

const REQUEST = /^([0-9a-f-]{36})\.request$/;
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
    mkdirSync(folder, { recursive: true });
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

interface OperatorDoorParts {
  readonly folder: string;
  readonly sequencer: Pick<Sequencer, "submit">;
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

  /** Every second. */
  look(): void {
    try {
      for (const name of namesIn(this.#parts.folder)) {
        const id = REQUEST.exec(name)?.[1];
        if (id !== undefined) this.#take(id);
      }
    } catch (err) {
      // A disk without room, for instance: trading does not depend on it.
      this.#parts.log.warn({ err }, "an operator's request could not be read or answered");
    }
  }

  #take(id: string): void {
    const { folder, sequencer, wall, log } = this.#parts;
    const text = readIfThere(requestPath(folder, id));
    rmSync(requestPath(folder, id), { force: true });
    if (text === undefined) return;
    const answer = (said: OperatorAnswer): void => replaceFile(answerPath(folder, id), JSON.stringify(said));
    const command = commandOf(text, wall());
    if (command === undefined) {
      log.warn({ id }, "an operator's request is none, or too old, and was not carried out");
      return answer({ refused: "the request can't be read, or was made too long ago" });
    }
    sequencer.submit(command, (result) => {
      log.info({ id, command: command.type }, "an operator's request was carried out or refused");
      try {
        answer(answerOf(result));
      } catch (err) {
        log.warn({ err, id }, "an operator's request was carried out or refused, but could not be answered");
      }
    });
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch (error) {
    // Nobody has ever asked for anything.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Undefined for what is no request, or no fresh one. Whether it may be carried out is the engine's to say. */
function commandOf(text: string, now: number): Unstamped | undefined {
  const request = requestOf(text);
  if (request === undefined || Math.abs(now - request.asked_at) > FRESH_MS) return undefined;
  switch (request.do) {
    case "announce": {
      const { message, url, kind } = request;
      const isWhole = [message, url, kind].every((word) => typeof word === "string");
      return isWhole ? { type: "announce", message, url, kind } : undefined;
    }
    case "withdraw_announcement": {
      const { announcementId } = request;
      return Number.isSafeInteger(announcementId) ? { type: "withdraw_announcement", announcementId } : undefined;
    }
    default:
      return undefined;
  }
}

/** Its fields are looked at by whoever uses them. */
function requestOf(text: string): (OperatorRequest & { readonly asked_at: number }) | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null ? (parsed as ReturnType<typeof requestOf>) : undefined;
  } catch {
    return undefined;
  }
}

function answerOf(result: Submitted | Unavailable): OperatorAnswer {
  if (isUnavailable(result)) return { refused: result.unavailable };
  return result.rejection === null ? { created: result.created } : { refused: result.rejection.message };
}
