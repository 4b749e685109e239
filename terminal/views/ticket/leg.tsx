// A take profit or a stop loss in the ticket: by its price, so many percent away, or by what it would earn or lose. The
// price that follows stands below, and is what is sent.

import { useState } from "react";
import { Cell } from "../../cells/cell.ts";
import { useCell } from "../../cells/use-cell.ts";
import { decimalOfDigits } from "../../format/decimal.ts";
import { decimalOf } from "../../format/typed.ts";
import { DecimalField } from "../../parts/field.tsx";
import type { Margin } from "../../session/asking/answers.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { Draft } from "./draft.ts";
import type { FieldsProps } from "./field-props.ts";
import { onlyCloses } from "./kinds.ts";
import { figureOf, LEG_UNITS, type LegUnit, type Protected, triggerOf } from "./leg-units.ts";
import { useOnTick } from "./price-fields.tsx";
import { type DraftMarket, quantityOf, referenceOf } from "./request.ts";

const text = words.ticket;

export function Leg({ ticket, draft, faultOf, of }: FieldsProps & { readonly of: "takeProfit" | "stopLoss" }) {
  const { account, venue } = useTerminal();
  const onTick = useOnTick();
  const margin = useCell(useCell(account)?.margin ?? SIGNED_OUT);
  const [typed, setTyped] = useState({ text: "", trigger: "" });
  const { legUnit: unit } = draft;
  const leg = draft[of];
  const change = (part: Partial<typeof leg>) => ticket.change({ [of]: { ...leg, ...part } });
  const market = ticket.market();
  const what = protectedBy(draft, market, margin);
  const rule = venue.rules.get().get(market.symbol);
  const take = (digits: string) => {
    if (unit === "price" || rule === undefined) return change({ trigger: digits });
    // What is no number yet stands in the price's place, where it is refused in words.
    const trigger = triggerOf(of, unit, digits, what, rule) ?? (digits.trim() === "" ? "" : NO_PRICE);
    setTyped({ text: digits, trigger });
    change({ trigger });
  };
  // A price that came from elsewhere is read in this unit.
  const isOwn = unit !== "price" && typed.trigger === leg.trigger;
  const value = unit === "price" ? leg.trigger : isOwn ? typed.text : figureOf(of, unit, leg.trigger, what);
  return (
    <div className="ticket-pair">
      <DecimalField
        name={of}
        label={of === "takeProfit" ? text.takeProfit : text.stopLoss}
        unit={<UnitChoice unit={unit} onChoose={(legUnit) => ticket.change({ legUnit })} />}
        value={value}
        fault={faultOf(of)}
        hint={hintOf(of, unit, leg.trigger, what)}
        onText={take}
        onBlur={() => change({ trigger: onTick(leg.trigger) })}
      />
      <DecimalField
        name={`${of}Price`}
        label={of === "takeProfit" ? text.limitOfTakeProfit : text.limitOfStopLoss}
        placeholder={text.market}
        value={leg.price}
        fault={faultOf(`${of}Price`)}
        onText={(price) => change({ price })}
        onBlur={() => change({ price: onTick(leg.price) })}
      />
    </div>
  );
}

const SIGNED_OUT = new Cell<Margin | undefined>(undefined);
/** Nothing that could be sent. */
const NO_PRICE = "?";

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

/** What the other units say of it. */
function hintOf(of: "takeProfit" | "stopLoss", unit: LegUnit, trigger: string, what: Protected): string | undefined {
  const plain = decimalOf(trigger);
  if (plain === undefined) return undefined;
  if (unit !== "price") return text.legAt(decimalOfDigits(plain));
  const [percent, profit] = [figureOf(of, "percent", trigger, what), figureOf(of, "profit", trigger, what)];
  const sign = of === "takeProfit" ? "+" : "−";
  return percent === "" ? undefined : text.legComesTo(sign, percent, profit);
}

/** What there will be to protect, or what there is. */
function protectedBy(draft: Draft, market: DraftMarket, margin: Margin | undefined): Protected {
  const quantity = Number(quantityOf(draft, market) ?? 0);
  const entry = Number(referenceOf(draft, market) ?? 0);
  if (!onlyCloses(draft.kind)) return { isLong: draft.side === "BUY", entry, quantity };
  const isLong = draft.side === "SELL";
  const held = margin?.rows.find(
    ({ symbol, position_qty }) => symbol === market.symbol && position_qty !== 0 && position_qty > 0 === isLong,
  );
  if (held === undefined) return { isLong, entry, quantity };
  return { isLong, entry: held.average_open_price, quantity: quantity || Math.abs(held.position_qty) };
}
