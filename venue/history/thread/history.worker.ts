// The entry of the history thread. The first messages, `prepare` and `open`, start it; all later ones go to the service.
// Between those two, questions are answered from the tables as they are: a starting venue continues from those, without
// waiting for the engine that follows the journal.

import { assert, WrittenByNewer } from "@evermark/engine";
import { messageOf } from "../file/file-trouble.ts";
import { PostgresConnection } from "../postgres/line/line.ts";
import { isBounded } from "../retention/retention.ts";
import { type Opened, openTables } from "../tables/open-tables.ts";
import type { Progress } from "../tables/projected-progress.ts";
import { engineReplica } from "./engine-replica.ts";
import type { FromHistory, ToHistory } from "./history-protocol.ts";
import { answerTo } from "./history-queries.ts";
import { HistoryService } from "./history-service.ts";
import { type FollowOptions, openFollower } from "./open-follower.ts";
import { PostgresHistoryService } from "./postgres-history-service.ts";

declare const self: Worker;

/** The existing tables, until history is opened. */
let before: Opened | undefined;
let service: HistoryService | PostgresHistoryService | undefined;
/** The existing tables in PostgreSQL, until history is opened, and how far they are. */
let inDatabase: { readonly history: PostgresHistoryService; readonly progress: Progress | null } | undefined;
let failed = false;
/** When the progress of the check was last reported. */
let reportedAt = 0;

/** The time between two reports of the progress of a check. */
const REPORT_MS = 500;

self.onmessage = ({ data }: MessageEvent<ToHistory>) => {
  if (failed) return;
  if (data.type === "prepare") prepare(data);
  else if (data.type === "open") open(data);
  else if (service !== undefined) service.receive(data);
  else answerFromBefore(data);
};

function prepare({ paths, retention, database }: Extract<ToHistory, { type: "prepare" }>): void {
  if (database !== null) return prepareDatabase(database);
  try {
    before = openTables(paths.history, { onChecked: reportChecked, shrinks: isBounded(retention) });
  } catch (error) {
    if (error instanceof WrittenByNewer) return fail(error);
    // The caller that opens history is answered with the reason.
  }
  send({ type: "tables", progress: before !== undefined && "tables" in before ? before.progress : null });
}

function prepareDatabase(url: string): void {
  const { host, pathname } = new URL(url);
  const parts = { line: new PostgresConnection(url), database: host + pathname, send, fail };
  const history = new PostgresHistoryService(parts);
  try {
    inDatabase = { history, progress: history.prepare() };
  } catch (error) {
    return fail(error);
  }
  send({ type: "tables", progress: inDatabase.progress });
}

function reportChecked(checked: number, of: number): void {
  const now = performance.now();
  if (now - reportedAt < REPORT_MS) return;
  reportedAt = now;
  send({ type: "checked", checked, of });
}

function answerFromBefore(message: Exclude<ToHistory, { type: "prepare" | "open" }>): void {
  assert(message.type === "ask" && message.question.type === "query", "history is opened before it has to follow");
  const { id, question } = message;
  if (inDatabase !== undefined) {
    assert(inDatabase.progress !== null, "only tables that can be read are asked");
    return inDatabase.history.answerFromBefore(message, inDatabase.progress);
  }
  try {
    assert(before !== undefined && "tables" in before, "only tables that can be read are asked");
    send({ type: "answer", id, result: answerTo(before.tables, question), position: before.progress.position });
  } catch (error) {
    send({ type: "refused", id, message: messageOf(error), isPassing: true });
  }
}

function open({ paths, retention, durable }: Extract<ToHistory, { type: "open" }>): void {
  const options: FollowOptions = {
    paths,
    durable,
    retention,
    makeReplica: engineReplica,
    onRebuild: (reason) => send({ type: "rebuilding", reason }),
  };
  if (inDatabase !== undefined) {
    service = inDatabase.history;
    return inDatabase.history.open(options);
  }
  const ofFile = new HistoryService({ options, send, fail });
  service = ofFile;
  ofFile.begin(() => openFollower(options, before));
  ofFile.keepChecking();
}

function send(message: FromHistory): void {
  self.postMessage(message);
}

function fail(error: unknown): void {
  failed = true;
  send({ type: "failed", error });
}
