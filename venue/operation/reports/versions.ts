// This program's version of everything that outlives a process: what an operator compares before an upgrade.

import { BEHAVIOUR, OLDEST_BEHAVIOUR, SNAPSHOT_FORMAT } from "@evermark/engine";
import { JOURNAL_FORMAT } from "@evermark/journal";
import packaged from "../../../package.json";
import { SCHEMA_VERSION } from "../../history/index.ts";

export const versions = {
  evermark: packaged.version,
  /** The engine's behaviour for new commands, and the oldest that it can still replay. */
  behaviour: BEHAVIOUR,
  oldest_behaviour: OLDEST_BEHAVIOUR,
  /** The formats in which files are written. */
  journal: JOURNAL_FORMAT,
  snapshot: SNAPSHOT_FORMAT,
  history: SCHEMA_VERSION,
} as const;
