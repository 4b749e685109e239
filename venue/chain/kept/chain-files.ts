// Which files of a chain are the venue's: what the vault's logs came to, and how far they were read. What a machine has of its own, such as
// what its key has signed, stays there.

import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { SharedFiles } from "./shared-files.ts";

const OF_VAULT = "-\\d+-0x[0-9a-f]{40}\\.json$";

/** In the directory of the venue's chain. */
export function vaultFiles(notes: SharedNotes, directory: string): SharedFiles {
  return new SharedFiles({
    ...{ notes, directory, subject: "vault" },
    facts: new RegExp(`^(departures|funded|repairs|waiting)${OF_VAULT}`),
    places: new RegExp(`^cursor${OF_VAULT}`),
  });
}

/** In the directory of the chains of deposits by transfer: all that came of what was read is in the journal. */
export function receiverFiles(notes: SharedNotes, directory: string): SharedFiles {
  return new SharedFiles({ notes, directory, subject: "receivers", facts: /^$/, places: /^\d+\.place$/ });
}
