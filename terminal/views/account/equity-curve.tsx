// What the account was worth at the end of each day. The table below it says the same in figures.

import { decimal } from "../../format/decimal.ts";
import { words } from "../../texts/words.ts";
import { curveOf } from "./curve.ts";
import type { DayRow } from "./statistics.tsx";

const texts = words.account.statistics;
const BOX = { width: 600, height: 140, margin: 6 };

interface EquityCurveProps {
  /** Oldest first, at least one. */
  readonly days: readonly DayRow[];
}

export function EquityCurve({ days }: EquityCurveProps) {
  const { points, low, high } = curveOf(
    days.map(({ account_value }) => account_value),
    BOX,
  );
  const first = days[0]!;
  const last = days[days.length - 1]!;
  return (
    <figure className="account-curve">
      <figcaption className="account-small">{texts.curve}</figcaption>
      <div className="account-curve-box">
        <svg
          role="img"
          aria-label={texts.curveSays(first.date, decimal(first.account_value), last.date, decimal(last.account_value))}
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
        >
          <polyline points={points} fill="none" vectorEffect="non-scaling-stroke" />
        </svg>
        <div className="account-curve-scale">
          <span>{decimal(high)}</span>
          {high > low && <span>{decimal(low)}</span>}
        </div>
      </div>
      <div className="account-curve-days account-small">
        <span>{first.date}</span>
        {days.length > 1 && <span>{last.date}</span>}
      </div>
    </figure>
  );
}
