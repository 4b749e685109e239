// The account's value and its nearness to liquidation, above the positions.

import type { ReactNode } from "react";
import { useCell } from "../../../cells/use-cell.ts";
import { money } from "../../../format/figure-text.ts";
import { Change, Money } from "../../../parts/figure.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import { shareText } from "../../../session/account/margin-usage.ts";
import type { Margin } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { dangerOf } from "./risk-view.ts";

const text = words.portfolio.strip;

export function AccountStrip({ session }: { readonly session: AccountSession }) {
  const margin = useCell(session.margin);
  if (margin === undefined) return null;
  return (
    <dl className="portfolio-strip" aria-label={text.label}>
      <Figure name={text.equity}>
        <Money value={margin.account_value} />
      </Figure>
      <Figure name={text.free}>
        <Money value={margin.free_collateral} />
      </Figure>
      <Figure name={text.unrealized}>
        <Change value={margin.total_unrealized_pnl} />
      </Figure>
      <Figure name={text.day}>
        <Change value={margin.total_pnl_24_h} />
      </Figure>
      <Figure name={text.usage}>
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

function Gauge({ margin }: { readonly margin: Margin }) {
  const danger = dangerOf(margin);
  if (danger === null) return <span className="faint">{text.none}</span>;
  return (
    <span className="portfolio-gauge" data-nearness={danger.nearness}>
      <span>{shareText(danger.share)}</span>
      <span className="portfolio-bar" title={text.gauge} aria-hidden>
        <span style={{ width: `${Math.round(danger.share * 100)}%` }} />
      </span>
      <small>
        {text.words[danger.nearness]}, {text.left(money(danger.left))}
      </small>
    </span>
  );
}
