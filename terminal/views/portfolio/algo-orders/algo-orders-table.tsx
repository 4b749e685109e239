// Waiting algo orders with their legs below them: edited in place, cancelled together with their legs.

import { useMemo, useState } from "react";
import { useCell, useSelected } from "../../../cells/use-cell.ts";
import { marketName } from "../../../format/market-name.ts";
import { Table } from "../../../parts/table/table.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { AlgoOrder } from "../../../session/asking/answers.ts";
import { useOnlyMarket, useOnlyRows } from "../../../state/only-market.ts";
import { useTerminal } from "../../../state/terminal-state.ts";
import { words } from "../../../texts/words.ts";
import { type AlgoRow, rowsOf } from "../protection/algo-tree.ts";
import { AddLegDialog } from "./add-leg.tsx";
import { algoColumns } from "./algo-columns.tsx";

const text = words.portfolio;

export function AlgoOrdersTable() {
  const session = useCell(useTerminal().account);
  return session === null ? <p className="empty">{text.signedOut}</p> : <AlgoOrders session={session} />;
}

function AlgoOrders({ session }: { readonly session: AccountSession }) {
  const { only } = useOnlyMarket();
  const rows = useOnlyRows(useSelected(session.algoOrders, rowsOrNone), symbolOf);
  const [addingTo, setAddingTo] = useState<number | null>(null);
  const columns = useMemo(() => algoColumns(session, ({ order }) => setAddingTo(order.algo_order_id)), [session]);
  if (rows === undefined) return <p className="empty">{text.loading}</p>;
  return (
    <>
      <Table
        caption={text.algo.caption}
        columns={columns}
        rows={rows}
        keyOf={({ order }) => order.algo_order_id}
        depthOf={({ path }) => path.length - 1}
        empty={only === undefined ? text.algo.empty : text.noneIn(marketName(only))}
        cards="roomy"
        isWhole
      />
      {addingTo !== null && <AddLegDialog session={session} orderId={addingTo} onClose={() => setAddingTo(null)} />}
    </>
  );
}

function rowsOrNone(roots: readonly AlgoOrder[] | undefined): readonly AlgoRow[] | undefined {
  return roots && rowsOf(roots);
}

const symbolOf = ({ order }: AlgoRow) => order.symbol;
