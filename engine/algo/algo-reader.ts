// Reading algo orders.

import type { State } from "../state.ts";
import type { AlgoOrderView, AlgoReader } from "../views.ts";

export class StateAlgoReader implements AlgoReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  find(_algoOrderId: number): AlgoOrderView | undefined {
    return undefined;
  }

  findByClientId(_account: number, _clientOrderId: string): AlgoOrderView | undefined {
    return undefined;
  }

  open(_account: number, _market: number): AlgoOrderView[] {
    return [];
  }
}
