// Which kind of order: the two that nearly every trader wants at once in sight, the others in a list.

import { useId } from "react";
import { words } from "../../texts/words.ts";
import { KINDS, type Kind } from "./kinds.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;
const USUAL: readonly Kind[] = ["LIMIT", "MARKET"];
const OTHERS = KINDS.filter((kind) => !USUAL.includes(kind));

export function KindChoice({ ticket, kind }: { readonly ticket: Ticket; readonly kind: Kind }) {
  const name = useId();
  const isOther = !USUAL.includes(kind);
  return (
    <fieldset className="ticket-kinds">
      <legend className="unseen">{text.kind}</legend>
      {USUAL.map((each) => (
        <label key={each} data-chosen={each === kind}>
          <input
            type="radio"
            className="ticket-cover"
            name={name}
            checked={each === kind}
            onChange={() => ticket.change({ kind: each, percent: null })}
          />
          {text.kindNames[each]}
        </label>
      ))}
      <select
        aria-label={text.moreKinds}
        data-chosen={isOther}
        value={isOther ? kind : ""}
        onChange={({ target }) => ticket.change({ kind: target.value as Kind, percent: null })}
      >
        <option value="" disabled>
          {text.moreKinds}
        </option>
        {OTHERS.map((each) => (
          <option key={each} value={each}>
            {text.kindNames[each]}
          </option>
        ))}
      </select>
      {isOther && <p className="ticket-hint">{text.kindHints[kind]}</p>}
    </fieldset>
  );
}
