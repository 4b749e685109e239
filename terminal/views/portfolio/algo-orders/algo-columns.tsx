// The columns of algo orders and their legs.

import type { ReactNode } from "react";
import { baseOf } from "../../../format/market-name.ts";
import type { Column } from "../../../parts/table/table-column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { words } from "../../../texts/words.ts";
import { CancelButton } from "../cells/cancel-button.tsx";
import { MarketButton } from "../cells/market-button.tsx";
import { type AlgoRow, isWaiting, legsOf, stateOf } from "../protection/algo-tree.ts";
import { missingLeg } from "../protection/protection-acts.ts";
import { AddLegButton } from "./add-leg.tsx";
import { cancellingAlgo, keyOfAlgo } from "./algo-acts.ts";
import { FieldCell } from "./algo-field-cell.tsx";
import { distanceFieldOf, TrailingCell } from "./trailing-cell.tsx";

const { algo: text, orders, sides } = words.portfolio;

/** Can't be sorted: a leg is shown below the order that it belongs to. */
export function algoColumns(session: AccountSession, onAdd: (row: AlgoRow) => void): readonly Column<AlgoRow>[] {
  return [
    { id: "market", name: text.market, onCard: "head", cell: marketCell, isIndented: true },
    { id: "side", name: text.side, onCard: "head", cell: sideCell },
    {
      id: "trigger",
      name: text.trigger,
      isFigure: true,
      hasValue: ({ order }) => Boolean(order.trigger_price) || distanceFieldOf(order) !== undefined,
      cell: (row) => triggerCell(session, row),
    },
    {
      id: "limit",
      name: text.limit,
      isFigure: true,
      hasValue: ({ order }) => Boolean(order.price),
      cell: (row) => <FieldCell session={session} row={row} field="price" name={text.limit} />,
    },
    {
      id: "quantity",
      name: text.quantity,
      isFigure: true,
      cell: (row) => quantityCell(session, row),
    },
    { id: "state", name: text.state, cell: (row) => <span className="soft">{stateOf(row)}</span> },
    {
      id: "actions",
      name: words.portfolio.actions,
      onCard: "foot",
      cell: (row) =>
        (row.path.length === 1 || missingLeg(row) !== undefined) && (
          <span className="portfolio-actions">
            <AddLegButton row={row} onAdd={onAdd} />
            {row.path.length === 1 && (
              <CancelButton session={session} actKey={keyOfAlgo(row)} act={() => cancellingAlgo(session, row.order)} />
            )}
          </span>
        ),
    },
  ];
}

function marketCell({ order, path }: AlgoRow): ReactNode {
  const kind = text.kinds[order.algo_type] ?? order.algo_type;
  if (path.length === 1) {
    return (
      <span className="portfolio-market-cell">
        <MarketButton symbol={order.symbol} /> {kind}
      </span>
    );
  }
  return <span className="soft">{kind}</span>;
}

function sideCell({ order }: AlgoRow): ReactNode {
  // A group has no side of its own; its legs do.
  if (legsOf(order).length > 0 && order.algo_type !== "BRACKET") return null;
  return (
    <span>
      <span className={order.side === "BUY" ? "rise" : "fall"}>{sides[order.side]}</span>{" "}
      <span className="faint">{orders.types[order.type] ?? order.type}</span>
    </span>
  );
}

function triggerCell(session: AccountSession, row: AlgoRow): ReactNode {
  if (distanceFieldOf(row.order) !== undefined) return <TrailingCell session={session} row={row} />;
  return <FieldCell session={session} row={row} field="trigger_price" name={text.trigger} />;
}

function quantityCell(session: AccountSession, row: AlgoRow): ReactNode {
  const { order } = row;
  const isWhole = order.quantity === 0 && (order.type === "CLOSE_POSITION" || order.algo_type === "POSITIONAL_TP_SL");
  if (isWhole) return <span className="faint">{isWaiting(order) ? text.whole : "–"}</span>;
  return (
    <span className="portfolio-with-unit">
      <FieldCell session={session} row={row} field="quantity" name={text.quantity} />
      <span className="faint">{baseOf(order.symbol)}</span>
    </span>
  );
}
