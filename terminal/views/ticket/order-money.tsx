// The money available for trading, and the value of the order.

import { useCell } from "../../cells/use-cell.ts";
import { Fact } from "../../parts/fact.tsx";
import { Money } from "../../parts/figure.tsx";
import type { AccountSession } from "../../session/account/account-session.ts";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";
import { DepositLink } from "./deposit-link.tsx";
import type { Draft } from "./draft.ts";
import { worthOfDraft } from "./request.ts";
import type { Ticket } from "./ticket.ts";

const text = words.ticket;

interface OrderMoneyProps {
  readonly ticket: Ticket;
  readonly draft: Draft;
}

export function OrderMoney({ ticket, draft }: OrderMoneyProps) {
  const session = useCell(useTerminal().account);
  const worth = worthOfDraft(draft, ticket.market());
  return (
    <dl className="facts">
      {session !== null && <Available session={session} />}
      <Fact name={text.worth}>
        {worth === undefined ? "–" : <Money value={worth} />} <span className="faint">{text.quote}</span>
      </Fact>
    </dl>
  );
}

function Available({ session }: { readonly session: AccountSession }) {
  const free = useCell(session.margin)?.free_collateral;
  if (free === undefined) return null;
  return (
    <Fact name={text.available}>
      {free <= 0 && <DepositLink />} <Money value={free} /> <span className="faint">{text.quote}</span>
    </Fact>
  );
}
