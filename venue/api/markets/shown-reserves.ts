// What the venue holds and owes, as the interface writes it.

import type { HeldRow, ReservesView } from "../../chain/view/reserves-view.ts";
import { fromMicros } from "../../wire/decimals.ts";

export function shownReserves({ assets, liabilities, shortfall, rows }: ReservesView) {
  const totals = { assets: shownMoney(assets), liabilities: shownMoney(liabilities), shortfall: shownMoney(shortfall) };
  return { ...totals, rows: rows.map(reserveRow) };
}

function reserveRow({ place, chainId, token, address, contract, block, stop, ...amounts }: HeldRow) {
  const { balance, uncredited, price, value, cap } = amounts;
  return {
    ...{ place, chain_id: chainId, address, token, token_address: contract, balance: shownMoney(balance), block },
    ...{ uncredited: shownMoney(uncredited), price: shownMoney(price === null ? null : price / TO_MICROS) },
    ...{ value: shownMoney(value), cap: shownMoney(cap), stop },
  };
}

/** 10⁻¹⁸ in 10⁻⁶. */
const TO_MICROS = 10n ** 12n;

/** More than a safe integer's worth of it there is of no token. */
function shownMoney<Amount extends bigint | null>(amount: Amount): Amount extends null ? null : number;
function shownMoney(amount: bigint | null): number | null {
  return amount === null ? null : fromMicros(Number(amount));
}
