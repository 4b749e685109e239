// The history thread's entry. The first message says what to open; everything after it goes to the service.

import { assert } from "@evermark/engine/fault.ts";
import { openFollower } from "./open-follower.ts";
import type { FromHistory, ToHistory } from "./protocol.ts";
import { engineReplica } from "./replica.ts";
import { HistoryService } from "./service.ts";

declare const self: Worker;

let service: HistoryService | undefined;
let failed = false;

self.onmessage = ({ data }: MessageEvent<ToHistory>) => {
  if (failed) return;
  if (data.type === "open") {
    open(data).catch(fail);
    return;
  }
  assert(service !== undefined, "history is opened before it is asked");
  service?.receive(data);
};

async function open({ paths, durable }: Extract<ToHistory, { type: "open" }>): Promise<void> {
  const following = openFollower({
    paths,
    durable,
    makeReplica: engineReplica,
    onRebuild: (reason) => send({ type: "rebuilding", reason }),
  });
  service = new HistoryService({ following, durable, send, fail });
  await service.project();
  if (!failed) send({ type: "opened", position: service.position });
}

function send(message: FromHistory): void {
  self.postMessage(message);
}

function fail(error: unknown): void {
  failed = true;
  send({ type: "failed", error });
}
