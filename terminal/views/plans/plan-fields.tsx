// The input fields of each kind of plan.

import { DecimalField, SelectField, Switch } from "../../parts/field.tsx";
import type { PlanKind, ScaleSizes } from "../../session/plans/moves/plan.ts";
import { words } from "../../texts/words.ts";
import { type PlanDraft, useOnTick } from "../ticket/for-plans.ts";
import type { PlanField, PlanText } from "./plan-of.ts";

const text = words.plans;
/** The shortcut that focuses the ticket's price finds the field by this id. */
const IDS: Partial<Record<PlanField, string>> = { limit: "ticket-price", from: "ticket-price" };
const SIZES = Object.entries(text.sizesOf);

interface PlanFieldsProps {
  readonly kind: PlanKind;
  readonly draft: PlanDraft;
  readonly faultOf: (field: PlanField) => string | undefined;
  readonly onChange: (part: Partial<PlanDraft>) => void;
}

export function PlanFields(props: PlanFieldsProps) {
  const Fields = { TWAP: TwapFields, SCALE: ScaleFields, CHASE: ChaseFields }[props.kind];
  return <Fields {...props} />;
}

function TwapFields(props: PlanFieldsProps) {
  const { number, price } = useFields(props);
  return (
    <>
      <div className="ticket-pair">
        {number("minutes", text.minutes)}
        {number("slices", text.slices)}
      </div>
      {price("limit", text.limit, text.byMarket)}
      <Switch
        label={text.isRandom}
        checked={props.draft.isRandom}
        onChange={({ target }) => props.onChange({ isRandom: target.checked })}
      />
    </>
  );
}

function ScaleFields(props: PlanFieldsProps) {
  const { draft, onChange } = props;
  const { number, price } = useFields(props);
  return (
    <>
      <div className="ticket-pair">
        {price("from", text.from)}
        {price("to", text.to)}
      </div>
      <div className="ticket-pair">
        {number("orders", text.orders)}
        <SelectField
          label={text.sizes}
          value={draft.sizes}
          options={SIZES}
          onChange={({ target }) => onChange({ sizes: target.value as ScaleSizes })}
        />
      </div>
      <Switch
        label={text.postOnly}
        checked={draft.postOnly}
        onChange={({ target }) => onChange({ postOnly: target.checked })}
      />
    </>
  );
}

function ChaseFields(props: PlanFieldsProps) {
  const { number, price } = useFields(props);
  return (
    <div className="ticket-pair">
      {price("limit", text.limit)}
      {number("seconds", text.seconds, text.inSeconds)}
    </div>
  );
}

function useFields({ draft, faultOf, onChange }: PlanFieldsProps) {
  const onTick = useOnTick();
  const given = (field: PlanText, label: string) => ({
    ...{ name: field, label, value: draft[field], fault: faultOf(field) },
    onText: (typed: string) => onChange({ [field]: typed }),
  });
  const number = (field: PlanText, label: string, unit?: string) => (
    <DecimalField {...given(field, label)} unit={unit} />
  );
  const price = (field: "limit" | "from" | "to", label: string, placeholder?: string) => (
    <DecimalField
      {...given(field, label)}
      id={IDS[field]}
      placeholder={placeholder}
      // The next click on the book sets the price that the trader was editing.
      onFocus={() => field !== "limit" && onChange({ nextEnd: field })}
      onBlur={() => onChange({ [field]: onTick(draft[field]) })}
    />
  );
  return { number, price };
}
