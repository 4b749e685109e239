// What stands in the row of a position.

import { decimal } from "../../../format/decimal.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { Change } from "../../../parts/figure.tsx";
import type { Column } from "../../../parts/table/column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { keyOfPosition } from "../acts/position-acts.ts";
import { MarketButton } from "../cells/market-button.tsx";
import type { OpenDialog } from "../dialogs/position-dialogs.tsx";
import { distanceOf } from "../risk/risk.ts";
import { PositionActions } from "./position-actions.tsx";

const { positions: text, modes, times } = words.portfolio;

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
    { id: "size", name: text.size, isFigure: true, onCard: "head", sortBy: sizeOf, cell: sizeCell },
    {
      id: "entry",
      name: text.entry,
      isFigure: true,
      cell: ({ average_open_price }) => decimal(average_open_price),
    },
    { id: "mark", name: text.mark, isFigure: true, cell: ({ mark_price }) => decimal(mark_price) },
    {
      id: "unrealized",
      name: text.unrealized,
      isFigure: true,
      sortBy: ({ unrealized_pnl }) => unrealized_pnl,
      cell: ({ unrealized_pnl }) => <Change value={unrealized_pnl} />,
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
      sortBy: ({ margin }) => margin,
      hasValue: ({ margin_mode }) => margin_mode === "ISOLATED",
      cell: (row) => <MarginCell row={row} onOpen={onOpen} />,
    },
    {
      id: "day",
      name: text.day,
      isFigure: true,
      sortBy: ({ pnl_24_h }) => pnl_24_h,
      cell: ({ pnl_24_h }) => <Change value={pnl_24_h} />,
    },
    {
      id: "funding",
      name: text.funding,
      isFigure: true,
      cell: ({ accrued_funding_fee }) => decimal(accrued_funding_fee),
    },
    {
      id: "actions",
      name: words.portfolio.actions,
      onCard: "foot",
      cell: (row) => <PositionActions session={session} row={row} onOpen={onOpen} />,
    },
  ];
}

interface CellProps {
  readonly row: Position;
  readonly onOpen: (open: OpenDialog) => void;
}

function MarketCell({ row, onOpen }: CellProps) {
  const { symbol, position_qty, leverage, margin_mode } = row;
  const isLong = position_qty > 0;
  return (
    <span className="portfolio-market-cell">
      <MarketButton symbol={symbol} />
      <span className={isLong ? "rise" : "fall"}>{isLong ? words.common.long : words.common.short}</span>
      <button
        type="button"
        className="portfolio-quiet"
        aria-label={text.leverageOf(marketName(symbol), leverage)}
        onClick={() => onOpen({ dialog: "leverage", key: keyOfPosition(row) })}
      >
        {times(leverage)}
      </button>
      <span className="faint">{modes[margin_mode]}</span>
    </span>
  );
}

/** Shorts below longs. */
function sizeOf({ position_qty }: Position): number {
  return position_qty;
}

function sizeCell({ position_qty, symbol }: Position) {
  return (
    <span className={position_qty > 0 ? "rise" : "fall"}>
      {decimal(position_qty, { isSigned: true })} {baseOf(symbol)}
    </span>
  );
}

function LiquidationCell({ row }: { readonly row: Position }) {
  const distance = distanceOf(row);
  if (distance === null) return <span className="faint">{text.noLiquidation}</span>;
  const { percent, nearness, length } = distance;
  const word = { safe: text.far, watch: text.watch, near: text.near };
  return (
    <span className="portfolio-liquidation" data-nearness={nearness}>
      {decimal(row.est_liq_price ?? 0)}
      <span className="portfolio-bar" aria-hidden>
        <span style={{ width: `${length * 100}%` }} />
      </span>
      <small>{nearness === "past" ? text.past : text.distance(`${decimal(percent)} %`, word[nearness])}</small>
    </span>
  );
}

function MarginCell({ row, onOpen }: CellProps) {
  // Its mode stands beside its market.
  if (row.margin_mode === "CROSS") return <span className="faint">{text.shared}</span>;
  return (
    <button
      type="button"
      className="portfolio-quiet"
      aria-label={text.marginOf(marketName(row.symbol), decimal(row.margin))}
      onClick={() => onOpen({ dialog: "margin", key: keyOfPosition(row) })}
    >
      {decimal(row.margin)}
    </button>
  );
}
