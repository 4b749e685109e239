// Take profit and stop loss: what a closing order consists of, or what goes with a new one. And whether an order only
// reduces.

import { Choice } from "../../parts/choice.tsx";
import { DecimalField, Switch } from "../../parts/field.tsx";
import { words } from "../../texts/words.ts";
import { isBracket } from "./draft.ts";
import type { FieldsProps } from "./field-props.ts";
import { useOnTick } from "./price-fields.tsx";

const text = words.ticket;

export function LegFields({ ticket, draft, fields, faultOf }: FieldsProps) {
  const isAttached = isBracket(draft);
  return (
    <>
      {(fields.reduceOnly || fields.legs === "attached" || fields.adjusts) && (
        <div className="ticket-switches">
          {fields.reduceOnly && (
            <Switch
              label={text.reduceOnly}
              checked={draft.reduceOnly}
              onChange={({ target }) => ticket.change({ reduceOnly: target.checked, percent: null })}
            />
          )}
          {fields.legs === "attached" && (
            <Switch
              label={text.protect}
              checked={draft.isProtected}
              onChange={({ target }) => ticket.change({ isProtected: target.checked })}
            />
          )}
          {fields.adjusts && (
            <Switch
              label={text.adjusts}
              checked={draft.adjusts}
              onChange={({ target }) => ticket.change({ adjusts: target.checked })}
            />
          )}
        </div>
      )}
      {(isAttached || fields.legs === "own") && (
        <div className="ticket-legs">
          {isAttached && (
            <div className="ticket-wide">
              <Choice
                label={text.protects}
                value={draft.protects}
                options={[
                  ["TP_SL", text.protectsOrder],
                  ["POSITIONAL_TP_SL", text.protectsPosition],
                ]}
                onChoose={(protects) => ticket.change({ protects })}
              />
            </div>
          )}
          <Leg {...{ ticket, draft, fields, faultOf }} of="takeProfit" />
          <Leg {...{ ticket, draft, fields, faultOf }} of="stopLoss" />
        </div>
      )}
    </>
  );
}

function Leg({ ticket, draft, faultOf, of }: FieldsProps & { readonly of: "takeProfit" | "stopLoss" }) {
  const onTick = useOnTick();
  const leg = draft[of];
  const change = (part: Partial<typeof leg>) => ticket.change({ [of]: { ...leg, ...part } });
  return (
    <div className="ticket-pair">
      <DecimalField
        name={of}
        label={of === "takeProfit" ? text.takeProfit : text.stopLoss}
        value={leg.trigger}
        fault={faultOf(of)}
        onText={(trigger) => change({ trigger })}
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
