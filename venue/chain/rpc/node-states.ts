// The present state of each of a chain's nodes, for the log and the metrics; the only decision based on it is which nodes
// not to wait for. A change of state is one line in the log, so that a node that is away for a day does not fill it.

import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import { type LabelledCounter, TallyFamily } from "../../operation/reports/instruments.ts";
import type { ChainTrouble } from "./trouble.ts";

export type NodeState = "fine" | "away" | "lags" | "disagrees" | "garbage" | "refuses";

export interface NodeMetrics {
  fine(node: string, isFine: boolean): void;
  trouble(node: string, state: NodeState): void;
}

export function nodeMetrics(registry: Registry): NodeMetrics {
  const fine = new Gauge({
    name: "evermark_chain_node_fine",
    help: "1 while a node of the chain answers, keeps up and agrees with the majority",
    labelNames: ["node"],
    registers: [registry],
  });
  const troubles = new TallyFamily(
    registry,
    "evermark_chain_node_troubles_total",
    "Answers of a node that were not counted",
    ["node", "trouble"],
  );
  const tallies = new Map<string, LabelledCounter>();
  return {
    fine: (node, isFine) => fine.set({ node }, Number(isFine)),
    trouble(node, trouble) {
      const key = `${node} ${trouble}`;
      const tally = tallies.get(key) ?? troubles.of({ node, trouble });
      tallies.set(key, tally);
      tally.add();
    },
  };
}

/** After this many good answers in a row a node is fine again, so that one that errs now and then is not logged each time. */
const GOOD_AGAIN = 5;

export class NodeStates {
  readonly #log: Logger;
  readonly #metrics: NodeMetrics;
  readonly #of = new Map<string, { state: NodeState; good: number }>();

  constructor(log: Logger, metrics: NodeMetrics) {
    this.#log = log;
    this.#metrics = metrics;
  }

  of(node: string): NodeState {
    return this.#of.get(node)?.state ?? "fine";
  }

  good(node: string): void {
    const known = this.#of.get(node);
    if (known === undefined) {
      this.#of.set(node, { state: "fine", good: 0 });
      this.#metrics.fine(node, true);
      return;
    }
    if (known.state === "fine" || ++known.good < GOOD_AGAIN) return;
    this.#log.info({ node, was: known.state }, "chain node is fine again");
    known.state = "fine";
    this.#metrics.fine(node, true);
  }

  /** @param why a sentence for the log */
  bad(node: string, state: Exclude<NodeState, "fine">, why: string): void {
    this.#metrics.trouble(node, state);
    const known = this.#of.get(node);
    if (known?.state !== state) {
      this.#log.warn({ node, state, why }, "chain node is in trouble");
      this.#metrics.fine(node, false);
    }
    this.#of.set(node, { state, good: 0 });
  }

  /** Records a failed request. A range too large for any node, and a revert, say nothing about the node. */
  troubled(node: string, { kind, message }: ChainTrouble): void {
    if (kind === "too_large" || kind === "reverted") return this.good(node);
    const state =
      kind === "garbage" ? "garbage" : kind === "elsewhere" ? "lags" : kind === "refused" ? "refuses" : "away";
    this.bad(node, state, message);
  }
}
