// What each kind of plan is asked for.

import { baseOf } from "../../format/market-name.ts";
import { DecimalField, SelectField, Switch } from "../../parts/field.tsx";
import type { PlanKind, ScaleSizes } from "../../session/plans/moves/plan.ts";
import { words } from "../../texts/words.ts";
import type { PlanDraft, PlanField } from "./plan-draft.ts";

const text = words.plans;
/** The keys of the page find size and price by these. */
const IDS: Partial<Record<PlanField, string>> = {
  size: "ticket-quantity",
  limit: "ticket-price",
  from: "ticket-price",
};
const SIZES = Object.entries(text.sizesOf);

interface PlanFieldsProps {
  readonly kind: PlanKind;
  readonly symbol: string;
  readonly draft: PlanDraft;
  readonly faultOf: (field: PlanField) => string | undefined;
  readonly onChange: (part: Partial<PlanDraft>) => void;
}

export function PlanFields(props: PlanFieldsProps) {
  const Fields = { TWAP: TwapFields, SCALE: ScaleFields, CHASE: ChaseFields }[props.kind];
  const { base, number } = fieldsOf(props);
  return (
    <>
      {number("size", text.size, base)}
      <Fields {...props} />
    </>
  );
}

function TwapFields(props: PlanFieldsProps) {
  const { number } = fieldsOf(props);
  return (
    <>
      <div className="ticket-pair">
        {number("minutes", text.minutes)}
        {number("slices", text.slices)}
      </div>
      {number("limit", text.limit, undefined, text.byMarket)}
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
  const { number } = fieldsOf(props);
  return (
    <>
      <div className="ticket-pair">
        {number("from", text.from)}
        {number("to", text.to)}
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
  const { number } = fieldsOf(props);
  return (
    <div className="ticket-pair">
      {number("limit", text.limit)}
      {number("seconds", text.seconds)}
    </div>
  );
}

function fieldsOf({ symbol, draft, faultOf, onChange }: PlanFieldsProps) {
  const number = (field: PlanField, label: string, unit?: string, placeholder?: string) => (
    <DecimalField
      id={IDS[field]}
      name={field}
      label={label}
      unit={unit}
      placeholder={placeholder}
      value={draft[field]}
      fault={faultOf(field)}
      onText={(typed) => onChange({ [field]: typed })}
    />
  );
  return { base: baseOf(symbol), number };
}
