// The choice of an order type: the two most used are always visible, the others are in a list.

import { useId } from "react";
import { useCell } from "../../cells/use-cell.ts";
import type { PlanKind } from "../../session/plans/moves/plan.ts";
import { words } from "../../texts/words.ts";
import { KINDS, type Kind } from "./order-kinds.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;
const USUAL: readonly Kind[] = ["LIMIT", "MARKET"];
const PLANS = Object.keys(words.plans.kinds) as PlanKind[];
const OTHERS = KINDS.filter((kind) => !USUAL.includes(kind));

export function KindChoice({ ticket, kind }: { readonly ticket: Ticket; readonly kind: Kind }) {
  const name = useId();
  const plan = useCell(ticket.plan);
  const isOther = plan !== null || !USUAL.includes(kind);
  const choose = (chosen: string) => {
    if (PLANS.some((each) => each === chosen)) return ticket.choosePlan(chosen as PlanKind);
    ticket.plan.set(null);
    ticket.change({ kind: chosen as Kind, percent: null });
  };
  return (
    <fieldset className="ticket-kinds">
      <legend className="unseen">{text.kind}</legend>
      {USUAL.map((each) => (
        <label key={each} data-chosen={plan === null && each === kind}>
          <input
            type="radio"
            className="ticket-cover"
            name={name}
            checked={plan === null && each === kind}
            onChange={() => choose(each)}
          />
          {text.kindNames[each]}
        </label>
      ))}
      <select
        aria-label={text.moreKinds}
        data-chosen={isOther}
        value={plan ?? (isOther ? kind : "")}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="" disabled>
          {text.moreKinds}
        </option>
        {OTHERS.map((each) => (
          <option key={each} value={each}>
            {text.kindNames[each]}
          </option>
        ))}
        <optgroup label={words.plans.group}>
          {PLANS.map((each) => (
            <option key={each} value={each}>
              {words.plans.kinds[each]}
            </option>
          ))}
        </optgroup>
      </select>
      {isOther && plan === null && <p className="ticket-hint">{text.kindHints[kind]}</p>}
    </fieldset>
  );
}
