// Where a plan is made: its fields, what it comes to, and the button that starts it.

import { type FormEvent, useState } from "react";
import { useCell } from "../../cells/use-cell.ts";
import { baseOf } from "../../format/market-name.ts";
import { Button } from "../../parts/button.tsx";
import { Switch } from "../../parts/field.tsx";
import type { PlanDesk } from "../../session/plans/plan-desk.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { PlanFormProps } from "../ticket/ticket-view.tsx";
import { EMPTY_PLAN, isPlan, type PlanDraft, type PlanField, planOf } from "./plan-draft.ts";
import { PlanFields } from "./plan-fields.tsx";
import { PlanPreview } from "./plan-preview.tsx";
import { nameOfPlan, sideOf } from "./plan-words.ts";
import { usePlanDesk } from "./running-plans.ts";

const text = words.plans;

export function PlanForm({ kind, symbol, side, reduceOnly, marginMode, choices, onReduceOnly }: PlanFormProps) {
  const terminal = useTerminal();
  const desk = usePlanDesk();
  const rule = useCell(terminal.venue.rules).get(symbol);
  const markPrice = useCell(terminal.venue.markets.of(symbol))?.mark_price;
  const [draft, setDraft] = useState<PlanDraft>(EMPTY_PLAN);
  const [isTried, setTried] = useState(false);
  const made = rule && planOf(kind, draft, { symbol, side, reduceOnly, marginMode, rule, markPrice });
  const faultOf = (field: PlanField) => {
    const fault = made === undefined || isPlan(made) ? undefined : made.get(field);
    return fault !== undefined && (!fault.isMissing || isTried) ? fault.text : undefined;
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (made === undefined || desk?.place.get() !== "here") return;
    if (!isPlan(made)) {
      const [first] = made.keys();
      event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
      return;
    }
    try {
      desk.start(made);
    } catch {
      return terminal.notify({ tone: "bad", title: text.notKept });
    }
    terminal.notify({ tone: "good", title: text.started(nameOfPlan(made)), text: text.needsPage });
    setDraft((before) => ({ ...before, size: "" }));
    setTried(false);
  };
  const name = text.start(text.kinds[kind], sideOf(side), baseOf(symbol));
  return (
    <form className="ticket-form" aria-label={words.ticket.title} noValidate onSubmit={submit}>
      <div className="ticket-fields">
        {choices}
        <p className="ticket-hint">{text.hints[kind]}</p>
        <PlanFields
          {...{ kind, symbol, draft, faultOf }}
          onChange={(part) => setDraft((before) => ({ ...before, ...part }))}
        />
        <Switch label={text.reduceOnly} checked={reduceOnly} onChange={({ target }) => onReduceOnly(target.checked)} />
        {made !== undefined && isPlan(made) && <PlanPreview terms={made} />}
        <p className="note">{text.needsPage}</p>
      </div>
      <div className="ticket-send">
        {desk === null ? (
          <Button look="main" onClick={() => terminal.open.set("sign-in")}>
            {text.connect}
          </Button>
        ) : (
          <StartButton desk={desk} name={name} side={side} />
        )}
      </div>
    </form>
  );
}

interface StartButtonProps {
  readonly desk: PlanDesk;
  readonly name: string;
  readonly side: "BUY" | "SELL";
}

function StartButton({ desk, name, side }: StartButtonProps) {
  const place = useCell(desk.place);
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
