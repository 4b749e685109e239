// The assets that a venue holds in its vault and its treasuries, and its liabilities to all accounts, as lines for the
// terminal.

import type { Client } from "@evermark/client";

type Reserves = Awaited<ReturnType<Client["venueFacts"]["getReserves"]>>;

export function linesOfReserves({ assets, liabilities, shortfall, rows }: Reserves): string[] {
  const treasuries = rows.filter(({ place }) => place === "treasury");
  const held = assets === null ? "an amount that is not fully known yet" : `${assets} USDC in vault and treasuries`;
  const verdict =
    shortfall === null ? "" : shortfall > 0 ? `, ${shortfall} USDC LESS THAN IS OWED` : ": all of it is there";
  return [...treasuries.map(lineOf), `all        holds ${held}, owes ${liabilities} USDC to all accounts${verdict}`];
}

function lineOf({ chain_id, token, balance, uncredited, price, cap, stop }: Reserves["rows"][number]): string {
  if (balance === null) return `treasury   ${token} on chain ${chain_id}: not looked at yet`;
  const aside = uncredited > 0 ? `, ${uncredited} of it not credited` : "";
  const worth = price === null || price === 1 ? "" : `, at ${price} USDC`;
  return `treasury   ${balance} of at most ${cap} ${token} on chain ${chain_id}${aside}${worth}${stop === null ? "" : `: ${stop}`}`;
}
