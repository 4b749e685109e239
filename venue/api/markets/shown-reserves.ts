// The venue's assets and liabilities, as the interface writes them.

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

/** Converts 10⁻¹⁸ to 10⁻⁶. */
const TO_MICROS = 10n ** 12n;

/** No token's amount exceeds a safe integer. */
function shownMoney<Amount extends bigint | null>(amount: Amount): Amount extends null ? null : number;
function shownMoney(amount: bigint | null): number | null {
  return amount === null ? null : fromMicros(Number(amount));
}
