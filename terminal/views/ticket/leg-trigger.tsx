// The trigger of a take profit or a stop loss: entered as a price, as a percentage from the entry, or as a profit or loss.
// The resulting price is shown below, and is what is sent.

import { type MarketRules, quantisePrice } from "@evermark/client";
import { useState } from "react";
import { decimalOfDigits } from "../../format/figure-text.ts";
import { decimalOf } from "../../format/typed.ts";
import { DecimalField } from "../../parts/field.tsx";
import { words } from "../../texts/words.ts";
import { figureOf, LEG_UNITS, type LegName, type LegUnit, type ProtectedPosition, triggerOf } from "./leg-units.ts";

export type { LegName, LegUnit } from "./leg-units.ts";

const text = words.ticket;
/** A text that can never be sent. */
const NO_PRICE = "?";

interface LegTriggerProps {
  readonly of: LegName;
  readonly label: string;
  readonly unit: LegUnit;
  /** The trigger as a price. */
  readonly trigger: string;
  readonly what: ProtectedPosition;
  /** Undefined before the rules are known: then the trigger is entered as a price. */
  readonly rule: MarketRules | undefined;
  readonly fault?: string | undefined;
  /** Shown while there is nothing to say about the price. */
  readonly hint?: string | undefined;
  readonly onTrigger: (trigger: string) => void;
  readonly onUnit: (unit: LegUnit) => void;
}

export function LegTrigger(props: LegTriggerProps) {
  const { of, label, trigger, what, rule, fault, hint, onTrigger, onUnit } = props;
  const [typed, setTyped] = useState({ text: "", trigger: "" });
  const unit = rule === undefined ? "price" : props.unit;
  const take = (digits: string) => {
    if (unit === "price" || rule === undefined) return onTrigger(digits);
    // A text that is no number yet is stored as an invalid price, so that it is refused with a message.
    const follows = triggerOf(of, unit, digits, what, rule) ?? (digits.trim() === "" ? "" : NO_PRICE);
    setTyped({ text: digits, trigger: follows });
    onTrigger(follows);
  };
  const onTick = () => {
    const plain = decimalOf(trigger);
    if (rule !== undefined && plain !== undefined) onTrigger(quantisePrice(rule, plain, "nearest"));
  };
  // A price set from elsewhere is converted to this unit.
  const isOwn = unit !== "price" && typed.trigger === trigger;
  return (
    <DecimalField
      name={of}
      label={label}
      unit={<UnitChoice unit={unit} onChoose={onUnit} />}
      value={unit === "price" ? trigger : isOwn ? typed.text : figureOf(of, unit, trigger, what)}
      fault={fault}
      hint={hintOf(of, unit, trigger, what) ?? hint}
      onText={take}
      onBlur={onTick}
    />
  );
}

interface UnitChoiceProps {
  readonly unit: LegUnit;
  readonly onChoose: (unit: LegUnit) => void;
}

function UnitChoice({ unit, onChoose }: UnitChoiceProps) {
  return (
    <select
      className="ticket-unit"
      aria-label={text.legUnit}
      value={unit}
      onChange={({ target }) => onChoose(target.value as LegUnit)}
    >
      {LEG_UNITS.map((each) => (
        <option key={each} value={each}>
          {text.legUnits[each]}
        </option>
      ))}
    </select>
  );
}

/** The same trigger in the other units. */
function hintOf(of: LegName, unit: LegUnit, trigger: string, what: ProtectedPosition): string | undefined {
  const plain = decimalOf(trigger);
  if (plain === undefined) return undefined;
  if (unit !== "price") return text.legAt(decimalOfDigits(plain));
  const [percent, profit] = [figureOf(of, "percent", trigger, what), figureOf(of, "profit", trigger, what)];
  const sign = of === "takeProfit" ? "+" : "−";
  return percent === "" ? undefined : text.legComesTo(sign, percent, profit);
}
