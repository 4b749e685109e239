// Where things lie in a data directory.

import { join } from "node:path";

export interface DataPaths {
  /** Directory of journal segments: the only part that cannot be made again. */
  readonly journal: string;
  readonly snapshots: string;
  /** SQLite file; deleting it costs the time of a rebuild. */
  readonly history: string;
  /** There while the machine's clock is in doubt; and the operator's answer to that. */
  readonly clockDoubt: string;
  readonly clockConfirmed: string;
}

export function dataPaths(dataDirectory: string): DataPaths {
  return {
    journal: join(dataDirectory, "journal"),
    snapshots: join(dataDirectory, "snapshots"),
    history: join(dataDirectory, "history.sqlite"),
    clockDoubt: join(dataDirectory, "clock-doubt.json"),
    clockConfirmed: join(dataDirectory, "clock-confirmed"),
  };
}
