// Algo orders in history: the latest state of every order of every tree, and its fills. An algo order that waits for
// liquidity places a new ordinary order each time it fires, so its fills can belong to several orders. Rules 3.1, 3.2.

import type { AlgoOrderView, AlgoReport } from "@evermark/engine";
import type { NewRow } from "../schema/schema.ts";
import type { Store, Write } from "../tables/history-store.ts";
import { insertInto, putInto } from "../tables/writing.ts";

const PUT = putInto("algo_orders");
const INSERT_FILL = insertInto("algo_fills");

export class AlgoOrderRecords {
  readonly #put: Write<NewRow<"algo_orders">>;
  readonly #insertFill: Write<NewRow<"algo_fills">>;

  constructor(tables: Store) {
    this.#put = tables.prepare(PUT);
    this.#insertFill = tables.prepare(INSERT_FILL);
  }

  put({ order, root, execution }: AlgoReport): void {
    // The status of a root shows in its whole tree, and a leg's change can change it.
    this.#write(order, root.status);
    if (order.algoOrderId !== root.algoOrderId) this.#write(root, root.status);
    if (execution !== null) this.#insertFill.run({ algoOrderId: order.algoOrderId, tradeId: execution.tradeId });
  }

  #write(order: AlgoOrderView, rootStatus: AlgoOrderView["rootStatus"]): void {
    this.#put.run({
      algoOrderId: order.algoOrderId,
      rootId: order.rootAlgoOrderId,
      parentId: order.parentAlgoOrderId,
      account: order.account,
      market: order.market,
      side: order.side,
      orderType: order.orderType,
      algoType: order.algoType,
      status: order.status,
      isTriggered: order.isTriggered ? 1 : 0,
      tag: order.tag,
      clientOrderId: order.clientOrderId,
      createdAt: order.createdAt,
      updatedAt: order.updatedAt,
      state: JSON.stringify({ ...order, rootStatus, children: [] }),
    });
  }
}
