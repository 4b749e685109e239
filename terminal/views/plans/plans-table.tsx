// The account's plans: their progress, what holds them up, and the buttons that pause and stop them.

import { useMemo } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { decimal } from "../../format/figure-text.ts";
import { baseOf, marketName } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import { Table } from "../../parts/table/table.tsx";
import type { Column } from "../../parts/table/table-column.ts";
import { isOver, type Plan } from "../../session/plans/moves/plan.ts";
import { ofSteps } from "../../session/plans/moves/whole-steps.ts";
import type { PlanRunner, ShownPlan } from "../../session/plans/plan-runner.ts";
import { useOnlyMarket, useOnlyRows } from "../../state/only-market.ts";
import { words } from "../../texts/words.ts";
import { nameOfPlan, sideOf, termsOfPlan, whyOf } from "./plan-words.ts";
import { usePlanRunner } from "./running-plans.ts";

const text = words.plans;

export function PlansTable() {
  const runner = usePlanRunner();
  return runner === null ? <p className="empty">{text.list.signedOut}</p> : <OwnPlans runner={runner} />;
}

function OwnPlans({ runner }: { readonly runner: PlanRunner }) {
  const { only } = useOnlyMarket();
  const rows = useOnlyRows(useCell(runner.shown), symbolOf) ?? [];
  const place = useCell(runner.place);
  const columns = useMemo(() => columnsOf(runner), [runner]);
  return (
    <>
      {rows.length > 0 && (
        <div className="plans-head">
          <p className="note">{place === "elsewhere" ? text.elsewhere : text.needsPage}</p>
          {place === "here" && rows.some(({ plan }) => isOver(plan)) && (
            <Button look="bare" onClick={() => runner.clear()}>
              {text.list.clear}
            </Button>
          )}
        </div>
      )}
      <Table
        caption={text.list.caption}
        columns={columns}
        rows={rows}
        keyOf={({ plan }) => plan.id}
        empty={only === undefined ? text.list.empty : words.portfolio.noneIn(marketName(only))}
        cards="roomy"
      />
    </>
  );
}

const symbolOf = ({ plan }: ShownPlan) => plan.terms.symbol;

function columnsOf(runner: PlanRunner): readonly Column<ShownPlan>[] {
  return [
    { id: "market", name: text.list.market, onCard: "head", cell: ({ plan }) => marketName(plan.terms.symbol) },
    { id: "plan", name: text.list.plan, onCard: "line", cell: ({ plan }) => <What plan={plan} /> },
    { id: "progress", name: text.list.progress, cell: (row) => <Filled {...row} /> },
    { id: "state", name: text.list.state, onCard: "line", cell: (row) => <State {...row} /> },
    { id: "actions", name: text.list.actions, onCard: "foot", cell: (row) => <Actions runner={runner} {...row} /> },
  ];
}

function What({ plan: { terms } }: { readonly plan: Plan }) {
  return (
    <span className="plans-what">
      <span>
        {text.kinds[terms.kind]} <span className={terms.side === "BUY" ? "rise" : "fall"}>{sideOf(terms.side)}</span>
      </span>
      <span className="faint">{termsOfPlan(terms)}</span>
    </span>
  );
}

function Filled({ plan: { terms, state }, progress }: ShownPlan) {
  const lots = state.is === "over" ? state.executedLots : progress?.executedLots;
  if (lots === undefined) return "–";
  const done = text.list.done(
    decimal(ofSteps(lots, terms.lot)),
    decimal(ofSteps(terms.sizeLots, terms.lot)),
    baseOf(terms.symbol),
  );
  return (
    <span className="plans-filled">
      <progress aria-label={done} value={lots} max={terms.sizeLots} />
      <span>{done}</span>
    </span>
  );
}

function State({ plan, progress }: ShownPlan) {
  const { is } = plan.state;
  const why = whyOf(plan);
  if (is === "over") return why;
  const resting = progress?.resting ?? 0;
  return (
    <span className="plans-what">
      <span>{progress === undefined ? text.states.elsewhere : text.states[is]}</span>
      {resting > 0 && <span className="faint">{text.list.resting(resting)}</span>}
      {why !== undefined && <span className="fall">{why}</span>}
      {progress?.isUnreachable && <span className="fall">{text.unreachable}</span>}
    </span>
  );
}

function Actions({ runner, plan, progress }: ShownPlan & { readonly runner: PlanRunner }) {
  const { is } = plan.state;
  if (progress === undefined || is === "over" || is === "stopping") return null;
  const what = nameOfPlan(plan.terms);
  return (
    <span className="portfolio-actions">
      {is === "running" ? (
        <Button className="portfolio-small" aria-label={text.list.pauseOf(what)} onClick={() => runner.pause(plan.id)}>
          {text.list.pause}
        </Button>
      ) : (
        <Button
          className="portfolio-small"
          aria-label={text.list.resumeOf(what)}
          onClick={() => runner.resume(plan.id)}
        >
          {text.list.resume}
        </Button>
      )}
      <Button className="portfolio-small" aria-label={text.list.stopOf(what)} onClick={() => runner.stop(plan.id)}>
        {text.list.stop}
      </Button>
    </span>
  );
}
