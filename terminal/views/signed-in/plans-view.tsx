// Plans: their form in the ticket and their list. Both are loaded after the page, while the page itself runs the plans
// from the start.

// Imported here and not by the parts it styles: a style sheet loaded later would need a request of its own.
import "../plans/plans.css";
import { Cell } from "../../cells/cell.ts";
import { useSelected } from "../../cells/use-cell.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { isOver } from "../../session/plans/moves/plan.ts";
import type { ShownPlan } from "../../session/plans/plan-runner.ts";
import { words } from "../../texts/words.ts";
import { usePlanRunner } from "../plans/running-plans.ts";
import type { PlanFormProps } from "../ticket/ticket-view.tsx";

const form = lazyView(() => import("./when-signed-in.ts").then((file) => file.PlanForm));
const table = lazyView(() => import("./when-signed-in.ts").then((file) => file.PlansTable));

export function PlanFormView(props: PlanFormProps) {
  return (
    <form.View
      {...props}
      around={(place) => (
        <div className="ticket-fields">
          {props.choices}
          {place}
        </div>
      )}
    />
  );
}

export function PlansView() {
  return <table.View />;
}

/** The tab's name, with the number of plans that are not over. */
export function PlansTab() {
  return words.plans.tab(useSelected(usePlanRunner()?.shown ?? NONE, alive));
}

const NONE = new Cell<readonly ShownPlan[]>([]);
const alive = (plans: readonly ShownPlan[]) => plans.filter(({ plan }) => !isOver(plan)).length;
