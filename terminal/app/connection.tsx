// The connection, in a word and a mark. Both count for somebody who is signed in.

import { Cell } from "../cells/cell.ts";
import { useCell } from "../cells/use-cell.ts";
import { timeOfDay } from "../format/time.ts";
import type { Standing } from "../session/connection-state.ts";
import { useTerminal } from "../state/terminal-state.ts";
import { words } from "../texts/words.ts";

const NOBODY = new Cell<Standing | null>(null);

export function Connection() {
  const { venue, account } = useTerminal();
  const everybody = useCell(venue.standing);
  const own = useCell<Standing | null>(useCell(account)?.standing ?? NOBODY);
  const { connection } = words.shell;
  const isOwnAway = everybody.state === "live" && own !== null && own.state !== "live";
  const shown = isOwnAway ? own : everybody;
  return (
    <span className="connection" data-state={shown.state} role="status">
      <svg aria-hidden="true" width="8" height="8" viewBox="0 0 8 8">
        <circle cx="4" cy="4" r="4" fill="currentColor" />
      </svg>
      <span>{isOwnAway ? connection.own(textOf(shown)) : textOf(shown)}</span>
    </span>
  );
}

function textOf({ state, sinceMs }: Standing): string {
  const { connection } = words.shell;
  if (state === "connecting" || state === "stale") return connection[state](timeOfDay(sinceMs));
  return connection[state];
}
