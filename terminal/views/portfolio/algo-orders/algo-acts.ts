// The acts on algo orders: cancelling and amending.

import { decimal, percent } from "../../../format/figure-text.ts";
import { marketName } from "../../../format/market-name.ts";
import type { AccountSession } from "../../../session/account/account-session.ts";
import type { AlgoOrder } from "../../../session/asking/answers.ts";
import { words } from "../../../texts/words.ts";
import type { Act } from "../acts/acts.ts";
import { type AlgoField, type AlgoRow, changeOf, isWaiting, isWorking, rowsOf } from "../protection/algo-tree.ts";

const text = words.portfolio;

export function keyOfAlgo({ order, path }: AlgoRow): string {
  return `algo ${path[0]?.algo_order_id ?? order.algo_order_id} ${order.algo_order_id}`;
}

export function nameOfAlgo({ algo_type, symbol }: AlgoOrder): string {
  return `${text.algo.kinds[algo_type] ?? algo_type}, ${marketName(symbol)}`;
}

export function cancellingAlgo(session: AccountSession, order: AlgoOrder): Act {
  const { algo } = session.client;
  const said = text.acts.cancelled(nameOfAlgo(order));
  return {
    text: text.orders.cancelOf(nameOfAlgo(order)),
    send: async () => {
      await algo.cancelAlgoOrder({ symbol: order.symbol, order_id: order.algo_order_id });
      session.refreshOrders();
      return said;
    },
    find: async () => {
      const now = await algo.getAlgoOrder({ order_id: order.algo_order_id });
      session.refreshOrders();
      return rowsOf([now]).some((row) => isWaiting(row.order) || isWorking(row.order)) ? null : said;
    },
  };
}

/** @param typed in the venue's notation: a rate is a fraction */
export function amendingAlgo(session: AccountSession, row: AlgoRow, field: AlgoField, typed: string): Act {
  const { algo } = session.client;
  const root = row.path[0] ?? row.order;
  const shown = field === "callback_rate" ? percent(Number(typed)) : decimal(Number(typed));
  const said = text.acts.outcome(nameOfAlgo(row.order), `${text.algo[NAMES[field]]} ${shown}`);
  return {
    text: said,
    send: async () => {
      await algo.amendAlgoOrder(changeOf(row, field, typed));
      session.refreshOrders();
      return said;
    },
    find: async () => {
      const rows = rowsOf([await algo.getAlgoOrder({ order_id: root.algo_order_id })]);
      session.refreshOrders();
      const now = rows.find(({ order }) => order.algo_order_id === row.order.algo_order_id);
      return now?.order[field] === Number(typed) ? said : null;
    },
  };
}

const NAMES = {
  trigger_price: "trigger",
  price: "limit",
  quantity: "quantity",
  callback_rate: "distance",
  callback_value: "distance",
  activated_price: "activation",
} as const;

export function cancellingAllAlgo(session: AccountSession): Act {
  const cancel = async () => {
    await session.client.algo.cancelAlgoOrders();
    session.refreshOrders();
    return text.acts.cancelledAlgo;
  };
  // Cancelling is idempotent, so after a lost answer it is sent again.
  return { text: text.algo.cancelAll, send: cancel, find: cancel };
}
