// Plans: their form in the ticket and their list. What shows them is loaded later than the page, which runs them from the
// beginning.

// Here and not with what it styles: a style sheet that comes later would have to be asked for.
import "../plans/plans.css";
import { Cell } from "../../cells/cell.ts";
import { useSelected } from "../../cells/use-cell.ts";
import { later } from "../../parts/later.tsx";
import { isOver } from "../../session/plans/moves/plan.ts";
import type { ShownPlan } from "../../session/plans/plan-desk.ts";
import { words } from "../../texts/words.ts";
import { usePlanDesk } from "../plans/running-plans.ts";
import type { PlanFormProps } from "../ticket/ticket-view.tsx";

const form = later(() => import("./when-signed-in.ts").then((file) => file.PlanForm));
const table = later(() => import("./when-signed-in.ts").then((file) => file.PlansTable));

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

/** With how many of them are not over. */
export function PlansTab() {
  return words.plans.tab(useSelected(usePlanDesk()?.shown ?? NONE, alive));
}

const NONE = new Cell<readonly ShownPlan[]>([]);
const alive = (plans: readonly ShownPlan[]) => plans.filter(({ plan }) => !isOver(plan)).length;
