// What stands in the row of an algo order or of a leg.

import type { ReactNode } from "react";
import { decimal } from "../../format/decimal.ts";
import { baseOf } from "../../format/market-name.ts";
import type { AccountSession } from "../../session/account-session.ts";
import { words } from "../../texts/words.ts";
import { amendingAlgo, cancellingAlgo, keyOfAlgo } from "./algo-acts.ts";
import { type AlgoField, type AlgoRow, canChange, distanceText, isWaiting, legsOf, stateOf } from "./algo-tree.ts";
import { CancelButton } from "./cancel-button.tsx";
import { EditCell } from "./edit-cell.tsx";
import { MarketButton } from "./market-button.tsx";
import type { RowColumn } from "./rows-view.tsx";

const { algo: text, orders, sides } = words.portfolio;

/** Not sorted: a leg stands below what it belongs to. */
export function algoColumns(session: AccountSession): readonly RowColumn<AlgoRow>[] {
  return [
    { id: "market", name: text.market, onCard: "head", cell: marketCell },
    { id: "side", name: text.side, onCard: "head", cell: sideCell },
    {
      id: "trigger",
      name: text.trigger,
      isFigure: true,
      hasValue: ({ order }) => Boolean(order.trigger_price) || distanceText(order) !== undefined,
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
        row.path.length === 1 && (
          <CancelButton session={session} actKey={keyOfAlgo(row)} act={() => cancellingAlgo(session, row.order)} />
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
  return (
    <span className="portfolio-leg" data-depth={path.length - 1}>
      {kind}
    </span>
  );
}

function sideCell({ order }: AlgoRow): ReactNode {
  // A group has no side of its own: its legs have.
  if (legsOf(order).length > 0 && order.algo_type !== "BRACKET") return null;
  return (
    <span>
      <span className={order.side === "BUY" ? "rise" : "fall"}>{sides[order.side]}</span>{" "}
      <span className="faint">{orders.types[order.type] ?? order.type}</span>
    </span>
  );
}

interface FieldCellProps {
  readonly session: AccountSession;
  readonly row: AlgoRow;
  readonly field: AlgoField;
  readonly name: string;
}

function FieldCell({ session, row, field, name }: FieldCellProps) {
  const value = row.order[field];
  if (value === null || value === 0) return <span className="faint">–</span>;
  if (!canChange(row, field)) return decimal(value);
  return (
    <EditCell
      session={session}
      actKey={keyOfAlgo(row)}
      name={name}
      value={value}
      act={(typed) => amendingAlgo(session, row, field, typed)}
    />
  );
}

function triggerCell(session: AccountSession, row: AlgoRow): ReactNode {
  const distance = distanceText(row.order);
  if (distance !== undefined) return distance;
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
