// One algo order of a tree as it is placed, before it has an id. Rules 3.1.

import type { AlgoGroup, AlgoLeg, PlaceAlgoOrder } from "@evermark/engine";
import { type NaiveAlgo, nothingDone } from "../../state/records/naive-algo.ts";
import type { NaiveMarket } from "../../state/records/naive-market.ts";

export type AlgoDraft = Omit<NaiveAlgo, "id" | "parent" | "root">;

interface Common {
  readonly command: PlaceAlgoOrder;
  readonly market: NaiveMarket;
  readonly marginMode: NaiveAlgo["marginMode"];
  readonly at: number;
}

/** @param place whether it is active, and the group that it is a leg of */
export function algoDraft(
  { command, market, marginMode, at }: Common,
  leg: AlgoLeg,
  place: { readonly isActivated: boolean; readonly group: AlgoGroup | null },
): AlgoDraft {
  const isRoot = leg.algoType === command.algoType;
  const isSingle = isRoot && leg.algoType !== "BRACKET";
  const trigger = BigInt(leg.triggerPrice);
  return {
    account: command.account,
    market: market.number,
    marginMode,
    algoType: leg.algoType,
    side: leg.side,
    orderType: leg.orderType,
    clientOrderId: isRoot ? command.clientOrderId : "",
    tag: command.tag,
    reduceOnly: isRoot && place.group === null && isPlain(leg) ? leg.reduceOnly : true,
    visible: command.visible,
    // Legs have the quantity of their group.
    quantity: BigInt(place.group?.quantity ?? leg.quantity),
    price: BigInt(leg.price),
    triggerPrice: trigger,
    direction: directionOf(leg, market.mark, trigger),
    activatedPrice: isSingle ? BigInt(command.activatedPrice) : 0n,
    callbackRate: isSingle ? BigInt(command.callbackRate) : 0n,
    callbackValue: isSingle ? BigInt(command.callbackValue) : 0n,
    extremePrice: 0n,
    isActivated: place.isActivated,
    isTriggered: false,
    triggerStatus: null,
    triggerTradePrice: 0n,
    triggerTime: 0,
    status: "NEW",
    orderId: 0,
    executed: 0n,
    executedNotional: 0n,
    totalFee: 0n,
    totalRealizedPnl: 0n,
    earlier: nothingDone,
    createdAt: at,
  };
}

/** An entry, a STOP or a trailing stop may open; the legs of groups only close. */
function isPlain(leg: AlgoLeg): boolean {
  return leg.algoType === "STOP" || leg.algoType === "TRAILING_STOP" || leg.algoType === "BRACKET";
}

/** The direction in which the mark has to move. Rules 3.2, 3.3. */
export function directionOf(
  leg: { readonly algoType: NaiveAlgo["algoType"]; readonly side: "BUY" | "SELL" },
  mark: bigint,
  trigger: bigint,
): "" | "up" | "down" {
  if (leg.algoType === "STOP") return trigger > mark ? "up" : "down";
  if (leg.algoType === "TAKE_PROFIT") return leg.side === "SELL" ? "up" : "down";
  if (leg.algoType === "STOP_LOSS") return leg.side === "SELL" ? "down" : "up";
  return "";
}
