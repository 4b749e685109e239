// The end of every run: replayed from its first command, or from the oldest snapshot of a pruned journal, the journal
// leads to the same state, and each snapshot is a state on the way there.

import { repeatJournal } from "@evermark/core";
import { type Disk, verifyJournal } from "@evermark/journal";
import { PATHS } from "./simulated-core.ts";
import { claim } from "./violation.ts";

export function checkReplay(disk: Disk, last: number, lastHash: string): void {
  const { bad, lastPosition } = verifyJournal(PATHS.journal, disk);
  claim(bad === undefined && lastPosition === last, "the journal is whole", () => `${bad?.reason} ${lastPosition}`);
  const { stateHash, badSnapshots } = repeatJournal(PATHS, disk);
  claim(stateHash === lastHash, "replay gives the same state", () => `${stateHash} ${lastHash}`);
  const [worst] = badSnapshots;
  claim(
    worst === undefined,
    "a snapshot equals the state that replay gives",
    () => `${worst?.position}: ${worst?.reason}`,
  );
}
