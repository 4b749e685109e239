// Explains liquidations, with their figures and the reason, until the trader dismisses them.

import { useCell } from "../../../cells/use-cell.ts";
import { decimal } from "../../../format/figure-text.ts";
import { baseOf } from "../../../format/market-name.ts";
import { dayAndTime } from "../../../format/time.ts";
import { Button } from "../../../parts/button.tsx";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { Liquidation } from "../../../session/account/liquidation-report.ts";
import { words } from "../../../texts/words.ts";
import { liquidationsOf } from "./liquidations.ts";
import { titleOf } from "./use-liquidation-news.ts";

const text = words.portfolio.liquidated;

interface LiquidationNotesProps {
  readonly session: AccountSession;
  /** Shows the list of all liquidations; absent when there is no such list. */
  readonly onRecord?: (() => void) | undefined;
}

export function LiquidationNotes({ session, onRecord }: LiquidationNotesProps) {
  const cell = liquidationsOf(session);
  const liquidations = useCell(cell);
  if (liquidations.length === 0) return null;
  return (
    <div className="portfolio-danger portfolio-taken">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <div className="portfolio-taken-said" role="alert" tabIndex={0} aria-label={text.label}>
        {liquidations.map((liquidation) => (
          <LiquidationNote key={`${liquidation.liquidationId} ${liquidation.timestamp}`} liquidation={liquidation} />
        ))}
        <details>
          <summary>{text.whyTitle}</summary>
          <p className="soft">{text.why}</p>
        </details>
      </div>
      <p className="portfolio-taken-acts">
        {onRecord && <Button onClick={onRecord}>{text.record}</Button>}
        <Button onClick={() => cell.set([])}>{text.dismiss}</Button>
      </p>
    </div>
  );
}

function LiquidationNote({ liquidation }: { readonly liquidation: Liquidation }) {
  const { liquidationId, timestamp, transferredToFund, positions } = liquidation;
  return (
    <>
      <p>
        <strong>{titleOf(liquidation)}</strong>{" "}
        <span className="faint">
          {text.number(liquidationId)}, {dayAndTime(timestamp)}
        </span>
      </p>
      {positions.map(({ symbol, quantity, price, fees }) => (
        <p key={symbol}>
          {text.text(decimal(quantity, { isSigned: true }), baseOf(symbol), decimal(price), feesText(fees))}
        </p>
      ))}
      {transferredToFund > 0 && <p>{text.transferred(decimal(transferredToFund))}</p>}
      {transferredToFund < 0 && <p>{text.absorbed(decimal(-transferredToFund))}</p>}
    </>
  );
}

function feesText([first = 0, ofFund]: readonly number[]): string {
  return ofFund === undefined ? text.fee(decimal(first)) : text.fees(decimal(first), decimal(ofFund));
}
