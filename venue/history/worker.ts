// The history thread's entry. The first message says what to open; everything after it goes to the service.

import { assert, Fault } from "@evermark/engine/fault.ts";
import { type FollowOptions, openFollower } from "./open-follower.ts";
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
  const options: FollowOptions = {
    paths,
    durable,
    makeReplica: engineReplica,
    onRebuild: (reason) => send({ type: "rebuilding", reason }),
  };
  service = new HistoryService({ options, following: openFollower(options), durable, send, fail });
  await service.project();
  service.store();
  // A venue that starts reads what it needs to go on from: it can't begin with less than all of it.
  if (service.position < durable) throw new Fault(`${paths.history} has no room to take in the journal`);
  if (!failed) send({ type: "opened", position: service.position });
}

function send(message: FromHistory): void {
  self.postMessage(message);
}

function fail(error: unknown): void {
  failed = true;
  send({ type: "failed", error });
}
