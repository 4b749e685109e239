// Take profit and stop loss, as a closing order of their own or attached to a new order; and the reduce-only switch.

import { Choice } from "../../parts/choice.tsx";
import { Switch } from "../../parts/field.tsx";
import { words } from "../../texts/words.ts";
import { isBracket } from "./draft.ts";
import type { FieldsProps } from "./field-props.ts";
import { Leg } from "./leg.tsx";

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
