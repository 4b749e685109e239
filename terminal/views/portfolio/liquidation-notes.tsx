// Says what a liquidation did, with its figures and why, until somebody has read it.

import { decimal } from "../../format/decimal.ts";
import { baseOf, marketName } from "../../format/market-name.ts";
import { dayAndTime } from "../../format/time.ts";
import { Button } from "../../parts/button.tsx";
import type { AccountSession } from "../../session/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { useCell } from "../../state/use-cell.ts";
import { words } from "../../texts/words.ts";
import { type Liquidation, liquidationsOf } from "./liquidations.ts";

const text = words.portfolio.liquidated;

interface LiquidationNotesProps {
  readonly session: AccountSession;
  /** Shows the list of all liquidations; absent where there is none beside. */
  readonly onRecord?: (() => void) | undefined;
}

export function LiquidationNotes({ session, onRecord }: LiquidationNotesProps) {
  const terminal = useTerminal();
  const cell = liquidationsOf(session, (taken) => {
    for (const liquidation of taken) terminal.notify({ tone: "bad", title: titleOf(liquidation), text: text.look });
  });
  const liquidations = useCell(cell);
  if (liquidations.length === 0) return null;
  return (
    <div className="portfolio-danger" role="alert">
      {liquidations.map((liquidation) => (
        <LiquidationNote key={`${liquidation.liquidationId} ${liquidation.timestamp}`} liquidation={liquidation} />
      ))}
      <p className="soft">{text.why}</p>
      <p className="portfolio-all">
        {onRecord && <Button onClick={onRecord}>{text.record}</Button>}
        <Button onClick={() => cell.set([])}>{text.dismiss}</Button>
      </p>
    </div>
  );
}

function LiquidationNote({ liquidation }: { readonly liquidation: Liquidation }) {
  const { liquidationId, timestamp, transferAmountToInsuranceFund: transferred, positionsByPerp } = liquidation;
  return (
    <>
      <p>
        <strong>{titleOf(liquidation)}</strong>{" "}
        <span className="faint">
          {text.number(liquidationId)}, {dayAndTime(timestamp)}
        </span>
      </p>
      {positionsByPerp.map(({ symbol, positionQty, transferPrice, absLiquidationFee }) => (
        <p key={symbol}>
          {text.text(
            decimal(positionQty, { isSigned: true }),
            baseOf(symbol),
            decimal(transferPrice),
            decimal(absLiquidationFee),
          )}
        </p>
      ))}
      {transferred > 0 && <p>{text.transferred(decimal(transferred))}</p>}
      {transferred < 0 && <p>{text.absorbed(decimal(-transferred))}</p>}
    </>
  );
}

function titleOf({ positionsByPerp }: Liquidation): string {
  return text.title(positionsByPerp.map(({ symbol }) => marketName(symbol)).join(", "));
}
