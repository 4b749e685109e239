// What the account is worth and how near liquidation is, above its positions.

import type { ReactNode } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { decimal, percent } from "../../../format/decimal.ts";
import { Change } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Margin } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { dangerOf } from "./risk.ts";

const text = words.portfolio.strip;

export function AccountStrip({ session }: { readonly session: AccountSession }) {
  const margin = useCell(session.margin);
  if (margin === undefined) return null;
  return (
    <dl className="portfolio-strip" aria-label={text.label}>
      <Figure name={text.equity}>{decimal(margin.account_value)}</Figure>
      <Figure name={text.free}>{decimal(margin.free_collateral)}</Figure>
      <Figure name={text.unrealized}>
        <Change value={margin.total_unrealized_pnl} />
      </Figure>
      <Figure name={text.day}>
        <Change value={margin.total_pnl_24_h} />
      </Figure>
      <Figure name={text.ratio}>
        <Gauge margin={margin} />
      </Figure>
    </dl>
  );
}

function Figure({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** How much of the collateral maintenance margin needs; when it is all of it, liquidation begins. */
export function Gauge({ margin }: { readonly margin: Margin }) {
  const danger = dangerOf(margin);
  if (danger === null) return <span className="faint">{text.none}</span>;
  const shown = Math.round(danger.share * 100);
  return (
    <span className="portfolio-gauge" data-nearness={danger.nearness}>
      <span>{percent(margin.margin_ratio)}</span>
      <span className="portfolio-bar" title={text.gauge} aria-hidden>
        <span style={{ width: `${shown}%` }} />
      </span>
      <small>
        {text.words[danger.nearness]}, {text.below(percent(margin.maintenance_margin_ratio))}
      </small>
    </span>
  );
}
