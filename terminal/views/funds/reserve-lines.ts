// The places of the venue's reserves, formatted for people.

import type { Client } from "@evermark/client";
import { decimal } from "../../format/figure-text.ts";
import { words } from "../../texts/words.ts";

export type Reserves = Awaited<ReturnType<Client["venueFacts"]["getReserves"]>>;

const texts = words.funds.reserves;
const { names, chainOf } = words.funds.others;

export interface ReserveLine {
  readonly name: string;
  readonly amount: string;
  readonly address: string | undefined;
  /** Why deposits there are not credited; null while they are. */
  readonly stop: string | null;
}

export function reserveLines({ rows }: Reserves): readonly ReserveLine[] {
  return rows.map(({ place, chain_id, token, balance, uncredited, address, stop }) => {
    const chain = names[chain_id] ?? chainOf(chain_id);
    const held = balance === null ? texts.unknown : `${decimal(balance)} ${token}`;
    return {
      name: place === "vault" ? texts.vault : texts.treasury(token, chain),
      amount: uncredited > 0 ? `${held}, ${texts.uncredited(decimal(uncredited))}` : held,
      address: address ?? undefined,
      stop,
    };
  });
}
