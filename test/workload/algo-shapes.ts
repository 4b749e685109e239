// Algo orders with consistent fields: placements of every type around the mark, and amendments of orders that wait.

import type { AlgoOrderView, Side } from "@evermark/engine";
import type { Draft } from "./drawn-command.ts";
import { algosOf } from "./known.ts";
import { opposite, type Situation } from "./situation.ts";

type Placement = Draft<"place_algo_order">;
type Group = Placement["children"][number];
type GroupType = "TP_SL" | "POSITIONAL_TP_SL";

const SINGLE = ["STOP", "TRAILING_STOP", "BRACKET"];
const TYPES = ["STOP", "STOP", "TP_SL", "TP_SL", "POSITIONAL_TP_SL", "BRACKET", "TRAILING_STOP"] as const;
const NOTHING = { price: 0, quantity: 0, triggerPrice: 0 };
const NO_TRAIL = { activatedPrice: 0, callbackRate: 0, callbackValue: 0 };

export function algoPlacement(situation: Situation, draft: Placement): Draft {
  const { dice } = situation;
  const { account, market } = draft;
  const algoType = dice.pick(TYPES);
  const { baseTick } = situation.market(market).parameters;
  const held = situation.held(account, market, draft.marginMode || situation.look.marginMode(account, market));
  const closing = held === 0 ? draft.side : held > 0 ? "SELL" : "BUY";
  const isSingle = SINGLE.includes(algoType);
  const side = isSingle ? draft.side : closing;
  const isLimit = isSingle && algoType !== "TRAILING_STOP" && dice.chance(500);
  const entry = dice.chance(950) ? dice.between(-3, 3) : dice.pick([-160, -40, 40, 160]);
  const root: Placement = {
    ...{ ...draft, algoType, side, ...NOTHING, ...NO_TRAIL },
    orderType: isSingle ? (isLimit ? "LIMIT" : "MARKET") : "",
    price: isLimit ? situation.near(market, entry) : 0,
    quantity: algoType === "POSITIONAL_TP_SL" ? 0 : dice.chance(940) ? situation.size(market) : baseTick,
    reduceOnly: algoType !== "BRACKET" && isSingle && dice.chance(300),
    children: [],
  };
  if (algoType === "STOP") return { ...root, triggerPrice: situation.near(market, entry || 1) };
  if (algoType === "TRAILING_STOP") {
    return {
      ...root,
      ...trail(situation, market),
      activatedPrice: dice.chance(500) ? situation.near(market, entry || 1) : 0,
    };
  }
  if (algoType !== "BRACKET")
    return { ...root, children: legsOf(situation, { market, side, group: algoType, from: 0 }) };
  const group = dice.pick<GroupType>(["TP_SL", "POSITIONAL_TP_SL"]);
  const out = opposite(side);
  // A leg of a group has no member `children` at all, not even an empty list.
  const legs = legsOf(situation, { market, side: out, group, from: isLimit ? entry : 0 }).map(
    ({ children, ...leg }) => leg,
  );
  const second = { algoType: group, side: out, orderType: "", ...NOTHING, reduceOnly: true, children: legs } as const;
  return { ...root, children: [second] };
}

function trail(situation: Situation, market: number): Partial<Placement> {
  const { dice } = situation;
  if (dice.chance(500)) return { callbackRate: dice.between(1, 52) * 100_000 };
  return { callbackValue: situation.market(market).parameters.quoteTick * dice.between(1, 20) };
}

/** A take-profit and a stop-loss, or one of them, around a price `from` steps from the mark. */
function legsOf(
  situation: Situation,
  { market, side, group, from }: { market: number; side: Side; group: GroupType; from: number },
): Group[] {
  const { dice } = situation;
  const away = side === "SELL" ? 1 : -1;
  const leg = (algoType: "TAKE_PROFIT" | "STOP_LOSS", steps: number): Group => {
    const isLimit = dice.chance(300);
    return {
      ...{ ...NOTHING, algoType, side, reduceOnly: true, children: [] },
      orderType: isLimit ? "LIMIT" : group === "POSITIONAL_TP_SL" ? "CLOSE_POSITION" : "MARKET",
      triggerPrice: situation.near(market, from + steps),
      price: isLimit ? situation.near(market, from + steps - away) : 0,
    };
  };
  const legs = [leg("TAKE_PROFIT", away * dice.between(1, 5)), leg("STOP_LOSS", -away * dice.between(1, 5))];
  return dice.chance(600) ? legs : [dice.pick(legs)];
}

/** Changes one member of a tree, or all members that wait for a trigger. */
export function algoAmendment(situation: Situation, draft: Draft<"amend_algo_order">): Draft {
  const { dice } = situation;
  const members = (tree: AlgoOrderView): AlgoOrderView[] => [tree, ...tree.children.flatMap(members)];
  const tree = algosOf(situation).find((root) => members(root).some((each) => each.algoOrderId === draft.algoOrderId));
  if (tree === undefined) return draft;
  const all = members(tree);
  const waiting = all.filter(({ triggerPrice }) => triggerPrice > 0);
  const named = dice.chance(500) ? waiting : [dice.pick(all)];
  // The same quantity for each leg of a group.
  const { baseMax, baseTick } = situation.market(tree.market).parameters;
  const quantity = dice.chance(800) ? situation.size(tree.market) : dice.pick([baseMax, baseTick]);
  const change = dice.weighted({ trigger: 4, quantity: 2, price: 2, all: 2 });
  const changes = (named.length === 0 ? all : named).map((each) => {
    const unchanged = { algoOrderId: each.algoOrderId, ...NOTHING, ...NO_TRAIL, deactivate: false };
    if (dice.chance(80)) return { ...unchanged, deactivate: true };
    const { market } = each;
    const changed = (has: boolean, kind: typeof change, value: number) =>
      has && (change === kind || change === "all") ? value : 0;
    return {
      ...unchanged,
      price: changed(each.price > 0, "price", situation.around(market)),
      quantity: changed(each.quantity > 0, "quantity", quantity),
      triggerPrice: changed(each.triggerPrice > 0, "trigger", beyond(situation, market, each.triggerPrice)),
      activatedPrice: changed(each.activatedPrice > 0, "price", beyond(situation, market, each.activatedPrice)),
      callbackRate: changed(each.callbackRate > 0, "trigger", dice.between(1, 50) * 100_000),
    };
  });
  const { look } = situation;
  return { ...draft, account: look.opening(tree.account), algoOrderId: tree.algoOrderId, changes };
}

/** Mostly on the side of the mark on which the trigger already is. */
function beyond(situation: Situation, market: number, before: number): number {
  const { dice } = situation;
  if (dice.chance(120)) return situation.near(market, dice.pick([-160, -2, 2, 160]));
  return situation.near(market, dice.between(1, 5) * (before > situation.market(market).mark ? 1 : -1));
}
