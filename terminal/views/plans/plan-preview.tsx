// A preview of a plan: its slices and their interval, or the average price of a scale; and the account after all of it is
// placed, from the venue's preview of a single order of the same size.

import { useCell } from "../../cells/use-cell.ts";
import { decimal } from "../../format/figure-text.ts";
import { baseOf } from "../../format/market-name.ts";
import { Fact } from "../../parts/fact.tsx";
import type { PlanTerms, ScaleTerms } from "../../session/plans/moves/plan.ts";
import { averageTicks, rungsOf } from "../../session/plans/moves/scale.ts";
import { smallestSlice } from "../../session/plans/moves/twap.ts";
import { ofSteps, textOfSteps } from "../../session/plans/moves/whole-steps.ts";
import { words } from "../../texts/words.ts";
import { AccountFigures, Refusal, type Ticket } from "../ticket/for-plans.ts";
import { spanOf } from "./plan-words.ts";

const text = words.plans;

export function PlanPreview({ ticket, terms }: { readonly ticket: Ticket; readonly terms: PlanTerms }) {
  const seen = useCell(ticket.foresight.seen);
  const { symbol, lot, sizeLots } = terms;
  // For a preview of another order, only the possible size would apply.
  const isWhole = seen?.body.symbol === symbol && seen.body.order_quantity === textOfSteps(sizeLots, lot);
  return (
    <section className="ticket-preview" aria-label={text.preview.title} data-old={seen?.isOld}>
      {terms.kind === "TWAP" && (
        <p className="ticket-hint">
          {text.each(decimal(ofSteps(smallestSlice(terms), lot)), baseOf(symbol), spanOf(terms.intervalMs))}
        </p>
      )}
      {terms.kind === "SCALE" && <Rungs terms={terms} />}
      {isWhole && <Refusal preview={seen.preview} />}
      {isWhole && <AccountFigures preview={seen.preview} symbol={symbol} isWhole />}
    </section>
  );
}

function Rungs({ terms }: { readonly terms: ScaleTerms }) {
  const rungs = rungsOf(terms);
  const size = (at: number) => decimal(ofSteps(rungs.at(at)?.lots ?? 0, terms.lot));
  return (
    <dl className="facts">
      <Fact name={text.preview.average}>{decimal(ofSteps(Math.round(averageTicks(rungs)), terms.tick))}</Fact>
      <Fact name={text.preview.rungs}>{text.preview.pair(size(0), size(-1), baseOf(terms.symbol))}</Fact>
    </dl>
  );
}
