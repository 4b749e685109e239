// The buttons of a position, and the state of an act on it. Closing by market either asks first or takes a single press, as
// the trader prefers.

import { useSelected } from "../../../cells/use-cell.ts";
import { marketName } from "../../../format/market-name.ts";
import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { closingBody, keyOfPosition, placing } from "../acts/position-acts.ts";
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
  const { state, isBusy, run, ask } = useAct(session, key);
  const asksFirst = useSelected(useTerminal().preferences, ({ confirmsCloses }) => confirmsCloses);
  const market = marketName(row.symbol);
  const closeAtOnce = () => void run(placing(session, closingBody(row, { quantity: Math.abs(row.position_qty) })));
  const button = (name: string, label: string, onClick: () => void) => (
    <Button className="portfolio-small" aria-label={label} onClick={onClick}>
      {name}
    </Button>
  );
  const open = (dialog: OpenDialog["dialog"]) => () => onOpen({ dialog, key });
  return (
    <span className="portfolio-actions" aria-busy={isBusy}>
      {state.is === "lost" && (
        <Button look="bare" title={words.portfolio.acts.unreachable} onClick={ask}>
          {words.portfolio.acts.ask}
        </Button>
      )}
      {button(text.tpsl, text.tpslOf(market), open("tpsl"))}
      {button(text.reverse, text.reverseOf(market), open("reverse"))}
      {!asksFirst && button(text.closeByLimit, text.closeByLimitOf(market), open("limit"))}
      {asksFirst
        ? button(text.close, text.closeOf(market), open("close"))
        : button(isBusy ? words.portfolio.acts.pending : text.close, text.closeNow(market), closeAtOnce)}
    </span>
  );
}
