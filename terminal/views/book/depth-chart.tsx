// Draws both depth curves, the figures at their edges, and those at the pointer; with a text version for screen readers.

import { type PointerEvent, useState } from "react";
import { decimal, rounded } from "../../format/figure-text.ts";
import { baseOf, marketName } from "../../format/market-name.ts";
import { words } from "../../texts/words.ts";
import { type Depth, depthAt, priceAt, stepPath, xOf } from "./depth-curve.ts";
import type { Grid } from "./grouping.ts";
import { useSize } from "./use-size.ts";

interface DepthChartProps {
  readonly symbol: string;
  readonly depth: Depth;
  readonly grid: Grid;
}

export function DepthChart({ symbol, depth, grid }: DepthChartProps) {
  const [box, frame] = useSize<HTMLDivElement>();
  const [x, setX] = useState<number | undefined>();
  const unit = baseOf(symbol);
  const price = (value: number) => decimal(rounded(value, grid.pricePlaces), { places: grid.pricePlaces });
  const total = (value: number) => decimal(value, { places: grid.quantityPlaces });
  const { bids, asks, low, high, most } = depth;
  const inWords = words.book.depthInWords(
    ...([total(bids.at(-1)?.total ?? 0), price(low), total(asks.at(-1)?.total ?? 0), price(high), unit] as const),
  );
  const at = x === undefined ? undefined : depthAt(priceAt(x, depth, frame), depth);
  const follow = ({ nativeEvent }: PointerEvent) => setX(nativeEvent.offsetX);
  return (
    <>
      <p className="depth-at">
        {at === undefined
          ? words.book.mostOf(total(most), unit)
          : words.book.depthAt(total(at.total), unit, price(at.price), at.isAsk)}
      </p>
      <div className="depth-box" ref={box}>
        <svg
          className="depth"
          width={frame.width}
          height={frame.height}
          role="img"
          aria-label={`${words.book.depthOf(marketName(symbol))}. ${inWords}`}
          onPointerMove={follow}
          onPointerLeave={() => setX(undefined)}
        >
          {(["bids", "asks"] as const).map((side) => (
            <Curve key={side} side={side} depth={depth} frame={frame} />
          ))}
          {at !== undefined && (
            <line
              className="depth-line"
              x1={xOf(at.price, depth, frame)}
              x2={xOf(at.price, depth, frame)}
              y2={frame.height}
            />
          )}
        </svg>
      </div>
      <div className="depth-axis" aria-hidden>
        <span>{price(low)}</span>
        <span>{price((low + high) / 2)}</span>
        <span>{price(high)}</span>
      </div>
    </>
  );
}

interface CurveProps {
  readonly side: "asks" | "bids";
  readonly depth: Depth;
  readonly frame: { readonly width: number; readonly height: number };
}

function Curve({ side, depth, frame }: CurveProps) {
  const line = stepPath(side, depth, frame);
  if (line === "") return null;
  return (
    <g className={`depth-${side}`}>
      <path className="depth-area" d={`${line}V${frame.height}Z`} />
      <path className="depth-curve" d={line} />
    </g>
  );
}
