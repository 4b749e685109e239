// Compares what a started venue shows with what it has acknowledged. The engine's part (accounts and positions) is
// there from the first moment. Balances and lists of orders and payments need history, which may be unavailable for
// some time.

import { ApiError } from "@evermark/client";
import type { VenueProcess } from "../witness/venue-process.ts";
import { type Deed, enginePictureOf, historyPictureOf, isThere, type Picture } from "./answered-clients.ts";
import type { Life } from "./life.ts";

/** How long history may take to be rebuilt, and how long to wait for it once the log says that it is unavailable. */
const HISTORY_MS = 60_000;
const AWAY_MS = 3_000;
const AGAIN_MS = 200;

/** `less`: something is missing or wrong. `no history`: nothing is wrong, but the lists stay unavailable. */
export interface Shown {
  readonly kind: "all" | "less" | "no history";
  readonly detail: string;
}

export async function shownBy(life: Life, url: string, venue: VenueProcess, deeds: readonly Deed[]): Promise<Shown> {
  try {
    const engine = differenceOf(
      life.engineTruth,
      await enginePictureOf(url, life.people, life.kind.mode === "sandbox"),
    );
    if (engine !== undefined) return less(engine);
    if (life.kind.mode === "sandbox") {
      const history = await fromHistory(venue, () => historyPictureOf(url, life.people));
      if (history === undefined) return { kind: "no history", detail: "" };
      const difference = differenceOf(life.historyTruth, history);
      if (difference !== undefined) return less(difference);
    }
    for (const deed of deeds) {
      const found = await fromHistory(venue, () => isThere(url, deed));
      if (found === undefined) return { kind: "no history", detail: "" };
      if (!found) return less(`an acknowledged ${deed.kind} is missing`);
    }
    return { kind: "all", detail: "" };
  } catch (error) {
    return less(`an account can't be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

/** Waits for history. @returns undefined if it stays unavailable and the log says so. @throws {ApiError | AnswerLost} */
async function fromHistory<Value>(venue: VenueProcess, read: () => Promise<Value>): Promise<Value | undefined> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 503) throw error;
      const waitedMs = performance.now() - startedAt;
      if (saysThatHistoryIsAway(venue) && waitedMs > AWAY_MS) return undefined;
      if (waitedMs > HISTORY_MS) throw error;
      await Bun.sleep(AGAIN_MS);
    }
  }
}

function saysThatHistoryIsAway({ log }: VenueProcess): boolean {
  return log.some((line) => line.level === "error" && JSON.stringify(line).includes("history"));
}

function less(detail: string): Shown {
  return { kind: "less", detail };
}

function differenceOf(truth: Picture, current: Picture): string | undefined {
  for (const [account, expected] of truth) {
    const actual = current.get(account) ?? "";
    if (actual !== expected)
      return `account ${account.slice(0, 10)} reads differently: ${aroundDifference(expected, actual)}`;
  }
  return undefined;
}

/** The parts of both texts around their first difference. */
function aroundDifference(expected: string, actual: string): string {
  let at = 0;
  while (at < expected.length && expected[at] === actual[at]) at++;
  const around = (text: string) => text.slice(Math.max(0, at - 60), at + 60);
  return `…${around(expected)}… was acknowledged, …${around(actual)}… is shown now`;
}
