// The connection, in a word and a mark.

import { timeOfDay } from "../format/time.ts";
import type { Standing } from "../session/freshness.ts";
import { useTerminal } from "../state/terminal-state.ts";
import { useCell } from "../state/use-cell.ts";
import { words } from "../texts/words.ts";

export function Connection() {
  const { venue } = useTerminal();
  const standing = useCell(venue.standing);
  return (
    <span className="connection" data-state={standing.state} role="status" title={standing.reason}>
      <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
        <circle cx="4" cy="4" r="4" fill="currentColor" />
      </svg>
      <span>{connectionText(standing)}</span>
    </span>
  );
}

function connectionText({ state, sinceMs }: Standing): string {
  const { connection } = words.shell;
  if (state === "live" || state === "idle" || state === "closed") return connection[state];
  return connection[state](timeOfDay(sinceMs));
}
