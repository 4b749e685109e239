// The way to more money, where there is too little.

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
