// The answer to a preview: the account before and after the change, and why the change would be refused. Figures are
// those of the position endpoints. Interface 4.5, rules 5.2.

import type { EngineReader, Preview, PreviewedFigures, Rejection } from "@evermark/engine";
import type { PreviewOf } from "@evermark/interface/rows/endpoint.ts";
import type { positions } from "@evermark/interface/trading/positions.ts";
import { refusalOf } from "../../wire/api-error.ts";
import { fromMicros } from "../../wire/decimals.ts";
import { presentMargin, presentPosition } from "./present-margin.ts";

type ChangePreview = PreviewOf<typeof positions.setLeverages>;
type PresentedFigures = ChangePreview["before"];

/** Previews a change of the account's own settings or margin. */
export function presentChange(engine: EngineReader, { before, after, rejection }: Preview): ChangePreview {
  return {
    would_be: rejection === null ? "accepted" : "refused",
    refusal: presentRefusal(rejection),
    ...presentChangedFigures(engine, { before, after }),
  };
}

export function presentChangedFigures(engine: EngineReader, { before, after }: Pick<Preview, "before" | "after">) {
  return { before: presentFigures(engine, before), after: after === null ? null : presentFigures(engine, after) };
}

export function presentRefusal(rejection: Rejection | null): ChangePreview["refusal"] {
  if (rejection === null) return null;
  const { code, message } = refusalOf(rejection);
  return { code, message, detail: rejection.detail };
}

function presentFigures(engine: EngineReader, { margin, position }: PreviewedFigures): PresentedFigures {
  return {
    ...presentMargin(margin),
    margin_used: fromMicros(margin.initialMarginWithOrders),
    maintenance_margin: fromMicros(margin.maintenanceMargin),
    isolated_order_frozen: fromMicros(margin.isolatedOrderFrozen),
    position: position === null ? null : presentAsked(engine, position),
  };
}

/** Leaves out the last 24 hours' figures, and when and how often the position changed: they are not predicted. */
function presentAsked(engine: EngineReader, view: NonNullable<PreviewedFigures["position"]>) {
  const {
    pnl_24_h: _pnl,
    fee_24_h: _fee,
    last_sum_unitary_funding: _sum,
    seq: _seq,
    timestamp: _opened,
    updated_time: _updated,
    ...position
  } = presentPosition(engine, view, NO_DAY);
  return position;
}

const NO_DAY = { pnl: 0, fee: 0 };
