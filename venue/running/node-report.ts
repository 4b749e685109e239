// Reports the state of a cluster node once a second: in its metrics, and in its conditions for clock and version.

import { assert, BEHAVIOUR } from "@evermark/engine";
import { NodeClock } from "../operation/node/node-clock.ts";
import { type NodeCondition, nodeConditionOf } from "../operation/node/node-condition.ts";
import { nodeMetrics } from "../operation/node/node-metrics.ts";
import type { Condition } from "../operation/reports/readiness.ts";
import { versions } from "../operation/reports/versions.ts";
import { ClockConfirmation } from "../operation/time/clock-confirmation.ts";
import type { StartContext } from "./start-context.ts";
import type { ClusterCore } from "./venue-core.ts";

export class NodeReport {
  readonly #ground: StartContext;
  readonly #ledger: ClusterCore;
  readonly #clock: NodeClock;
  readonly #metrics: ReturnType<typeof nodeMetrics>;
  readonly #isVersionFit: Condition;
  #isBehaviourNoted = false;

  constructor(ground: StartContext, ledger: ClusterCore) {
    const { readiness, metrics, clocks, paths, log } = ground;
    this.#ground = ground;
    this.#ledger = ledger;
    this.#metrics = nodeMetrics(metrics.registry);
    this.#isVersionFit = readiness.useful("version");
    this.#clock = new NodeClock({
      wall: clocks.wall,
      venueTime: () => ledger.engine.now - ledger.node.movedMs,
      aheadMs: () => this.#standing()?.clockAheadMs ?? null,
      door: new ClockConfirmation(paths),
      isRight: readiness.useful("clock"),
      log,
    });
  }

  /** Why the venue may not go by this machine's clock; null when it may. */
  get clockDoubt(): string | null {
    return this.#clock.doubt;
  }

  /** A batch was confirmed this long after it was sent. */
  appended(ms: number): void {
    this.#metrics.append.observe(ms);
  }

  look(): void {
    const { clocks, metrics } = this.#ground;
    this.#clock.look();
    const { clock, node } = this.#ledger;
    metrics.clock.machineAhead.set((clocks.wall() + node.movedMs - clock.now()) / 1_000);
    const standing = this.#standing();
    if (standing === null) return;
    this.#metrics.set(standing);
    const { unfit } = standing;
    if (unfit === null) this.#isVersionFit.holds();
    else this.#isVersionFit.broken(unfit);
    this.#noteBehaviour(standing);
  }

  #standing(): NodeCondition | null {
    const { configuration } = this.#ground;
    const { node, engine } = this.#ledger;
    const status = node.status();
    if (status === null) return null;
    const { cluster, mode } = configuration;
    assert(cluster !== null, "a node has a cluster");
    const needsStandby = mode === "production" && !cluster.isOneDatabase;
    const { behaviour } = engine;
    return nodeConditionOf(status, {
      ...{ version: versions.evermark, behaviour, newestBehaviour: BEHAVIOUR, needsStandby },
    });
  }

  /** No node raises the behaviour by itself, because other nodes may run a version without it. */
  #noteBehaviour({ behaviour }: NodeCondition): void {
    if (this.#isBehaviourNoted || behaviour >= BEHAVIOUR) return;
    this.#isBehaviourNoted = true;
    const versions = { behaviour, newest_behaviour: BEHAVIOUR };
    this.#ground.log.info(
      versions,
      "the venue has an older behaviour than this version: evermark cluster upgrade raises it",
    );
  }
}
