// The faults that make a venue refuse to start or to go on: a journal that is not what was written, or not all of it; a
// data directory that another process holds; files that were moved away. All name the exact place, because an operator has
// to act on them.

import { Fault } from "@evermark/engine";

/** Where a segment stops being what was written: a file name, a byte offset from its start, and what is wrong there. */
export interface BadPlace {
  readonly segment: string;
  readonly byte: number;
  readonly reason: string;
}

/** The journal differs from what was written to it. It is never repaired by guessing: acknowledged commands are at stake. */
export class JournalCorrupt extends Fault implements BadPlace {
  readonly segment: string;
  readonly byte: number;
  readonly reason: string;

  constructor({ segment, byte, reason }: BadPlace) {
    super(`journal segment ${segment} is corrupt at byte ${byte}: ${reason}; restore it from a copy`);
    this.name = "JournalCorrupt";
    this.segment = segment;
    this.byte = byte;
    this.reason = reason;
  }
}

/** The records of a journal are good, but something shows that some are missing, or nothing shows that all are there. */
export class JournalIncomplete extends Fault {
  /** @param what description of what was found */
  constructor(what: string) {
    super(
      `${what}; restore the data directory from a backup, or put back what is missing. ` +
        "To go on without it: evermark accept-loss",
    );
    this.name = "JournalIncomplete";
  }
}

/** The file that the journal writes to is no longer where it belongs. */
export class JournalMoved extends Fault {
  constructor(path: string) {
    super(
      `${path} is not the file that this process writes to: it was moved, deleted or replaced; ` +
        "put it back and the venue goes on",
    );
    this.name = "JournalMoved";
  }
}

/** Another process holds the data directory. `pid` is undefined in the instant before the holder has written it down. */
export class DirectoryInUse extends Fault {
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    const holder = pid === undefined ? "another process" : `process ${pid}`;
    super(`data directory ${directory} is in use by ${holder}; stop it first, or choose another directory`);
    this.name = "DirectoryInUse";
    this.pid = pid;
  }
}
