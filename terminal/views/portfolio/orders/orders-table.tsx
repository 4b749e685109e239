// Resting orders: amended in place, cancelled one by one.

import { useMemo } from "react";
import { useCell, useSelected } from "../../../cells/use-cell.ts";
import { marketName } from "../../../format/market-name.ts";
import { Table } from "../../../parts/table/table.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { OpenOrder, OpenOrders } from "../../../session/orders/open-order.ts";
import { useOnlyMarket, useOnlyRows } from "../../../state/only-market.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { orderColumns } from "./order-columns.tsx";

const text = words.portfolio;

export function OpenOrdersTable() {
  const session = useCell(useTerminal().account);
  return session === null ? <p className="empty">{text.signedOut}</p> : <OwnOrders session={session} />;
}

function OwnOrders({ session }: { readonly session: AccountSession }) {
  const { venue } = useTerminal();
  const { only } = useOnlyMarket();
  const rows = useOnlyRows(useSelected(session.orders, newestFirst), symbolOf);
  const columns = useMemo(() => orderColumns(session, venue), [session, venue]);
  if (rows === undefined) return <p className="empty">{text.loading}</p>;
  return (
    <Table
      caption={text.orders.caption}
      columns={columns}
      rows={rows}
      keyOf={({ orderId }) => orderId}
      empty={only === undefined ? text.orders.empty : text.noneIn(marketName(only))}
      cards="roomy"
    />
  );
}

function newestFirst(orders: OpenOrders | undefined): readonly OpenOrder[] | undefined {
  return orders && [...orders.values()].sort((a, b) => b.orderId - a.orderId);
}

const symbolOf = ({ symbol }: OpenOrder) => symbol;
