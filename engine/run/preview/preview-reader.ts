// Answers what-if questions. Each is checked by the checks of the command that it stands for, on the real state, where they only
// read; if it passes, it is carried out on a scratch state, by the same code as the command.

import { changeLeverage, weighLeverage } from "../../book/orders/leverage.ts";
import { Scratch } from "../../book/scratch/scratch.ts";
import type { MovePositionMargin, PlaceOrder, SetLeverage } from "../../language/commands/commands.ts";
import { silent } from "../../language/events/events.ts";
import type { OrderPreview, Preview, PreviewReader } from "../../language/views/views.ts";
import type { State } from "../../memory/state.ts";
import { moveMargin, refuseMove } from "../../money/isolated/position-margin.ts";
import { figuresNow } from "./figures-now.ts";
import { previewOrder } from "./order-preview.ts";

export class StatePreviewReader implements PreviewReader {
  readonly #state: State;

  constructor(state: State) {
    this.#state = state;
  }

  order(placement: Omit<PlaceOrder, "at">): OrderPreview {
    return previewOrder(this.#state, { ...placement, at: this.#state.now });
  }

  leverage(change: Omit<SetLeverage, "at">): Preview {
    const state = this.#state;
    const { account, market, marginMode } = change;
    const changes = weighLeverage(state, { ...change, at: state.now });
    const before = figuresNow(state, account, market, marginMode);
    if ("name" in changes) return { before, after: null, rejection: changes };
    const scratch = new Scratch(state, account);
    const own = scratch.account(account);
    changeLeverage(scratch.state, { account: own, marginMode }, changes, silent);
    return { before, after: figuresNow(scratch.state, own, market, marginMode), rejection: null };
  }

  positionMargin(move: Omit<MovePositionMargin, "at">): Preview {
    const state = this.#state;
    const { account, market } = move;
    const command = { ...move, at: state.now };
    const rejection = refuseMove(state, command);
    const before = figuresNow(state, account, market, "ISOLATED");
    if (rejection !== null) return { before, after: null, rejection };
    const scratch = new Scratch(state, account);
    const own = scratch.account(account);
    moveMargin(scratch.state, { ...command, account: own }, silent);
    return { before, after: figuresNow(scratch.state, own, market, "ISOLATED"), rejection: null };
  }
}
