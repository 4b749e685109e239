// The margin mode of something that is placed without one: the default that its account keeps for the symbol. Rules 5.8.

import { NONE } from "../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber, RowNumber } from "../base/units.ts";
import type { MarginMode } from "../base/vocabulary.ts";
import type { State } from "../memory/state.ts";

/** The margin mode of an order, algo order or query: the one it asks for, or with "" the default. */
export function modeOf(state: State, account: AccountNumber, market: MarketNumber, asked: MarginMode | ""): MarginMode {
  return asked === "" ? defaultOn(state, state.rows.find(account, market, "CROSS")) : asked;
}

/** The default mode that an account's cross row in a market keeps; also answers for NONE. */
export function defaultOn(state: State, cross: RowNumber): MarginMode {
  return cross !== NONE && state.rows.isolatedByDefault(cross) === 1 ? "ISOLATED" : "CROSS";
}
