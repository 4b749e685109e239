// The history thread's entry. The first messages say what to prepare and to open; everything after them goes to the
// service.

import { assert, Fault } from "@evermark/engine/fault.ts";
import type { Replica } from "./follower.ts";
import { type FollowOptions, openFollower, type PreparedReplica, prepareReplica } from "./open-follower.ts";
import type { FromHistory, ToHistory } from "./protocol.ts";
import { engineReplica } from "./replica.ts";
import { HistoryService } from "./service.ts";

declare const self: Worker;

let prepared: PreparedReplica | null = null;
let service: HistoryService | undefined;
let failed = false;

self.onmessage = ({ data }: MessageEvent<ToHistory>) => {
  if (failed) return;
  if (data.type === "prepare") {
    prepare(data);
    return;
  }
  if (data.type === "open") {
    open(data).catch(fail);
    return;
  }
  assert(service !== undefined, "history is opened before it is asked");
  service?.receive(data);
};

function prepare({ paths }: Extract<ToHistory, { type: "prepare" }>): void {
  try {
    prepared = prepareReplica(paths, engineReplica);
  } catch (error) {
    fail(error);
  }
}

/** Only once: from then on it moves with the follower. */
function takePrepared(position: number): Replica | null {
  const taken = prepared;
  prepared = null;
  return taken?.position === position ? taken.replica : null;
}

async function open({ paths, durable }: Extract<ToHistory, { type: "open" }>): Promise<void> {
  const options: FollowOptions = {
    paths,
    durable,
    makeReplica: engineReplica,
    takePrepared,
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
