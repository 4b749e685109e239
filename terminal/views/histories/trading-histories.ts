// Histories of trading: orders, algo orders, fills, positions, funding, liquidations.

import { words } from "../../texts/words.ts";
import { algoHistory } from "./algo-history.ts";
import { historyOf, ofMarket, spanAndPage } from "./history-kind.ts";

const { names, empty, notes, columns } = words.histories;

const market = { id: "market", name: columns.market, kind: "market" } as const;
const time = { id: "time", name: columns.time, kind: "time" } as const;
const side = { id: "side", name: columns.side, kind: "word" } as const;
const figure = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "figure" }) as const;
const price = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "price" }) as const;
const size = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "size" }) as const;
const money = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "money" }) as const;
const change = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "change" }) as const;
const word = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "word" }) as const;
const text = (id: keyof typeof columns) => ({ id, name: columns[id], kind: "text" }) as const;

const ORDER_STATUSES = ["COMPLETED", "FILLED", "CANCELLED", "REJECTED", "INCOMPLETE"] as const;

const orders = historyOf({
  id: "orders",
  name: names.orders,
  empty: empty.orders,
  filters: ["market", "side", "status", "span"],
  sides: ["BUY", "SELL"],
  statuses: ORDER_STATUSES,
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.orders.getOrders(
      {
        ...spanAndPage(asked),
        ...ofMarket(asked),
        ...(asked.side !== "" && { side: asked.side as "BUY" }),
        ...(asked.status !== "" && { status: asked.status as "FILLED" }),
      },
      { signal },
    );
    return { rows, total: meta.total };
  },
  keyOf: (order) => order.order_id,
  changedBy: ["report", "liquidation"],
  columns: [
    { ...time, value: (order) => order.created_time },
    { ...market, value: (order) => order.symbol },
    { ...side, value: (order) => order.side },
    { ...word("type"), value: (order) => order.type },
    { ...word("status"), value: (order) => order.status },
    { ...price("price"), value: (order) => order.price },
    { ...size("size"), value: (order) => order.quantity },
    { ...size("filled"), value: (order) => order.total_executed_quantity },
    { ...price("average"), value: (order) => order.average_executed_price || null },
    { ...money("fee"), value: (order) => order.total_fee },
    { ...change("pnl"), value: (order) => order.realized_pnl },
    { ...word("marginMode"), value: (order) => order.margin_mode },
    { ...text("orderId"), value: (order) => String(order.order_id) },
    { ...text("clientOrderId"), value: (order) => order.client_order_id },
    { ...text("tag"), value: (order) => order.order_tag },
  ],
});

const fills = historyOf({
  id: "fills",
  name: names.fills,
  empty: empty.fills,
  note: notes.fills,
  filters: ["market", "span"],
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.orders.getTrades({ ...spanAndPage(asked), ...ofMarket(asked) }, { signal });
    return { rows, total: meta.total };
  },
  keyOf: (fill) => fill.id,
  changedBy: ["report", "liquidation"],
  columns: [
    { ...time, value: (fill) => fill.executed_timestamp },
    { ...market, value: (fill) => fill.symbol },
    { ...side, value: (fill) => fill.side },
    { ...price("price"), value: (fill) => fill.executed_price },
    { ...size("size"), value: (fill) => fill.executed_quantity },
    { ...money("fee"), value: (fill) => fill.fee },
    { ...change("pnl"), value: (fill) => fill.realized_pnl },
    { ...word("role"), value: (fill) => (fill.is_maker === 1 ? "MAKER" : "TAKER") },
    { ...word("marginMode"), value: (fill) => fill.margin_mode },
    { ...text("orderId"), value: (fill) => String(fill.order_id) },
    { ...text("fillId"), value: (fill) => String(fill.id) },
  ],
});

/** The venue returns at most this many, without pages. */
const POSITIONS_MAX = 500;

const positions = historyOf({
  id: "positions",
  name: names.positions,
  empty: empty.positions,
  note: notes.positions,
  filters: ["market"],
  read: async (client, asked, signal) => {
    const { rows } = await client.positions.getPositionHistory(
      { limit: POSITIONS_MAX, ...ofMarket(asked) },
      { signal },
    );
    const { page, size } = asked;
    return { rows: rows.slice((page - 1) * size, page * size), total: rows.length };
  },
  keyOf: (position) => position.position_id,
  changedBy: ["report", "liquidation"],
  columns: [
    { ...time, name: columns.opened, value: (position) => position.open_timestamp },
    { ...time, id: "closed", name: columns.closed, value: (position) => position.close_timestamp },
    { ...market, value: (position) => position.symbol },
    { ...side, value: (position) => position.side },
    { ...word("status"), value: (position) => position.status },
    { ...word("endedBy"), value: (position) => position.type },
    { ...price("entry"), value: (position) => position.avg_open_price },
    { ...price("exit"), value: (position) => position.avg_close_price },
    { ...size("largest"), value: (position) => position.max_position_qty },
    { ...size("closedSize"), value: (position) => position.closed_position_qty },
    { ...change("pnl"), value: (position) => position.realized_pnl },
    { ...money("fee"), value: (position) => position.trading_fee },
    { ...money("fundingPaid"), value: (position) => position.accumulated_funding_fee },
    { ...money("liquidationFee"), value: (position) => position.liquidator_fee },
    { ...money("fundFee"), value: (position) => position.insurance_fund_fee },
    { ...word("marginMode"), value: (position) => position.margin_mode },
    { ...figure("leverage"), value: (position) => position.leverage },
  ],
});

const funding = historyOf({
  id: "funding",
  name: names.funding,
  empty: empty.funding,
  filters: ["market", "span"],
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.funding.getFundingFees(
      { ...spanAndPage(asked), ...ofMarket(asked) },
      { signal },
    );
    return { rows, total: meta.total };
  },
  keyOf: (fee) => `${fee.symbol} ${fee.created_time} ${fee.margin_mode}`,
  changedBy: [],
  columns: [
    { ...time, value: (fee) => fee.created_time },
    { ...market, value: (fee) => fee.symbol },
    { ...word("direction"), value: (fee) => fee.payment_type },
    { ...change("amount"), value: (fee) => (fee.payment_type === "Pay" ? -fee.funding_fee : fee.funding_fee) },
    { id: "rate", name: columns.rate, kind: "percent", value: (fee) => fee.funding_rate },
    { ...price("mark"), value: (fee) => fee.mark_price },
    { ...word("status"), value: (fee) => fee.status },
    { ...word("marginMode"), value: (fee) => fee.margin_mode },
  ],
});

const liquidations = historyOf({
  id: "liquidations",
  name: names.liquidations,
  empty: empty.liquidations,
  filters: ["market", "span"],
  read: async (client, asked, signal) => {
    const { rows, meta } = await client.liquidations.getLiquidations(
      { ...spanAndPage(asked), ...ofMarket(asked) },
      { signal },
    );
    // A liquidation may take over several positions.
    const each = rows.flatMap((whole) => whole.positions_by_perp.map((taken) => ({ whole, taken })));
    return { rows: each, total: meta.total };
  },
  keyOf: ({ whole, taken }) => `${whole.liquidation_id} ${whole.timestamp} ${taken.symbol}`,
  changedBy: ["liquidation"],
  columns: [
    { ...time, value: ({ whole }) => whole.timestamp },
    { ...market, value: ({ taken }) => taken.symbol },
    { ...size("before"), value: ({ taken }) => taken.total_position },
    { ...size("taken"), value: ({ taken }) => taken.position_qty },
    { ...price("price"), value: ({ taken }) => taken.transfer_price },
    { ...money("liquidationFee"), value: ({ taken }) => taken.abs_liquidator_fee },
    { ...money("fundFee"), value: ({ taken }) => taken.abs_insurance_fund_fee },
    { ...money("collateral"), value: ({ whole }) => whole.collateral_value },
    { id: "ratio", name: columns.ratio, kind: "percent", value: ({ whole }) => whole.margin_ratio },
    { id: "needed", name: columns.needed, kind: "percent", value: ({ whole }) => whole.account_mmr },
    { ...money("toFund"), value: ({ whole }) => whole.transfer_amount_to_insurance_fund },
    { ...text("liquidationId"), value: ({ whole }) => String(whole.liquidation_id) },
  ],
});

export const tradingHistories = { orders, algo: algoHistory, fills, positions, funding, liquidations };
