// Which files of a chain are shared between the venue's nodes: what was derived from the vault's logs, and how far the
// logs were read. Files of one machine, such as what its key has signed, stay there.

import type { SharedNotes } from "@evermark/core/cluster/host/index.ts";
import { SharedFiles } from "./shared-files.ts";

const OF_VAULT = "-\\d+-0x[0-9a-f]{40}\\.json$";

/** @param directory of the venue's chain */
export function vaultFiles(notes: SharedNotes, directory: string): SharedFiles {
  return new SharedFiles({
    ...{ notes, directory, subject: "vault" },
    facts: new RegExp(`^(departures|funded|repairs|waiting)${OF_VAULT}`),
    places: new RegExp(`^cursor${OF_VAULT}`),
  });
}

/**
 * @param directory of the chains with deposits by transfer; only their places are shared, because everything derived is
 *   in the journal
 */
export function receiverFiles(notes: SharedNotes, directory: string): SharedFiles {
  return new SharedFiles({ notes, directory, subject: "receivers", facts: /^$/, places: /^\d+\.place$/ });
}
