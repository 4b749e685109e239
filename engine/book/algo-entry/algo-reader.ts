// Read access to algo orders.

import { NONE } from "../../base/storage/int-map.ts";
import type { AccountNumber, MarketNumber } from "../../base/units.ts";
import type { PlaceAlgoOrder } from "../../language/commands/algo-order-commands.ts";
import type { AlgoOrderView, AlgoReader } from "../../language/views/views.ts";
import type { State } from "../../memory/state.ts";
import { algoView } from "../algo/algo-reports.ts";
import { isRepeated } from "./algo-placement.ts";

export class StateAlgoReader implements AlgoReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  find(algoOrderId: number): AlgoOrderView | undefined {
    const order = this.#state.algoOrders.find(algoOrderId);
    return order && algoView(order);
  }

  findByClientId(account: AccountNumber, clientOrderId: string): AlgoOrderView | undefined {
    if (clientOrderId === "") return undefined;
    const named = this.#state.algoOrders.rootsOf(account).find((root) => root.clientOrderId === clientOrderId);
    return named && algoView(named);
  }

  isRepeated(placement: Omit<PlaceAlgoOrder, "at">): boolean {
    return isRepeated(this.#state, placement);
  }

  open(account: AccountNumber, market: MarketNumber): AlgoOrderView[] {
    const roots = this.#state.algoOrders.rootsOf(account);
    return roots.filter((root) => market === NONE || root.market === market).map(algoView);
  }
}
