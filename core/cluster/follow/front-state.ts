// The front state: what all nodes keep beside the engine about where commands come from. It holds each node's last number,
// and which of its orders last only as long as the connections over which they came. It follows from the journal alone, so
// it is the same on all nodes (C8). A command is taken only if its number is above the last one, so that a frame that
// arrives twice is not carried out twice (C2).

import { Fault } from "@evermark/engine";
import { sha256 } from "@evermark/journal/checksums.ts";
import type { Origin } from "../records/origins.ts";
import type { NodeId } from "../records/term.ts";

/**
 * This many milliseconds after its last deadline, no command of a node can be taken any more (C6), and its number is
 * forgotten.
 */
export const KEPT_MS = 60_000;
/** At least this many orders are kept before those that are no longer open are forgotten. */
const SWEEP_AT_LEAST = 1_024;

/** The order id that means no order. */
export const NO_ORDER = 0;

/** How to ask an engine whether an order is open. */
export interface OpenOrders {
  findOrder(orderId: number): object | undefined;
}

interface Last {
  number: number;
  deadline: number;
}

/** The form that is written beside a snapshot: sorted by node id, so that equal states have equal bytes. */
interface Written {
  readonly lasts: readonly (readonly [node: NodeId, number: number, deadline: number])[];
  readonly standing: readonly (readonly [node: NodeId, orders: readonly number[]])[];
}

export class FrontState {
  readonly #orders: OpenOrders;
  readonly #lasts = new Map<NodeId, Last>();
  /** By node: orders that last as long as one of its connections, and some of them that have ended since. */
  readonly #standing = new Map<NodeId, Set<number>>();
  #count = 0;
  #sweepAt = SWEEP_AT_LEAST;

  constructor(orders: OpenOrders) {
    this.#orders = orders;
  }

  /**
   * Restores what `written` returned.
   * @param orders the orders of an engine at the same position
   * @throws {Fault} when `written` is not in the form of a front state
   */
  static restore(written: unknown, orders: OpenOrders): FrontState {
    if (!isWritten(written)) throw new Fault("what stands beside a snapshot is not the front state of a node");
    const front = new FrontState(orders);
    for (const [node, number, deadline] of written.lasts) front.#lasts.set(node, { number, deadline });
    for (const [node, ids] of written.standing) for (const id of ids) front.#add(node, id);
    return front;
  }

  lastNumber(node: NodeId): number {
    return this.#lasts.get(node)?.number ?? 0;
  }

  /** Nodes that may have orders which last as long as their connections; sorted. */
  nodesWithOrders(): NodeId[] {
    return [...this.#standing.keys()].sort();
  }

  /** The open orders that last as long as a connection of this node, by ascending id. */
  standingOf(node: NodeId): number[] {
    return [...(this.#standing.get(node) ?? [])].filter((id) => this.#isOpen(id)).sort((a, b) => a - b);
  }

  /** Notes a command that was applied. @param orderId the order that the command's answer names */
  passed({ node, number, deadline, untilDisconnect }: Origin, orderId: number): void {
    const last = this.#lasts.get(node) ?? { number: 0, deadline: 0 };
    this.#lasts.set(node, { number: Math.max(number, last.number), deadline: Math.max(deadline, last.deadline) });
    if (untilDisconnect && this.#isOpen(orderId)) this.#add(node, orderId);
  }

  /** Called after each batch: forgets what is too old at venue time `at`. */
  forget(at: number): void {
    for (const [node, { deadline }] of this.#lasts) if (at > deadline + KEPT_MS) this.#lasts.delete(node);
    if (this.#count >= this.#sweepAt) this.#sweep();
  }

  written(): Written {
    this.#sweep();
    const byNode = <Row>(rows: Iterable<readonly [NodeId, Row]>) => [...rows].sort(([a], [b]) => (a < b ? -1 : 1));
    return {
      lasts: byNode(this.#lasts).map(([node, { number, deadline }]) => [node, number, deadline] as const),
      standing: byNode(this.#standing).map(([node]) => [node, this.standingOf(node)] as const),
    };
  }

  /** SHA-256 in hexadecimal; it does not depend on how the state came about. */
  hash(): string {
    const hash = new Uint8Array(32);
    sha256(new TextEncoder().encode(JSON.stringify(this.written())), hash);
    return Buffer.from(hash).toString("hex");
  }

  #isOpen(orderId: number): boolean {
    return orderId !== NO_ORDER && this.#orders.findOrder(orderId) !== undefined;
  }

  #add(node: NodeId, orderId: number): void {
    const ids = this.#standing.get(node) ?? new Set();
    this.#standing.set(node, ids);
    ids.add(orderId);
    this.#count++;
  }

  /** Forgets orders that have ended. `forget` calls it each time their number has doubled. */
  #sweep(): void {
    this.#count = 0;
    for (const [node, ids] of this.#standing) {
      for (const id of ids) if (!this.#isOpen(id)) ids.delete(id);
      this.#count += ids.size;
      if (ids.size === 0) this.#standing.delete(node);
    }
    this.#sweepAt = Math.max(SWEEP_AT_LEAST, 2 * this.#count);
  }
}

function isWritten(value: unknown): value is Written {
  const isList = (rows: unknown): rows is unknown[][] => Array.isArray(rows) && rows.every((row) => Array.isArray(row));
  const { lasts, standing } = (value ?? {}) as { lasts?: unknown; standing?: unknown };
  if (!isList(lasts) || !isList(standing)) return false;
  const areLasts = lasts.every(
    ([node, number, deadline]) =>
      typeof node === "string" && typeof number === "number" && typeof deadline === "number",
  );
  const areIds = (ids: unknown) => Array.isArray(ids) && ids.every((id) => typeof id === "number");
  return areLasts && standing.every(([node, ids]) => typeof node === "string" && areIds(ids));
}
