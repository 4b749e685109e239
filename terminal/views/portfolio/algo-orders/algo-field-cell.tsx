// A figure of an algo order, which can be edited in place while the order waits.

import type { AccountSession } from "../../../session/account/account-session.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { Price, Size } from "../../figures/market-figure.tsx";
import { farPrice } from "../../ticket/far-price.ts";
import { EditCell } from "../cells/edit-cell.tsx";
import { type AlgoField, type AlgoRow, canChange } from "../protection/algo-tree.ts";
import { amendingAlgo, keyOfAlgo } from "./algo-acts.ts";

const PRICES: ReadonlySet<AlgoField> = new Set(["trigger_price", "price", "activated_price"]);

interface FieldCellProps {
  readonly session: AccountSession;
  readonly row: AlgoRow;
  readonly field: AlgoField;
  readonly name: string;
}

export function FieldCell({ session, row, field, name }: FieldCellProps) {
  const { venue } = useTerminal();
  const value = row.order[field];
  if (value === null || value === 0) return <span className="faint">–</span>;
  const { symbol } = row.order;
  const isSize = field === "quantity";
  if (!canChange(row, field)) return isSize ? <Size {...{ symbol, value }} /> : <Price {...{ symbol, value }} />;
  return (
    <EditCell
      session={session}
      actKey={keyOfAlgo(row)}
      name={name}
      value={value}
      price={isSize ? undefined : symbol}
      size={isSize ? symbol : undefined}
      act={(typed) => amendingAlgo(session, row, field, typed)}
      far={PRICES.has(field) ? (typed) => farPrice(venue, row.order.symbol, [typed]) : undefined}
    />
  );
}
