// The state of the connection, as a word and a mark. For a signed-in trader, the public and the private stream both count.

import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import { timeOfDay } from "../../format/time.ts";
import type { Connected } from "../../session/asking/connection-state.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

const SIGNED_OUT = new Cell<Connected | null>(null);

export function Connection() {
  const { venue, account } = useTerminal();
  const open = useCell(venue.connected);
  const own = useCell<Connected | null>(useCell(account)?.connected ?? SIGNED_OUT);
  const { connection } = words.shell;
  const isOwnAway = open.state === "live" && own !== null && own.state !== "live";
  const shown = isOwnAway ? own : open;
  return (
    <span className="connection" data-state={shown.state} role="status">
      <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
        <circle cx="4" cy="4" r="4" fill="currentColor" />
      </svg>
      <span>{isOwnAway ? connection.own(textOf(shown)) : textOf(shown)}</span>
    </span>
  );
}

function textOf({ state, sinceMs }: Connected): string {
  const { connection } = words.shell;
  if (state === "connecting" || state === "stale") return connection[state](timeOfDay(sinceMs));
  return connection[state];
}
