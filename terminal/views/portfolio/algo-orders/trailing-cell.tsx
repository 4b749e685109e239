// A trailing stop's distance to the mark price, and its activation price as long as it is not active.

import { fractionOf } from "../../../format/exact.ts";
import { percentFigure } from "../../../format/figure-text.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { AlgoOrder } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import { EditCell } from "../cells/edit-cell.tsx";
import { type AlgoRow, canChange } from "../protection/algo-tree.ts";
import { amendingAlgo, keyOfAlgo } from "./algo-acts.ts";
import { FieldCell } from "./algo-field-cell.tsx";

const text = words.portfolio.algo;

/** The field of the distance: a share of the price, or an amount in USDC; undefined for orders that do not trail. */
export function distanceFieldOf({ callback_rate, callback_value }: AlgoOrder) {
  if (callback_rate !== null && callback_rate !== 0) return "callback_rate";
  return callback_value === null || callback_value === 0 ? undefined : "callback_value";
}

interface TrailingCellProps {
  readonly session: AccountSession;
  readonly row: AlgoRow;
}

export function TrailingCell({ session, row }: TrailingCellProps) {
  return (
    <span className="portfolio-filled">
      <span className="portfolio-with-unit">
        <Distance session={session} row={row} />
        <span className="faint">{text.behind}</span>
      </span>
      {canChange(row, "activated_price") && (
        <span className="portfolio-with-unit">
          <span className="faint">{text.from}</span>
          <FieldCell session={session} row={row} field="activated_price" name={text.activation} />
        </span>
      )}
    </span>
  );
}

function Distance({ session, row }: TrailingCellProps) {
  const { callback_rate } = row.order;
  if (distanceFieldOf(row.order) === "callback_value") {
    return <FieldCell session={session} row={row} field="callback_value" name={text.distance} />;
  }
  const share = percentFigure(callback_rate ?? 0);
  if (!canChange(row, "callback_rate")) return `${share} %`;
  return (
    <>
      <EditCell
        session={session}
        actKey={keyOfAlgo(row)}
        name={`${text.distance} %`}
        value={share}
        act={(typed) => amendingAlgo(session, row, "callback_rate", fractionOf(typed))}
      />
      <span className="faint">%</span>
    </>
  );
}
