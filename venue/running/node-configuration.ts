// Compares a node's own configuration with its venue's. Where they differ the node uses the venue's, so that clients
// find the same venue at every node; but it does not lead, and reports which keys differ.

import { createHash } from "node:crypto";
import { type Difference, writtenHow } from "../configuration/shared-configuration.ts";
import type { Condition } from "../operation/reports/readiness.ts";
import type { StartContext } from "./start-context.ts";

const CHANGED =
  "the venue's configuration was changed since this node started: start it again; until then it does not lead";

const CONTRADICTED = "this node's configuration contradicts the venue's: its log says where; it does not lead";

export class NodeConfiguration {
  readonly #log: StartContext["log"];
  readonly #condition: Condition;
  readonly #digest: string;
  readonly #isContradicted: boolean;
  #isOutdated = false;

  constructor({ configuration, readiness, log }: StartContext) {
    const { shared, contradictions } = configuration;
    this.#log = log;
    this.#condition = readiness.useful("configuration");
    this.#digest = createHash("sha256").update(shared).digest("hex");
    this.#isContradicted = contradictions.length > 0;
    if (!this.#isContradicted) return;
    this.#condition.broken(CONTRADICTED);
    for (const difference of contradictions) log.error(this.#words(difference));
  }

  /**
   * Why this node does not lead; null when its configuration is the venue's.
   * @param digest digest of the venue's current configuration in the database
   */
  whyNot(digest: string): string | null {
    if (this.#isContradicted) return CONTRADICTED;
    const isOutdated = digest !== this.#digest;
    const why = isOutdated ? CHANGED : null;
    if (isOutdated === this.#isOutdated) return why;
    this.#isOutdated = isOutdated;
    if (!isOutdated) this.#condition.holds();
    else {
      this.#condition.broken(CHANGED);
      this.#log.error(CHANGED);
    }
    return why;
  }

  #words({ key, venue, own }: Difference): string {
    return (
      `${key}: ${writtenHow(own)} here, ${writtenHow(venue)} in the venue's configuration, ` +
      "which applies; this node does not lead until both are the same: correct it here, or change the venue's with evermark cluster configure"
    );
  }
}
