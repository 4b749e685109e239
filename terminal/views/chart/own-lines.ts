// The account's orders and positions in a market as lines at prices: resting orders, waiting algo orders, and the position's
// entry and liquidation prices. Each has a title in words.

import { money } from "../../format/figure-text.ts";
import type { Position } from "../../session/asking/answers.ts";
import type { OpenOrder } from "../../session/orders/open-order.ts";
import { words } from "../../texts/words.ts";
import type { TriggerOrder } from "./trigger-orders.ts";

/** The order that is moved by dragging its line. */
export type Movable =
  | { readonly is: "order"; readonly order: OpenOrder }
  | ({ readonly is: "trigger" } & Pick<TriggerOrder, "id" | "path">);

export interface OwnLine {
  readonly id: string;
  readonly price: number;
  readonly title: string;
  readonly tone: "rise" | "fall" | "accent" | "warn";
  readonly stroke: "solid" | "dashed" | "dotted";
  readonly movable?: Movable | undefined;
}

/** A line that is being moved, or that was moved and awaits the venue's answer. */
export interface Moved {
  readonly price: number;
  readonly isSent: boolean;
}

export interface Own {
  readonly symbol: string;
  readonly orders: Iterable<OpenOrder>;
  readonly triggers: readonly TriggerOrder[];
  readonly positions: readonly Position[];
  /** By the id of the line. */
  readonly moved: ReadonlyMap<string, Moved>;
  /** The market's price: of very many orders, those near it are shown. */
  readonly near: number;
}

/** More lines than this would be unreadable. */
const ORDERS_MAX = 200;

export function ownLines({ symbol, orders, triggers, positions, moved, near }: Own): OwnLine[] {
  const lines: OwnLine[] = [];
  for (const position of positions) {
    if (position.symbol === symbol && position.position_qty !== 0) lines.push(...positionLines(position));
  }
  for (const trigger of triggers) lines.push(triggerLine(trigger));
  const resting = [...orders].filter((order) => order.symbol === symbol && order.price > 0);
  if (resting.length > ORDERS_MAX) resting.sort((a, b) => Math.abs(a.price - near) - Math.abs(b.price - near));
  lines.push(...resting.slice(0, ORDERS_MAX).map(orderLine));
  return lines.map((line) => {
    const move = moved.get(line.id);
    if (move === undefined) return line;
    const title = move.isSent ? words.chart.lineSent(line.title) : words.chart.lineMoved(line.title);
    return { ...line, price: move.price, title, stroke: move.isSent ? "dotted" : line.stroke };
  });
}

function orderLine(order: OpenOrder): OwnLine {
  return {
    id: `order-${order.orderId}`,
    price: order.price,
    title: words.chart.orderLine(order.side, order.quantity, order.executedQuantity),
    tone: order.side === "BUY" ? "rise" : "fall",
    stroke: "dashed",
    movable: { is: "order", order },
  };
}

function triggerLine({ id, path, type, side, quantity, triggerPrice, isTrailing }: TriggerOrder): OwnLine {
  return {
    id: `trigger-${id}`,
    price: triggerPrice,
    title: words.chart.triggerLine(type, side, quantity),
    tone: side === "BUY" ? "rise" : "fall",
    stroke: "dotted",
    movable: isTrailing ? undefined : { is: "trigger", id, path },
  };
}

function positionLines(position: Position): OwnLine[] {
  const { symbol, margin_mode, position_qty, average_open_price, est_liq_price, unrealized_pnl } = position;
  const id = `${symbol}-${margin_mode}`;
  const lines: OwnLine[] = [
    {
      id: `entry-${id}`,
      price: average_open_price,
      title: words.chart.positionLine(position_qty, money(unrealized_pnl, { isSigned: true })),
      tone: "accent",
      stroke: "solid",
    },
  ];
  if (est_liq_price !== null && est_liq_price > 0) {
    const title = words.chart.liquidationLine;
    lines.push({ id: `liquidation-${id}`, price: est_liq_price, title, tone: "warn", stroke: "dashed" });
  }
  return lines;
}
