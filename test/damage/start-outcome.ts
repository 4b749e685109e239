// How a venue may react to a damaged directory. It may start with everything that was acknowledged. It may start
// without its lists, if the files that they are made from are gone and it says so. A sandbox may start with less, if it
// says so. Otherwise it must refuse with words that name the place and what to do, and must not have changed anything.

import { VenueProcess } from "../witness/venue-process.ts";
import type { Deed } from "./answered-clients.ts";
import { goneFrom, listing } from "./directory.ts";
import type { Life } from "./life.ts";
import { type Shown, shownBy } from "./shown.ts";

/** A venue that has neither started nor exited within this time hangs. */
const START_MS = 60_000;
const STOP_MS = 30_000;
const LINES_MAX = 3;

/** A file or folder of a data directory, or the directory itself. */
const PLACE = /segment-\d+\.log|durable\.mark|snapshot|history|lock\.(db|pid)|journal|data directory/;
/** An error of the disk itself needs no advice. */
const ADVICE =
  /no space|full|stands where|disk I\/O error|read-only file system|restore|copy|backup|stop|choose|room|rebuild|delete|remove|move|expected|start|run|give|make|mount|find out/;

export const OUTCOMES = [
  "whole",
  "less, and reports it",
  "no history, and reports it",
  "refused",
  "violation",
] as const;
export type OutcomeName = (typeof OUTCOMES)[number];

export interface Outcome {
  readonly name: OutcomeName;
  /** The text of the refusal, or what is wrong. */
  readonly detail: string;
}

const NAMES: Readonly<Record<Shown["kind"], OutcomeName>> = {
  all: "whole",
  less: "less, and reports it",
  "no history": "no history, and reports it",
};

export class PromiseViolation extends Error {}

/** Starts a venue on a damaged directory and compares it with what the life has acknowledged. */
export async function startAndJudge(life: Life, dataDirectory: string, deeds: readonly Deed[] = []): Promise<Outcome> {
  const before = listing(dataDirectory);
  const options = life.start(dataDirectory);
  await using venue = new VenueProcess(options);
  try {
    const url = await within(START_MS, venue.ready, "the venue neither started nor exited");
    if (url === undefined) return judgeRefusal(await venue.ended, venue, goneFrom(before, listing(dataDirectory)));
    const saysLess = venue.logged("acknowledged commands are missing from the end") !== undefined;
    const shown = await Promise.race([shownBy(life, url, venue, deeds), endedByItself(venue)]);
    if (shown.kind === "less" && !(saysLess && life.kind.mode === "sandbox")) throw new PromiseViolation(shown.detail);
    assertNothingDeleted(life, goneFrom(before, listing(dataDirectory)), saysLess);
    const { code, signal } = await within(STOP_MS, venue.terminate(), "the venue does not exit after SIGTERM");
    if (code !== 0) throw new PromiseViolation(`after SIGTERM it exited with ${signal ?? `exit code ${code}`}`);
    return { name: NAMES[shown.kind], detail: "" };
  } catch (error) {
    if (!(error instanceof PromiseViolation)) throw error;
    return { name: "violation", detail: `${error.message}${lastWords(venue)}` };
  }
}

/** @throws {PromiseViolation} if an operator could not act on the refusal */
export function judgeRefusal(
  { code, signal }: { readonly code: number | null; readonly signal: string | null },
  { messages }: Pick<VenueProcess, "messages">,
  missing: readonly string[],
): Outcome {
  const text = messages.join("\n");
  if (code !== 1) throw new PromiseViolation(`it exited with ${signal ?? `exit code ${code}`}`);
  if (messages.length === 0) throw new PromiseViolation("it refused to start without a message");
  const complaint = complaintAbout(messages, missing);
  if (complaint !== undefined) throw new PromiseViolation(`${complaint}: ${text.slice(0, 600)}`);
  return { name: "refused", detail: text };
}

function complaintAbout(messages: readonly string[], missing: readonly string[]): string | undefined {
  const text = messages.join("\n");
  if (messages.length > LINES_MAX || /^\s+at /m.test(text)) return "it printed a stack trace instead of a message";
  if (!PLACE.test(text)) return "the message names no file";
  if (!ADVICE.test(text)) return "the message does not say what to do";
  if (missing.length > 0) return `it refused to start, but deleted or changed ${missing.join(", ")}`;
  return undefined;
}

/** @throws {PromiseViolation} as soon as the venue has exited; otherwise a client would keep retrying for a long time */
async function endedByItself(venue: VenueProcess): Promise<never> {
  const { code, signal } = await venue.ended;
  throw new PromiseViolation(
    `it started, and then exited without being stopped, with ${signal ?? `exit code ${code}`}`,
  );
}

/** @throws {PromiseViolation} */
function assertNothingDeleted({ kind }: Life, missing: readonly string[], saysLess: boolean): void {
  // The last journal file, the mark and history keep being written, and pruned segments are deleted by design. A
  // snapshot of commands that are gone is deleted with them.
  const permanent = missing.filter((name) => name.startsWith("snapshots/") || (/segment/.test(name) && !kind.prune));
  const grows = permanent.filter((name) => name.startsWith("journal/")).at(-1);
  const deleted = permanent.filter((name) => name !== grows && !(saysLess && name.startsWith("snapshots/")));
  if (deleted.length > 0) throw new PromiseViolation(`it started, but deleted or changed ${deleted.join(", ")}`);
}

function lastWords({ messages, log }: VenueProcess): string {
  const errors = log.filter(({ level }) => level !== "info").map((line) => JSON.stringify(line).slice(0, 400));
  return [...messages.slice(0, 6), ...errors.slice(-4)].map((line) => `\n    ${line}`).join("");
}

/** @throws {PromiseViolation} if it takes longer */
export async function within<Value>(ms: number, promise: Promise<Value>, otherwise: string): Promise<Value> {
  const limit = Promise.withResolvers<never>();
  const timer = setTimeout(() => limit.reject(new PromiseViolation(otherwise)), ms);
  try {
    return await Promise.race([promise, limit.promise]);
  } finally {
    clearTimeout(timer);
  }
}
