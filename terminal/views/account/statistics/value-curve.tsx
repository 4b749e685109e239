// A line chart of a value over time, such as an account's value or a vault's gain. Pointing at it shows the value there; its
// label gives the first and the last value in words.

import { type PointerEvent, useState } from "react";
import { decimal } from "../../../format/figure-text.ts";
import { words } from "../../../texts/words.ts";
import { curveOf, nearestOf } from "./curve.ts";

const texts = words.account.curve;
const BOX = { width: 600, height: 160, margin: 8 };

export interface ValueAt {
  /** A day, or a time. */
  readonly at: string;
  readonly value: number;
}

interface ValueCurveProps {
  /** What the chart shows, with its unit. */
  readonly caption: string;
  /** Oldest first, at least one. */
  readonly values: readonly ValueAt[];
  /** Whether negative values are losses: then a line marks zero. */
  readonly isGain?: boolean | undefined;
}

export function ValueCurve({ caption, values, isGain = false }: ValueCurveProps) {
  const [pointed, setPointed] = useState<number | null>(null);
  const { points, low, high, places } = curveOf(
    values.map(({ value }) => value),
    BOX,
  );
  const first = values[0]!;
  const last = values[values.length - 1]!;
  const shown = (value: number) => decimal(value, { isSigned: isGain });
  const said = pointed === null ? undefined : values[pointed];
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    setPointed(nearestOf((clientX - left) / width, values.length));
  };
  const here = pointed === null ? undefined : places[pointed];
  const zero = isGain && low < 0 && high > 0 ? BOX.height - heightOf(-low / (high - low)) : undefined;
  return (
    <figure className="account-curve">
      <figcaption className="account-small">
        <span>{caption}</span>
        <output aria-live="off">{said && `${said.at} · ${shown(said.value)}`}</output>
      </figcaption>
      <div className="account-curve-box">
        <svg
          role="img"
          aria-label={texts.says(caption, first.at, shown(first.value), last.at, shown(last.value))}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          onPointerMove={point}
          onPointerLeave={() => setPointed(null)}
        >
          {zero !== undefined && <path className="account-curve-rule" d={`M0 ${zero}H${BOX.width}`} />}
          {here !== undefined && <path className="account-curve-rule" d={`M${here.x} 0V${BOX.height}`} />}
          <polyline points={points} fill="none" vectorEffect="non-scaling-stroke" />
        </svg>
        <div className="account-curve-scale">
          <span>{shown(high)}</span>
          {high > low && <span>{shown(low)}</span>}
        </div>
        <div className="account-curve-days account-small">
          <span>{first.at}</span>
          {values.length > 1 && <span>{last.at}</span>}
        </div>
      </div>
    </figure>
  );
}

/** Distance from the bottom of the box, for a share of the range of values. */
function heightOf(share: number): number {
  return BOX.margin + share * (BOX.height - 2 * BOX.margin);
}
