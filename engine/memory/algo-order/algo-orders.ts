// Algo orders that are not finished: whole trees, found by the id of any member, by account, and by the mark price that
// fires them. Rules 3.1. A tree is removed when its last member is finished; from then on it is in history.

import { assert } from "../../base/fault.ts";
import type { ByteReader, ByteWriter } from "../../base/storage/bytes.ts";
import type { KeyedHash } from "../../base/storage/keyed-hash.ts";
import type { AccountNumber, AlgoOrderId, MarketNumber } from "../../base/units.ts";
import { ClientOrders } from "../order/client-orders.ts";
import { readTree, writeTree } from "./algo-bytes.ts";
import { type AlgoOrder, isArmed, membersOf } from "./algo-order.ts";
import { MarketTriggers } from "./trigger-list.ts";

const NOTHING: readonly AlgoOrder[] = [];

export class AlgoOrders {
  lastId = 0;
  /** Client ids of algo orders are apart from those of ordinary orders, and are remembered the same way. Rules 2.11. */
  readonly clientOrders: ClientOrders;
  readonly #byId = new Map<number, AlgoOrder>();
  /** Roots by account, each list by ascending id. */
  readonly #roots = new Map<number, AlgoOrder[]>();
  readonly #triggers: MarketTriggers[] = [];

  constructor(hash: KeyedHash) {
    this.clientOrders = new ClientOrders(hash);
  }

  /** Any member of a tree. */
  find(algoOrderId: AlgoOrderId): AlgoOrder | undefined {
    return this.#byId.get(algoOrderId);
  }

  /** By ascending id; valid until the next change of a tree. */
  rootsOf(account: AccountNumber): readonly AlgoOrder[] {
    return this.#roots.get(account) ?? NOTHING;
  }

  triggersOf(market: MarketNumber): MarketTriggers {
    while (this.#triggers.length <= market) this.#triggers.push(new MarketTriggers());
    return this.#triggers[market]!;
  }

  /** Adds a tree; a `root` that was cut loose from another tree becomes a tree of its own. */
  add(root: AlgoOrder): void {
    for (const member of membersOf(root)) this.#byId.set(member.id, member);
    const roots = this.#roots.get(root.account);
    if (roots === undefined) {
      this.#roots.set(root.account, [root]);
      return;
    }
    assert(!roots.includes(root), "a tree is taken in once", { algoOrderId: root.id, account: root.account });
    const after = roots.findIndex((other) => other.id > root.id);
    roots.splice(after === -1 ? roots.length : after, 0, root);
  }

  remove(root: AlgoOrder): void {
    for (const member of membersOf(root)) this.#byId.delete(member.id);
    const roots = this.#roots.get(root.account)!;
    const place = roots.indexOf(root);
    assert(place !== -1, "a tree that leaves is among its account's", { algoOrderId: root.id, account: root.account });
    roots.splice(place, 1);
    if (roots.length === 0) this.#roots.delete(root.account);
  }

  /** Every tree, by the root's id. */
  get trees(): AlgoOrder[] {
    return [...this.#roots.values()].flat().sort((a, b) => a.id - b.id);
  }

  write(out: ByteWriter): void {
    out.f64(this.lastId);
    const { trees } = this;
    out.i32(trees.length);
    for (const root of trees) writeTree(out, root);
    this.clientOrders.write(out);
  }

  read(input: ByteReader): void {
    this.lastId = input.f64();
    for (let left = input.i32(); left > 0; left--) {
      const root = readTree(input, null);
      this.add(root);
      for (const member of membersOf(root)) if (isArmed(member)) this.triggersOf(member.market).add(member);
    }
    this.clientOrders.read(input);
  }
}
