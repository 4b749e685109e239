// What this program can do, as its node reports it in its row.

import { BEHAVIOUR, OLDEST_BEHAVIOUR, SNAPSHOT_FORMAT } from "@evermark/engine";
import { MESSAGES_VERSION } from "../nats/index.ts";
import type { Program } from "../ports/presence.ts";

/** @param version the version of Evermark */
export function thisProgram(version: string): Program {
  const behaviours = { oldest: OLDEST_BEHAVIOUR, newest: BEHAVIOUR };
  return { version, behaviours, messages: MESSAGES_VERSION, snapshots: SNAPSHOT_FORMAT };
}
