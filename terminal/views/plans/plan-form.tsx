// The form of a plan: its fields, its preview, and the button that starts it.

import { type FormEvent, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { baseOf } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import { Switch } from "../../parts/field.tsx";
import type { PlanRunner } from "../../session/plans/plan-runner.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { OrderMoney, SizeFields } from "../ticket/for-plans.ts";
import type { PlanFormProps } from "../ticket/ticket-view.tsx";
import { PlanFields } from "./plan-fields.tsx";
import { isPlan, type PlanField, planOf } from "./plan-of.ts";
import { PlanPreview } from "./plan-preview.tsx";
import { nameOfPlan, sideOf } from "./plan-words.ts";
import { usePlanRunner } from "./running-plans.ts";

const text = words.plans;

export function PlanForm({ ticket, kind, choices }: PlanFormProps) {
  const terminal = useTerminal();
  const runner = usePlanRunner();
  const symbol = useCell(terminal.symbol);
  const rule = useCell(terminal.venue.rules).get(symbol);
  // Rerenders with the market's price, by which a size in USDC is converted.
  useCell(terminal.venue.markets.of(symbol));
  const draft = useCell(ticket.draft);
  const plan = useCell(ticket.planDraft);
  const [isTried, setTried] = useState(false);
  const { side, size, reduceOnly } = draft;
  const order = ticket.asOrder();
  const made = rule && planOf(kind, plan, { ...ticket.market(), side, size, reduceOnly, rule, quantity: order.size });
  const faultOf = (field: PlanField) => {
    const fault = made === undefined || isPlan(made) ? undefined : made.get(field);
    return fault !== undefined && (!fault.isMissing || isTried) ? fault.text : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (made === undefined || runner?.place.get() !== "here") return;
    if (!isPlan(made)) {
      const [first] = made.keys();
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    try {
      runner.start(made);
    } catch {
      return terminal.notify({ tone: "bad", title: text.notKept });
    }
    terminal.notify({ tone: "good", title: text.started(nameOfPlan(made)), text: text.needsPage });
    ticket.change({ size: "", percent: null });
    setTried(false);
  };
  const name = text.start(text.kinds[kind], sideOf(side), baseOf(symbol));
  return (
    <form className="ticket-form" aria-label={words.ticket.title} noValidate onSubmit={submit}>
      <div className="ticket-fields">
        {choices}
        <p className="ticket-hint">{text.hints[kind]}</p>
        <SizeFields {...{ ticket, draft, quantity: order.size }} fault={faultOf("size")} />
        <OrderMoney ticket={ticket} draft={order} />
        <PlanFields {...{ kind, draft: plan, faultOf }} onChange={(part) => ticket.changePlan(part)} />
        <Switch
          label={text.reduceOnly}
          checked={reduceOnly}
          onChange={({ target }) => ticket.change({ reduceOnly: target.checked })}
        />
        {made !== undefined && isPlan(made) && <PlanPreview ticket={ticket} terms={made} />}
        <p className="note">{text.needsPage}</p>
      </div>
      <div className="ticket-send">
        {runner === null ? (
          <Button look="main" onClick={() => terminal.open.set("sign-in")}>
            {text.connect}
          </Button>
        ) : (
          <StartButton runner={runner} name={name} side={side} />
        )}
      </div>
    </form>
  );
}

interface StartButtonProps {
  readonly runner: PlanRunner;
  readonly name: string;
  readonly side: "BUY" | "SELL";
}

function StartButton({ runner, name, side }: StartButtonProps) {
  const place = useCell(runner.place);
  return (
    <>
      {place === "elsewhere" && <p className="note">{text.elsewhere}</p>}
      <Button
        id="ticket-submit"
        type="submit"
        look={side === "BUY" ? "rise" : "fall"}
        disabled={place === "elsewhere"}
        aria-busy={place === "asking"}
      >
        {name}
      </Button>
    </>
  );
}
