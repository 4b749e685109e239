// Turns the wishes about algo orders into commands: placements of every type, amendments and cancellations of what waits.

import { isArmed, type NaiveAlgo, treeOf } from "@evermark/model/algo-state.ts";
import { rowOf } from "@evermark/model/state.ts";
import { millis, type PriceE8, priceE8, quantityE8 } from "../base/units.ts";
import type { AlgoChange, AlgoGroup, AlgoLeg, Command, PlaceAlgoOrder } from "../language/commands/commands.ts";
import type { AreaContext } from "./area-script.ts";
import type { AreaWish, WishedAlgo } from "./area-wishes.ts";

/** One of the trees in which something is armed, or of all if none does. */
export function rootOf({ exchange }: AreaContext, which: number): NaiveAlgo | undefined {
  const { state } = exchange;
  const roots = state.algos.filter((algo) => algo.parent === 0);
  const armed = roots.filter((root) => treeOf(state, root).some((each) => isArmed(state, each)));
  const from = armed.length > 0 ? armed : roots;
  return from[which % Math.max(1, from.length)];
}

export function amendment(context: AreaContext, wish: Extract<AreaWish, { do: "amend algo" }>): Command {
  const { state } = context.exchange;
  const root = rootOf(context, wish.which);
  if (root === undefined) return context.nothing();
  const market = context.marketOf(root.market);
  const priceAt = (steps: number) =>
    priceE8(Math.max(1, Number(state.markets[root.market]!.mark) + steps * market.priceStep));
  const members = treeOf(state, root);
  const legs = members.filter((each) => each.triggerPrice > 0n);
  const leaves = legs.length > 0 ? legs : members;
  const named = wish.part === "first" ? leaves.slice(0, 1) : wish.part === "last" ? leaves.slice(-1) : leaves;
  const changes = named.map((algo): AlgoChange => {
    if (wish.part === "last" && wish.trigger === 4) return { ...noChange, algoOrderId: algo.id, deactivate: true };
    const onlySize = wish.part === "quantities";
    const trigger = algo.direction === "up" ? Math.abs(wish.trigger) : -Math.abs(wish.trigger);
    return {
      algoOrderId: algo.id,
      price: priceE8(onlySize || wish.price === 0 ? 0 : priceAt(wish.price)),
      quantity: quantityE8(wish.quantity * market.quantityStep),
      triggerPrice: priceE8(onlySize || wish.trigger === 0 ? 0 : priceAt(trigger)),
      activatedPrice: priceE8(algo.algoType === "TRAILING_STOP" && wish.trigger > 2 ? priceAt(wish.trigger) : 0),
      callbackRate: algo.algoType === "TRAILING_STOP" ? Math.abs(wish.price) * 100_000 : 0,
      callbackValue: priceE8(0),
      deactivate: false,
    };
  });
  return { type: "amend_algo_order", at: millis(context.now), account: root.account, algoOrderId: root.id, changes };
}

const noChange = {
  price: priceE8(0),
  quantity: quantityE8(0),
  triggerPrice: priceE8(0),
  activatedPrice: priceE8(0),
  callbackRate: 0,
  callbackValue: priceE8(0),
};

/** Writes one placement, consistent but for the flaw that was wished. */
export class AlgoWriter {
  constructor(
    private readonly context: AreaContext,
    private readonly account: number,
    private readonly market: number,
    private readonly wished: WishedAlgo,
  ) {}

  command(): Command {
    const { wished } = this;
    const isSingle = wished.algoType === "STOP" || wished.algoType === "TRAILING_STOP" || wished.algoType === "BRACKET";
    const isLimit = wished.limit && wished.algoType !== "TRAILING_STOP" && isSingle;
    const side = isSingle ? this.side() : this.closingSide();
    const trails = wished.algoType === "TRAILING_STOP";
    const placed: PlaceAlgoOrder = {
      type: "place_algo_order",
      at: millis(this.context.now),
      account: this.account,
      market: this.market,
      algoType: wished.algoType,
      side,
      orderType: isSingle ? (isLimit ? "LIMIT" : "MARKET") : "",
      price: isLimit || wished.flaw === "stray price" ? this.priceAt(wished.distance) : priceE8(0),
      quantity: quantityE8(wished.algoType === "POSITIONAL_TP_SL" ? 0 : this.size()),
      triggerPrice: wished.algoType === "STOP" ? this.priceAt(wished.distance) : priceE8(0),
      activatedPrice: trails && wished.profit > 1 ? this.priceAt(wished.distance) : priceE8(0),
      callbackRate: trails && wished.byRate ? wished.callback * 100_000 : 0,
      callbackValue: priceE8(trails && !wished.byRate ? wished.callback * this.step() : 0),
      reduceOnly: isSingle && wished.reduceOnly && wished.algoType !== "BRACKET",
      visible: wished.visible,
      clientOrderId: wished.flaw === "bad id" ? "-starts-with-hyphen" : wished.clientOrderId,
      tag: "",
      marginMode: wished.mode,
      children: this.children(side),
    };
    return placed;
  }

  private children(side: "BUY" | "SELL"): AlgoGroup[] {
    const { wished } = this;
    if (wished.algoType === "STOP" || wished.algoType === "TRAILING_STOP") return [];
    if (wished.algoType !== "BRACKET") return this.legs(side, wished.algoType === "POSITIONAL_TP_SL", 0);
    const closing = side === "BUY" ? "SELL" : "BUY";
    const from = wished.limit ? wished.distance : 0;
    const group: AlgoLeg = {
      algoType: wished.positional ? "POSITIONAL_TP_SL" : "TP_SL",
      side: closing,
      orderType: "",
      triggerPrice: priceE8(0),
      price: priceE8(0),
      quantity: quantityE8(0),
      reduceOnly: true,
    };
    // A leg of a group has no legs of its own, not even none.
    const legs = this.legs(closing, wished.positional, from).map(({ children, ...leg }) => leg);
    return [{ ...group, children: legs }];
  }

  /** The two legs around a price that is `from` steps away from the mark. */
  private legs(side: "BUY" | "SELL", positional: boolean, from: number): AlgoGroup[] {
    const { wished } = this;
    if (wished.flaw === "no legs") return [];
    const away = side === "SELL" ? 1 : -1;
    const gap = wished.flaw === "satisfied" ? 0 : 1;
    const leg = (algoType: "TAKE_PROFIT" | "STOP_LOSS", steps: number): AlgoGroup => ({
      algoType,
      side: wished.flaw === "wrong side" && algoType === "STOP_LOSS" ? (side === "BUY" ? "SELL" : "BUY") : side,
      orderType: wished.limit && algoType === "TAKE_PROFIT" ? "LIMIT" : positional ? "CLOSE_POSITION" : "MARKET",
      triggerPrice: this.priceAt(from + steps),
      price: wished.limit && algoType === "TAKE_PROFIT" ? this.priceAt(from + steps - away) : priceE8(0),
      quantity: quantityE8(0),
      reduceOnly: true,
      children: [],
    });
    const profit = leg("TAKE_PROFIT", away * (wished.profit + gap));
    const loss = leg("STOP_LOSS", -away * (wished.loss + gap));
    return wished.legs === "both" ? [profit, loss] : wished.legs === "profit" ? [profit] : [loss];
  }

  private side(): "BUY" | "SELL" {
    return this.wished.buys ? "BUY" : "SELL";
  }

  private closingSide(): "BUY" | "SELL" {
    const { state } = this.context.exchange;
    const account = state.accounts[this.account]!;
    const mode = this.wished.mode || account.modes[this.market]!;
    const held = rowOf(account, state.markets[this.market]!, mode).quantity;
    return held === 0n ? this.side() : held > 0n ? "SELL" : "BUY";
  }

  private priceAt(steps: number): PriceE8 {
    const { parameters, priceStep } = this.context.marketOf(this.market);
    const mark = Number(this.context.exchange.state.markets[this.market]!.mark);
    return priceE8(
      Math.max(parameters.quoteTick, mark + steps * priceStep) + (this.wished.flaw === "off tick" ? 7 : 0),
    );
  }

  private step(): number {
    return this.context.marketOf(this.market).priceStep;
  }

  private size(): number {
    return (
      this.wished.quantity * this.context.marketOf(this.market).quantityStep + (this.wished.flaw === "off lot" ? 1 : 0)
    );
  }
}
