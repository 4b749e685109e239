// The fields for an order's price: limit, trigger, level of the book, distance of a trailing stop.

import { quantisePrice } from "@evermark/client";
import { digitsOf } from "../../format/figure-text.ts";
import { decimalOf } from "../../format/typed.ts";
import { Button } from "../../parts/button.tsx";
import { Choice } from "../../parts/choice.tsx";
import { DecimalField } from "../../parts/field.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import type { FieldsProps } from "./field-props.ts";

const text = words.ticket;
const LEVELS = text.levels.map((name, level) => [String(level), name] as const);

export function PriceFields({ ticket, draft, fields, faultOf }: FieldsProps) {
  const onTick = useOnTick();
  return (
    <>
      {fields.trigger && (
        <DecimalField
          name="trigger"
          label={text.trigger}
          unit={<MarketPrice of="mark_price" name={text.useMark} onUse={(trigger) => ticket.change({ trigger })} />}
          value={draft.trigger}
          fault={faultOf("trigger")}
          onText={(trigger) => ticket.change({ trigger })}
          onBlur={() => ticket.change({ trigger: onTick(draft.trigger) })}
        />
      )}
      {fields.price && (
        <DecimalField
          id="ticket-price"
          name="price"
          label={fields.trigger ? text.limitPrice : text.price}
          unit={<MarketPrice of="24h_close" name={text.useLast} onUse={(price) => ticket.change({ price })} />}
          value={draft.price}
          fault={faultOf("price")}
          onText={(price) => ticket.change({ price })}
          onBlur={() => ticket.change({ price: onTick(draft.price) })}
        />
      )}
      {fields.level && (
        <div className="ticket-wide">
          <Choice
            label={text.level}
            value={String(draft.level)}
            options={LEVELS}
            onChoose={(level) => ticket.change({ level: Number(level) })}
          />
        </div>
      )}
      {fields.trailing && (
        <div className="ticket-pair">
          <DecimalField
            name="callback"
            label={text.distance}
            unit={
              <select
                className="ticket-unit"
                aria-label={text.distanceUnit}
                value={draft.callbackUnit}
                onChange={({ target }) => ticket.change({ callbackUnit: target.value as typeof draft.callbackUnit })}
              >
                <option value="percent">%</option>
                <option value="quote">USDC</option>
              </select>
            }
            value={draft.callback}
            fault={faultOf("callback")}
            onText={(callback) => ticket.change({ callback })}
          />
          <DecimalField
            name="activation"
            label={text.activation}
            placeholder={text.atOnce}
            value={draft.activation}
            fault={faultOf("activation")}
            onText={(activation) => ticket.change({ activation })}
            onBlur={() => ticket.change({ activation: onTick(draft.activation) })}
          />
        </div>
      )}
    </>
  );
}

interface MarketPriceProps {
  readonly of: "mark_price" | "24h_close";
  readonly name: string;
  readonly onUse: (price: string) => void;
}

/** Fills in a price of the market, as of the moment it is pressed. */
function MarketPrice({ of, name, onUse }: MarketPriceProps) {
  const { venue, symbol } = useTerminal();
  const onTick = useOnTick();
  const use = () => {
    const price = venue.markets.of(symbol.get()).get()?.[of];
    if (price !== undefined && price > 0) onUse(onTick(digitsOf(price)));
  };
  return (
    <Button look="bare" aria-label={text.useThisPrice(name)} onClick={use}>
      {name}
    </Button>
  );
}

/** Rounds a typed price to the market's tick when the field is left; text that is no price stays as it is. */
export function useOnTick(): (typed: string) => string {
  const { venue, symbol } = useTerminal();
  return (typed) => {
    const rule = venue.rules.get().get(symbol.get());
    const plain = decimalOf(typed);
    return rule === undefined || plain === undefined ? typed : quantisePrice(rule, plain, "nearest");
  };
}
