// What stands in the row of a position: what belongs together stands in one column, one below the other.

import { decimal, percent } from "../../../format/decimal.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { Change, Money } from "../../../parts/figure.tsx";
import type { Column } from "../../../parts/table/column.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Price, Size } from "../../figures/market-figure.tsx";
import { keyOfPosition } from "../acts/position-acts.ts";
import { MarketButton } from "../cells/market-button.tsx";
import type { OpenDialog } from "../dialogs/position-dialogs.tsx";
import { distanceOf } from "../risk/risk.ts";
import { PositionActions } from "./position-actions.tsx";
import { marginOf, returnOf, worthOf } from "./position-figures.ts";
import { TpslCell } from "./tpsl-cell.tsx";

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

interface CellProps {
  readonly row: Position;
  readonly onOpen: (open: OpenDialog) => void;
}

function MarketCell({ row, onOpen }: CellProps) {
  const { symbol, position_qty, leverage, margin_mode } = row;
  const isLong = position_qty > 0;
  return (
    <span className="portfolio-stack" data-side={isLong ? "long" : "short"}>
      <MarketButton symbol={symbol} />
      <span>
        <span className={isLong ? "rise" : "fall"}>{isLong ? words.common.long : words.common.short}</span>{" "}
        <button
          type="button"
          className="portfolio-quiet"
          aria-label={text.leverageOf(marketName(symbol), leverage)}
          onClick={() => onOpen({ dialog: "leverage", key: keyOfPosition(row) })}
        >
          {times(leverage)}
        </button>{" "}
        <span className="faint">{modes[margin_mode]}</span>
      </span>
    </span>
  );
}

function sizeCell(row: Position) {
  const { position_qty, symbol } = row;
  return (
    <span className="portfolio-stack">
      <span className={position_qty > 0 ? "rise" : "fall"}>
        <Size symbol={symbol} value={position_qty} isSigned /> {baseOf(symbol)}
      </span>
      <span className="faint">
        <Money value={worthOf(row)} /> USDC
      </span>
    </span>
  );
}

function profitCell(row: Position) {
  const share = returnOf(row);
  return (
    <span className="portfolio-stack">
      <Change value={row.unrealized_pnl} />
      <Change value={share} text={percent(share, { isSigned: true, places: 2 })} />
    </span>
  );
}

function LiquidationCell({ row }: { readonly row: Position }) {
  const distance = distanceOf(row);
  if (distance === null) return <span className="faint">{text.noLiquidation}</span>;
  const { nearness } = distance;
  const word = { safe: text.far, watch: text.watch, near: text.near };
  return (
    <span className="portfolio-stack" data-nearness={nearness}>
      <Price symbol={row.symbol} value={row.est_liq_price ?? 0} />
      <small title={nearness === "past" ? undefined : word[nearness]}>
        {nearness === "past" ? text.past : text.distance(`${decimal(distance.percent)} %`)}
      </small>
    </span>
  );
}

function MarginCell({ row, onOpen }: CellProps) {
  // Its mode stands below its market.
  if (row.margin_mode === "CROSS") {
    return (
      <span title={text.shared}>
        <Money value={marginOf(row)} />
      </span>
    );
  }
  return (
    <button
      type="button"
      className="portfolio-quiet"
      aria-label={text.marginOf(marketName(row.symbol), decimal(row.margin))}
      onClick={() => onOpen({ dialog: "margin", key: keyOfPosition(row) })}
    >
      <Money value={row.margin} />
    </button>
  );
}

function dayCell({ pnl_24_h, accrued_funding_fee }: Position) {
  return (
    <span className="portfolio-stack">
      <Change value={pnl_24_h} />
      <span className="faint" title={text.funding}>
        <Money value={accrued_funding_fee} />
      </span>
    </span>
  );
}
