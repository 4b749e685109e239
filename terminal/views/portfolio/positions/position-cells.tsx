// The cells of a position's row: related figures are shown one below the other.

import { decimal, percent } from "../../../format/figure-text.ts";
import { baseOf, marketName } from "../../../format/market-name.ts";
import { Change, Money } from "../../../parts/figure.tsx";
import type { Position } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { Price, Size } from "../../figures/market-figure.tsx";
import { keyOfPosition } from "../acts/position-acts.ts";
import { MarketButton } from "../cells/market-button.tsx";
import type { OpenDialog } from "../dialogs/position-dialogs.tsx";
import { distanceOf } from "../risk/risk-view.ts";
import { marginOf, returnOf, worthOf } from "./position-figures.ts";

const { positions: text, modes, times } = words.portfolio;

interface CellProps {
  readonly row: Position;
  readonly onOpen: (open: OpenDialog) => void;
}

export function MarketCell({ row, onOpen }: CellProps) {
  const { symbol, position_qty, leverage, margin_mode } = row;
  const isLong = position_qty > 0;
  return (
    <span className="portfolio-stack">
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

export function sizeCell(row: Position) {
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

export function profitCell(row: Position) {
  const share = returnOf(row);
  return (
    <span className="portfolio-stack">
      <Change value={row.unrealized_pnl} />
      <Change value={share} text={percent(share, { isSigned: true, places: 2 })} />
    </span>
  );
}

export function LiquidationCell({ row }: { readonly row: Position }) {
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

export function MarginCell({ row, onOpen }: CellProps) {
  // The margin mode is shown below the market.
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

export function dayCell({ pnl_24_h, accrued_funding_fee }: Position) {
  return (
    <span className="portfolio-stack">
      <Change value={pnl_24_h} />
      <span className="faint" title={text.funding}>
        <Money value={accrued_funding_fee} />
      </span>
    </span>
  );
}
