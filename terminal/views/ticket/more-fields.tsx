// Fields that few orders need: slippage, visible quantity, a tag, a client order id.

import { useCell } from "../../cells/use-cell.ts";
import { baseOf } from "../../format/market-name.ts";
import { DecimalField, Field, Switch } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { FieldsProps } from "./field-props.ts";

const text = words.ticket;

export function MoreFields({ ticket, draft, fields, faultOf }: FieldsProps) {
  const base = baseOf(useCell(useTerminal().symbol));
  return (
    <details className="ticket-more">
      <summary>{text.more}</summary>
      <div className="ticket-more-fields">
        {fields.slippage && (
          <DecimalField
            name="slippage"
            label={text.slippage}
            unit="%"
            hint={text.slippageHint}
            value={draft.slippage}
            fault={faultOf("slippage")}
            onText={(slippage) => ticket.change({ slippage })}
          />
        )}
        {fields.visible === "quantity" && (
          <DecimalField
            name="visible"
            label={text.visible}
            unit={base}
            placeholder={text.everything}
            hint={text.visibleHint}
            value={draft.visible}
            fault={faultOf("visible")}
            onText={(visible) => ticket.change({ visible })}
          />
        )}
        {fields.visible === "whole" && (
          <Switch
            label={text.hides}
            checked={draft.hides}
            onChange={({ target }) => ticket.change({ hides: target.checked })}
          />
        )}
        <Field
          name="tag"
          label={text.tag}
          value={draft.tag}
          fault={faultOf("tag")}
          onChange={({ target }) => ticket.change({ tag: target.value })}
        />
        <Field
          name="clientOrderId"
          label={text.clientOrderId}
          placeholder={text.made}
          value={draft.clientOrderId}
          fault={faultOf("clientOrderId")}
          onChange={({ target }) => ticket.change({ clientOrderId: target.value })}
        />
      </div>
    </details>
  );
}
