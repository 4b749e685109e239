// What a plan comes to: slices and their interval, or the average price and the margin of all orders of a scale, which the
// venue says of one order like them.

import { ApiError } from "@evermark/client";
import { useEffect, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { decimal } from "../../format/decimal.ts";
import { baseOf } from "../../format/market-name.ts";
import { Fact } from "../../parts/fact.tsx";
import type { PlanTerms, ScaleTerms } from "../../session/plans/moves/plan.ts";
import { averageTicks, rungsOf } from "../../session/plans/moves/scale.ts";
import { smallestSlice } from "../../session/plans/moves/twap.ts";
import { ofSteps, textOfSteps } from "../../session/plans/moves/whole-steps.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { Becomes } from "../figures/becomes.tsx";
import { refusalOf } from "../ticket/refusals.ts";
import { spanOf } from "./plan-words.ts";

const text = words.plans;
/** A trader who types is not done yet. */
const PAUSE_MS = 300;

export function PlanPreview({ terms }: { readonly terms: PlanTerms }) {
  const base = baseOf(terms.symbol);
  if (terms.kind === "SCALE") return <ScalePreview terms={terms} base={base} />;
  if (terms.kind === "CHASE") return null;
  const size = decimal(ofSteps(smallestSlice(terms), terms.lot));
  return <p className="ticket-hint">{text.each(size, base, spanOf(terms.intervalMs))}</p>;
}

function ScalePreview({ terms, base }: { readonly terms: ScaleTerms; readonly base: string }) {
  const rungs = rungsOf(terms);
  const average = Math.round(averageTicks(rungs));
  const size = (at: number) => decimal(ofSteps(rungs.at(at)?.lots ?? 0, terms.lot));
  const preview = usePreview(terms, average);
  return (
    <section className="ticket-preview" aria-label={text.preview.title}>
      <dl className="facts">
        <Fact name={text.preview.average}>{decimal(ofSteps(average, terms.tick))}</Fact>
        <Fact name={text.preview.rungs}>{text.preview.pair(size(0), size(-1), base)}</Fact>
        {preview?.refused === undefined && preview !== undefined && (
          <Becomes name={text.preview.margin} before={preview.before} after={preview.after} />
        )}
      </dl>
      {preview?.refused !== undefined && (
        <p className="note" data-tone="bad">
          <strong>{text.preview.refused}.</strong> {preview.refused}
        </p>
      )}
    </section>
  );
}

interface Previewed {
  readonly refused: string | undefined;
  readonly before: number;
  readonly after: number | undefined;
}

/** Of one order of the whole size at the average price. */
function usePreview({ symbol, side, marginMode, reduceOnly, sizeLots, lot, tick }: ScaleTerms, average: number) {
  const session = useCell(useTerminal().account);
  const [previewed, setPreviewed] = useState<Previewed>();
  const quantity = textOfSteps(sizeLots, lot);
  const price = textOfSteps(average, tick);
  useEffect(() => {
    setPreviewed(undefined);
    if (session === null) return;
    let isWanted = true;
    const timer = setTimeout(async () => {
      const order = { symbol, side, order_type: "LIMIT", order_quantity: quantity, order_price: price } as const;
      const mode = { ...(marginMode && { margin_mode: marginMode }), ...(reduceOnly && { reduce_only: true }) };
      try {
        const { refusal, before, after } = await session.client.orders.preview({ ...order, ...mode });
        const refused = refusal ? refusalOf(refusal) : undefined;
        if (isWanted) setPreviewed({ refused, before: before.margin_used, after: after?.margin_used });
      } catch (error) {
        if (isWanted && error instanceof ApiError) setPreviewed(undefined);
      }
    }, PAUSE_MS);
    return () => {
      isWanted = false;
      clearTimeout(timer);
    };
  }, [session, symbol, side, quantity, price, marginMode, reduceOnly]);
  return previewed;
}
