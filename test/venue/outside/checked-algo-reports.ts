// The reports of the two topics of algo orders, compared with each other and with REST. Streams 9.2.

import { expect } from "bun:test";
import type { Row } from "./outside-caller.ts";
import { OutsideStream } from "./outside-stream.ts";
import type { Trader } from "./trader.ts";
import type { OutsideVenue } from "./whole-venue.ts";

/** Every member of a report with its name in REST; "" where REST has no such member. */
const REPORT_FIELDS: Readonly<Record<string, string>> = {
  symbol: "symbol",
  rootAlgoOrderId: "root_algo_order_id",
  parentAlgoOrderId: "parent_algo_order_id",
  algoOrderId: "algo_order_id",
  clientOrderId: "client_order_id",
  orderTag: "order_tag",
  algoType: "algo_type",
  side: "side",
  quantity: "quantity",
  price: "price",
  type: "type",
  status: "algo_status",
  algoStatus: "algo_status",
  rootAlgoStatus: "root_algo_order_status",
  triggerPrice: "trigger_price",
  triggerPriceType: "trigger_price_type",
  triggerStatus: "trigger_status",
  triggerTradePrice: "trigger_trade_price",
  triggerTime: "trigger_time",
  isTriggered: "",
  triggered: "",
  isActivated: "is_activated",
  activated: "is_activated",
  tradeId: "",
  executedPrice: "",
  executedQuantity: "",
  fee: "",
  feeAsset: "fee_asset",
  totalExecutedQuantity: "total_executed_quantity",
  averageExecutedPrice: "average_executed_price",
  totalFee: "total_fee",
  visibleQuantity: "",
  reduceOnly: "reduce_only",
  callbackRate: "callback_rate",
  callbackValue: "callback_value",
  extremePrice: "extreme_price",
  activatedPrice: "activated_price",
  maker: "",
  isMaker: "",
  createdTime: "created_time",
  timestamp: "updated_time",
  marginMode: "margin_mode",
};
/** Members that are 0 or "" in reports and null in REST while there is no value. */
const NEVER_NULL = /^(price|trigger(Trade)?Price|triggerTime|clientOrderId|orderTag)$/;

/** Expects an order's report to agree with its REST row. */
export function expectSameOrder(report: Row, row: Row): void {
  const { childOrders: _, ...own } = report;
  expect(Object.keys(own).sort()).toEqual(Object.keys(REPORT_FIELDS).sort());
  for (const [field, name] of Object.entries(REPORT_FIELDS)) {
    if (name === "") continue;
    const none = field === "clientOrderId" || field === "orderTag" ? "" : 0;
    const expected = NEVER_NULL.test(field) ? (row[name] ?? none) : row[name];
    expect({ [field]: report[field] }).toEqual({ [field]: expected });
  }
  expect([report.isTriggered, report.triggered]).toEqual(Array(2).fill(row.is_triggered === "true") as never);
}

/** The reports of an account, one tree at a time. */
export class AlgoReports {
  #seen = 0;
  constructor(readonly stream: OutsideStream) {}

  static async of(venue: OutsideVenue, caller: Trader): Promise<AlgoReports> {
    const stream = await OutsideStream.openPrivate(venue, caller);
    await stream.subscribe("algoexecutionreport");
    await stream.subscribe("algoexecutionreportv2");
    return new AlgoReports(stream);
  }

  /** The next tree, which both topics must have sent alike. */
  async next(): Promise<Row> {
    const at = this.#seen++;
    const flat = (await this.stream.take("algoexecutionreport", at + 1))[at]!;
    const tree = (await this.stream.take("algoexecutionreportv2", at + 1))[at]!;
    const rows = flat.data as unknown as Row[];
    const nodes = nodesOf(tree.data);
    expect(nodes.map(({ childOrders: _, ...own }) => own)).toEqual(rows);
    return tree.data;
  }

  /** All trees that were sent, once there are `count`. */
  async all(count: number): Promise<Row[]> {
    const trees: Row[] = [];
    while (trees.length < count) trees.push(await this.next());
    expect(this.stream.framesOf("algoexecutionreportv2")).toHaveLength(this.#seen);
    return trees;
  }
}

/** An order of a report and everything below it. */
export function nodesOf(tree: Row): Row[] {
  return [tree, ...(tree.childOrders as Row[]).flatMap(nodesOf)];
}
