// The columns of positions.

import type { Column } from "../../../parts/table/table-column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Price } from "../../figures/market-figure.tsx";
import type { OpenDialog } from "../dialogs/position-dialogs.tsx";
import { distanceOf } from "../risk/risk-view.ts";
import { PositionActions } from "./position-actions.tsx";
import { dayCell, LiquidationCell, MarginCell, MarketCell, profitCell, sizeCell } from "./position-cells.tsx";
import { marginOf } from "./position-figures.ts";
import { TpslCell } from "./tpsl-cell.tsx";

const text = words.portfolio.positions;

export function positionColumns(
  session: AccountSession,
  onOpen: (open: OpenDialog) => void,
): readonly Column<Position>[] {
  return [
    {
      id: "market",
      name: text.market,
      sortBy: ({ symbol }) => symbol,
      onCard: "head",
      cell: (row) => <MarketCell row={row} onOpen={onOpen} />,
    },
    {
      id: "size",
      name: text.size,
      isFigure: true,
      onCard: "head",
      sortBy: ({ position_qty }) => position_qty,
      cell: sizeCell,
    },
    {
      id: "entry",
      name: text.entry,
      isFigure: true,
      cell: ({ symbol, average_open_price }) => <Price symbol={symbol} value={average_open_price} />,
    },
    {
      id: "mark",
      name: text.mark,
      isFigure: true,
      cell: ({ symbol, mark_price }) => <Price symbol={symbol} value={mark_price} />,
    },
    {
      id: "unrealized",
      name: text.unrealized,
      isFigure: true,
      sortBy: ({ unrealized_pnl }) => unrealized_pnl,
      cell: profitCell,
    },
    {
      id: "liquidation",
      name: text.liquidation,
      isFigure: true,
      sortBy: (row) => distanceOf(row)?.percent ?? null,
      cell: (row) => <LiquidationCell row={row} />,
    },
    {
      id: "margin",
      name: text.margin,
      isFigure: true,
      sortBy: (row) => row.margin || marginOf(row),
      cell: (row) => <MarginCell row={row} onOpen={onOpen} />,
    },
    { id: "tpsl", name: text.tpsl, isFigure: true, cell: (row) => <TpslCell session={session} row={row} /> },
    { id: "day", name: text.day, isFigure: true, sortBy: ({ pnl_24_h }) => pnl_24_h, cell: dayCell },
    {
      id: "actions",
      name: words.portfolio.actions,
      onCard: "foot",
      cell: (row) => <PositionActions session={session} row={row} onOpen={onOpen} />,
    },
  ];
}
