// The take profit and stop loss of a position: each is edited in place, and removed by leaving it empty.

import { useSelected } from "../../../cells/use-cell.ts";
import { digitsOf } from "../../../format/figure-text.ts";
import { marketName } from "../../../format/market-name.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { PORTFOLIO_TAB } from "../../../state/preferences.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { farPrice } from "../../ticket/far-price.ts";
import { keyOfPosition } from "../acts/position-acts.ts";
import { EditCell } from "../cells/edit-cell.tsx";
import { otherGuards } from "../protection/algo-tree.ts";
import { type LegKind, legOf, pairOf, protecting } from "../protection/protection-acts.ts";

const text = words.portfolio.positions;

interface TpslCellProps {
  readonly session: AccountSession;
  readonly row: Position;
}

export function TpslCell({ session, row }: TpslCellProps) {
  return (
    <span className="portfolio-stack">
      <Leg {...{ session, row }} kind="TAKE_PROFIT" />
      <span className="portfolio-with-unit">
        <Others {...{ session, row }} />
        <Leg {...{ session, row }} kind="STOP_LOSS" />
      </span>
    </span>
  );
}

/** The number of orders that would close a part of the position. */
function Others({ session, row }: TpslCellProps) {
  const terminal = useTerminal();
  const count = useSelected(session.algoOrders, (orders) => otherGuards(orders ?? [], row));
  if (count === 0) return null;
  return (
    <button
      type="button"
      className="portfolio-quiet"
      title={text.otherLegsMean}
      onClick={() => terminal.preferView(PORTFOLIO_TAB, "algo-orders")}
    >
      {text.otherLegs(count)}
    </button>
  );
}

function Leg({ session, row, kind }: TpslCellProps & { readonly kind: LegKind }) {
  const { venue } = useTerminal();
  const { symbol } = row;
  const price = useSelected(
    session.algoOrders,
    (orders) => legOf(pairOf(orders ?? [], row), kind)?.trigger_price ?? undefined,
  );
  const act = (typed: string) => {
    const pair = pairOf(session.algoOrders.get() ?? [], row);
    const now = (each: LegKind) => (each === kind ? typed : digitsOf(legOf(pair, each)?.trigger_price ?? 0));
    const of = (each: LegKind) => (now(each) === "0" ? "" : now(each));
    return protecting(session, row, pair, { TAKE_PROFIT: of("TAKE_PROFIT"), STOP_LOSS: of("STOP_LOSS") });
  };
  return (
    <span className="portfolio-with-unit">
      <span className="faint">{text.legs[kind]}</span>
      <EditCell
        session={session}
        actKey={`tpsl ${keyOfPosition(row)}`}
        name={text.legOf(text.legs[kind], marketName(symbol))}
        value={price}
        price={symbol}
        isClearable
        act={act}
        far={(typed) => farPrice(venue, symbol, [typed])}
      />
    </span>
  );
}
