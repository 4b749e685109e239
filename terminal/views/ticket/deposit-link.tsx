// A link to the deposit, shown where money is short.

import { Button } from "../../parts/button.tsx";
import { useTerminal } from "../../state/terminal-state.ts";
import { words } from "../../texts/words.ts";

export function DepositLink() {
  const { open } = useTerminal();
  return (
    <Button look="bare" className="ticket-deposit" onClick={() => open.set("deposit")}>
      {words.ticket.deposit}
    </Button>
  );
}
