// The history thread's entry. The first messages say what to prepare and to open; everything after them goes to the
// service. Until then questions are answered from the tables as they are: a venue that starts goes on from those, without
// waiting for the engine that follows the journal.

import { assert, Fault, WrittenByNewer } from "@evermark/engine/fault.ts";
import { type FollowOptions, openFollower } from "./open-follower.ts";
import type { FromHistory, ToHistory } from "./protocol.ts";
import { historyQueries } from "./queries.ts";
import { engineReplica } from "./replica.ts";
import { openTables } from "./schema.ts";
import { HistoryService } from "./service.ts";
import type { Tables } from "./tables.ts";

declare const self: Worker;

/** What is there from before, until history is opened. */
let before: Tables | undefined;
let service: HistoryService | undefined;
let failed = false;

self.onmessage = ({ data }: MessageEvent<ToHistory>) => {
  if (failed) return;
  if (data.type === "prepare") prepare(data);
  else if (data.type === "open") open(data).catch(fail);
  else if (service !== undefined) service.receive(data);
  else answerFromBefore(data);
};

function prepare({ paths }: Extract<ToHistory, { type: "prepare" }>): void {
  try {
    const opened = openTables(paths.history);
    const isUsable = "tables" in opened;
    if (isUsable) before = opened.tables;
    send({ type: "tables", progress: isUsable ? opened.progress : null });
  } catch (error) {
    if (error instanceof WrittenByNewer) return fail(error);
    // Whoever opens history is told why.
    send({ type: "tables", progress: null });
  }
}

function answerFromBefore(message: Exclude<ToHistory, { type: "prepare" | "open" }>): void {
  assert(message.type === "ask" && message.question.type === "query", "history is opened before it has to follow");
  const { id, question } = message;
  try {
    assert(before !== undefined, "only tables that can be read are asked");
    const query = historyQueries(before)[question.name] as (...parameters: readonly unknown[]) => unknown;
    send({ type: "answer", id, result: query(...question.parameters) });
  } catch (error) {
    send({ type: "refused", id, message: error instanceof Error ? error.message : String(error), isPassing: true });
  }
}

async function open({ paths, durable, isAwaited }: Extract<ToHistory, { type: "open" }>): Promise<void> {
  before?.close();
  const options: FollowOptions = {
    paths,
    durable,
    makeReplica: engineReplica,
    onRebuild: (reason) => send({ type: "rebuilding", reason }),
  };
  service = new HistoryService({ options, following: openFollower(options), durable, send, fail });
  await service.project();
  service.store();
  if (isAwaited && service.position < durable) throw new Fault(`${paths.history} has no room to take in the journal`);
  if (!failed) send({ type: "opened", position: service.position });
}

function send(message: FromHistory): void {
  self.postMessage(message);
}

function fail(error: unknown): void {
  failed = true;
  send({ type: "failed", error });
}
