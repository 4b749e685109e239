// A demo maker in one market: its fair price, and the commands that bring its orders to the ladder around that price.
// While a book is as it should be, only its two best prices are read.

import type { Unstamped } from "@evermark/core";
import type { EngineReader, MarketView, OrderView, Side } from "@evermark/engine";
import { clampedToOne } from "../decisions/clamped.ts";
import type { DemoMarket } from "../decisions/demo-market.ts";
import { placement, usdcOf } from "../decisions/demo-orders.ts";
import { type LadderChange, type LiveOrder, ladderChanges, outward } from "../decisions/ladder-changes.ts";
import { type LadderView, ladderSide } from "../decisions/quoted-ladder.ts";
import type { DemoAccounts } from "./demo-accounts.ts";

/**
 * How far a full position moves the maker's prices, as a fraction: `IMPACT` for a recent position, `LEAN` for a long-held
 * one.
 */
const IMPACT = 0.004;
const LEAN = 0.0004;
/** After this many seconds most of a position counts as long-held. */
const POSITION_SECONDS = 600;
/** The whole ladder is checked this often, in seconds, even if its best prices look right. */
const LOOK_EVERY_S = 10;
/** When a best price is gone, the spread is at least this much wider, in ticks. */
const WIDER = 2;

interface MarketMemory {
  /** Moving average of the maker's position, in lots. */
  position: number;
  /** Whether something was left for the next second. */
  isUnfinished: boolean;
}

export class DemoMaker {
  readonly #engine: EngineReader;
  readonly #accounts: DemoAccounts;
  readonly #lately = new Map<number, MarketMemory>();

  constructor(engine: EngineReader, accounts: DemoAccounts) {
    this.#engine = engine;
    this.#accounts = accounts;
  }

  /** @param placementsMax most new orders of one side */
  quote(market: DemoMarket, view: MarketView, second: number, placementsMax: number): Unstamped[] {
    const maker = this.#accounts.maker(this.#engine, market.style.isLarge);
    if (maker === -1 || view.index === 0) return [];
    const position = this.#engine.position(maker, view.market, "CROSS").quantity;
    const lately = this.#follow(view.market, position);
    const fair = this.#fairPrice({ market, view, second, position, average: lately.position });
    const spread = market.spreadAt(second);
    const patience = Math.max(0.75, fair * market.style.patience);
    const isAt = (bid: number, ask: number) =>
      bid > 0 && ask > 0 && Math.abs(fair - (bid + ask) / 2) <= patience && ask - bid <= spread + WIDER;
    const isLookedThrough = second % LOOK_EVERY_S === view.market % LOOK_EVERY_S;
    if (!lately.isUnfinished && !isLookedThrough && isAt(view.bestBid, view.bestAsk)) return [];

    const orders = this.#engine.openOrders(maker, view.market);
    const live = { BUY: sideOf(orders, "BUY"), SELL: sideOf(orders, "SELL") };
    const [bid = 0, ask = 0] = [live.BUY[0]?.price, live.SELL[0]?.price];
    const stays = isAt(bid, ask);
    const wanted: LadderView = {
      ...{ style: market.style, hash: market.hash },
      parameters: view.parameters,
      microsPerTickLot: view.microsPerTickLot,
      fair: stays ? (bid + ask) / 2 : fair,
      spread: stays ? ask - bid : spread,
      fullness: usdcOf(view, position, view.index) / market.style.positionMax,
    };
    lately.isUnfinished = false;
    // The side that the price runs into is moved away before the other side follows.
    const sides: readonly Side[] = bid > 0 && ask > 0 && fair < (bid + ask) / 2 ? ["BUY", "SELL"] : ["SELL", "BUY"];
    return sides.flatMap((side) => {
      const changes = ladderChanges(side, ladderSide(side, wanted), live[side], placementsMax);
      if (changes.filter((change) => change.type === "place").length >= placementsMax) lately.isUnfinished = true;
      return changes.flatMap((change) => this.#commandsOf(change, { maker, side, view }));
    });
  }

  #follow(market: number, position: number): MarketMemory {
    const lately = this.#lately.get(market) ?? { position, isUnfinished: true };
    lately.position += (position - lately.position) / POSITION_SECONDS;
    this.#lately.set(market, lately);
    return lately;
  }

  /** In ticks: the index, adjusted by a premium that comes and goes and by the maker's own position. */
  #fairPrice({ market, view, second, position, average }: FairPriceOf): number {
    const part = (lots: number) => clampedToOne(usdcOf(view, lots, view.index) / market.style.positionMax);
    return view.index * (1 + market.premiumAt(second) - IMPACT * part(position - average) - LEAN * part(average));
  }

  #commandsOf(change: LadderChange, { maker, side, view }: SideOf): Unstamped[] {
    const { market, parameters } = view;
    const place = ({ price, quantity }: { price: number; quantity: number }) =>
      placement({ account: maker, view, side, price, quantity, orderType: "LIMIT" });
    if (change.type === "place") return [place(change.rung)];
    const { orderId, executed } = change.order;
    const cancel: Unstamped = { type: "cancel_order", account: maker, market, orderId, clientOrderId: "" };
    if (change.type === "cancel") return [cancel];
    const total = executed + change.rung.quantity;
    // An order's quantity includes everything it has ever traded, and is limited.
    if (total * parameters.baseTick > parameters.baseMax) return [cancel, place(change.rung)];
    const { price, quantity } = placement({
      ...{ account: maker, view, side, orderType: "LIMIT" },
      ...{ price: change.rung.price, quantity: total },
    });
    return [{ type: "amend_order", account: maker, orderId, market, side, orderType: "LIMIT", price, quantity }];
  }
}

interface FairPriceOf {
  readonly market: DemoMarket;
  readonly view: MarketView;
  readonly second: number;
  /** In lots. */
  readonly position: number;
  readonly average: number;
}

interface SideOf {
  readonly maker: number;
  readonly side: Side;
  readonly view: MarketView;
}

/** Best price first. */
function sideOf(orders: readonly OrderView[], side: Side): LiveOrder[] {
  return orders
    .filter((order) => order.side === side)
    .map(({ orderId, price, quantity, executed }) => ({ orderId, price, quantity: quantity - executed, executed }))
    .toSorted((a, b) => outward(side, a.price) - outward(side, b.price) || a.orderId - b.orderId);
}
