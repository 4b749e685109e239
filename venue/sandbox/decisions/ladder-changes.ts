// Turns the orders that a maker has on one side into the ladder it wants, with few commands: an order near enough to a
// rung stays there; a rung without one gets an order that is not needed elsewhere; the rungs still missing are placed, a
// few at a time. Pure.

import type { Side } from "@evermark/engine";
import type { Rung } from "./quoted-ladder.ts";

/** An order on the book. */
export interface LiveOrder {
  readonly orderId: number;
  /** In ticks. */
  readonly price: number;
  /** The open quantity, in lots. */
  readonly quantity: number;
  /** The traded quantity, in lots. */
  readonly executed: number;
}

export type LadderChange =
  | { readonly type: "place"; readonly rung: Rung }
  | { readonly type: "amend"; readonly order: LiveOrder; readonly rung: Rung }
  | { readonly type: "cancel"; readonly order: LiveOrder };

/** An order with less than this part of its rung's quantity left is refilled. */
const LEFT_MIN = 0.4;
/** Orders that are not needed now may be needed soon: this many are kept behind the ladder. */
const KEPT_BEHIND = 10;

/**
 * The changes to make now, from the middle of the book outwards.
 * @param wanted best price first
 * @param live best price first
 * @param placementsMax how many new orders may be placed; the rest follows with the next look
 */
export function ladderChanges(
  side: Side,
  wanted: readonly Rung[],
  live: readonly LiveOrder[],
  placementsMax: number,
): LadderChange[] {
  const { holes, thin, spare } = matched(side, wanted, live);
  const best = wanted[0];
  const isInTheWay = ({ price }: LiveOrder) => best !== undefined && outward(side, price) < outward(side, best.price);
  // Orders in the price's way are moved first; of the others, the outermost.
  const inTheWay = spare.filter(isInTheWay);
  const others = spare.filter((order) => !isInTheWay(order)).toReversed();
  const movable = [...inTheWay, ...others];
  const changes: LadderChange[] = [];
  let placed = 0;
  for (const rung of holes) {
    const order = movable.shift();
    if (order !== undefined) changes.push({ type: "amend", order, rung });
    else if (placed++ < placementsMax) changes.push({ type: "place", rung });
  }
  const useless = movable.filter((order) => isInTheWay(order));
  const behind = movable.filter((order) => !isInTheWay(order)).slice(0, Math.max(0, movable.length - KEPT_BEHIND));
  for (const order of [...useless, ...behind]) changes.push({ type: "cancel", order });
  for (const { order, rung } of thin) changes.push({ type: "amend", order, rung: { ...rung, price: order.price } });
  return changes;
}

interface Matched {
  readonly holes: readonly Rung[];
  readonly thin: readonly { readonly order: LiveOrder; readonly rung: Rung }[];
  readonly spare: readonly LiveOrder[];
}

/** Matches each rung with the first order that is near enough, walking outwards on both lists at once. */
function matched(side: Side, wanted: readonly Rung[], live: readonly LiveOrder[]): Matched {
  const holes: Rung[] = [];
  const thin: { order: LiveOrder; rung: Rung }[] = [];
  const spare: LiveOrder[] = [];
  let next = 0;
  for (const rung of wanted) {
    const place = outward(side, rung.price);
    while (next < live.length && outward(side, live[next]!.price) < place - rung.slack) spare.push(live[next++]!);
    const order = live[next];
    if (order === undefined || outward(side, order.price) > place + rung.slack) {
      holes.push(rung);
      continue;
    }
    next += 1;
    if (order.quantity < rung.quantity * LEFT_MIN) thin.push({ order, rung });
  }
  return { holes, thin, spare: [...spare, ...live.slice(next)] };
}

/** A measure that rises from the middle of the book outwards. */
export function outward(side: Side, price: number): number {
  return side === "BUY" ? -price : price;
}
