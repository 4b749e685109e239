// The buttons of a position, and what an act on it is at.

import { marketName } from "../../../format/market-name.ts";
import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { keyOfPosition } from "../acts/position-acts.ts";
import { useAct } from "../acts/use-acts.ts";
import type { OpenDialog } from "../dialogs/position-dialogs.tsx";

const text = words.portfolio.positions;

interface PositionActionsProps {
  readonly session: AccountSession;
  readonly row: Position;
  readonly onOpen: (open: OpenDialog) => void;
}

export function PositionActions({ session, row, onOpen }: PositionActionsProps) {
  const key = keyOfPosition(row);
  const { state, ask } = useAct(session, key);
  const market = marketName(row.symbol);
  const open = (dialog: OpenDialog["dialog"]) => () => onOpen({ dialog, key });
  return (
    <span className="portfolio-actions" aria-busy={state.is !== "idle"}>
      {state.is === "lost" && (
        <Button look="bare" title={words.portfolio.acts.unreachable} onClick={ask}>
          {words.portfolio.acts.ask}
        </Button>
      )}
      <Button className="portfolio-small" aria-label={text.tpslOf(market)} onClick={open("tpsl")}>
        {text.tpsl}
      </Button>
      <Button className="portfolio-small" aria-label={text.reverseOf(market)} onClick={open("reverse")}>
        {text.reverse}
      </Button>
      <Button className="portfolio-small" aria-label={text.closeOf(market)} onClick={open("close")}>
        {text.close}
      </Button>
    </span>
  );
}
