// Answering what-if questions. A question is weighed by the checks of the command that it stands for, on the real state,
// where they only look; what passes is carried out on a scratch, by the same code as ever.

import type { MovePositionMargin, PlaceOrder, SetLeverage } from "../commands.ts";
import { silent } from "../events.ts";
import { moveMargin, refuseMove } from "../isolated/position-margin.ts";
import { changeLeverage, weighLeverage } from "../margin/leverage.ts";
import type { State } from "../state.ts";
import type { OrderPreview, Preview, PreviewReader } from "../views.ts";
import { previewOrder } from "./order-preview.ts";
import { Scratch } from "./scratch.ts";
import { standingOf } from "./standing.ts";

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
    const before = standingOf(state, account, market, marginMode);
    if ("name" in changes) return { before, after: null, rejection: changes };
    const scratch = new Scratch(state, account);
    const own = scratch.account(account);
    changeLeverage(scratch.state, { account: own, marginMode }, changes, silent);
    return { before, after: standingOf(scratch.state, own, market, marginMode), rejection: null };
  }

  positionMargin(move: Omit<MovePositionMargin, "at">): Preview {
    const state = this.#state;
    const { account, market } = move;
    const command = { ...move, at: state.now };
    const rejection = refuseMove(state, command);
    const before = standingOf(state, account, market, "ISOLATED");
    if (rejection !== null) return { before, after: null, rejection };
    const scratch = new Scratch(state, account);
    const own = scratch.account(account);
    moveMargin(scratch.state, { ...command, account: own }, silent);
    return { before, after: standingOf(scratch.state, own, market, "ISOLATED"), rejection: null };
  }
}
