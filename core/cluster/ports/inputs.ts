// Answers of the lease and the journal are inputs of the node, like messages and alarms. Each goes through one entrance,
// which afterwards does what the input has made due.

import type { Lease } from "./lease.ts";
import type { Presence } from "./presence.ts";
import type { SharedJournal } from "./shared-journal.ts";

/** Runs an input of the node. */
export type Enter = (input: () => void) => void;

export function leaseInto(enter: Enter, lease: Lease): Lease {
  return {
    look: (done) => lease.look((seen) => enter(() => done(seen))),
    claim: (seen, by, done) => lease.claim(seen, by, (timeline) => enter(() => done(timeline))),
    renew: (by, named, confirmed, done) =>
      lease.renew(by, named, confirmed, (outcome, timeline) => enter(() => done(outcome, timeline))),
    release: (by, confirmed) => lease.release(by, confirmed),
  };
}

export function presenceInto(enter: Enter, presence: Presence): Presence {
  return {
    write: (row, done) => presence.write(row, (roll) => enter(() => done(roll))),
    move: (move, done) => presence.move(move, (moved) => enter(() => done(moved))),
    read: (done) => presence.read((watch) => enter(() => done(watch))),
    leave: (node) => presence.leave(node),
  };
}

export function journalInto(enter: Enter, journal: SharedJournal): SharedJournal {
  return {
    connect: (as, done) => journal.connect(as, (timeline) => enter(() => done(timeline))),
    append: (row, behind, by, done) => journal.append(row, behind, by, (outcome) => enter(() => done(outcome))),
    rowsBehind: (head, done) => journal.rowsBehind(head, (read) => enter(() => done(read))),
    confirmedUpTo: (batch, done) => journal.confirmedUpTo(batch, (stand) => enter(() => done(stand))),
  };
}
